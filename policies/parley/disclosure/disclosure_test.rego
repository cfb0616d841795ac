package parley.disclosure_test

import data.parley.disclosure
import data.parley.example_test as example

# METADATA
# description: Who sees a skill. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"public to anybody": {
		"ask": {"/requester/authenticated": false},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "public"}}}, "/grants/requesters": {}},
		"want": ["allow", "disclosure.public"],
	},
	"public needs a skill": {
		"ask": {"/skill/id": null},
		"under": {"/settings/disclosure": "public"},
		"want": ["deny", "disclosure.undecided"],
	},
	"public needs a provider": {
		"ask": {"/provider/ref": null},
		"under": {"/settings/disclosure": "public"},
		"want": ["deny", "disclosure.undecided"],
	},
	"authenticated": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "authenticated"}}}, "/grants/requesters": {}},
		"want": ["allow", "disclosure.authenticated"],
	},
	"authenticated but anonymous": {
		"ask": {"/requester/authenticated": false},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "authenticated"}}}},
		"want": ["deny", "disclosure.authentication-required"],
	},
	"authenticated is text": {
		"ask": {"/requester/authenticated": "true"},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "authenticated"}}}},
		"want": ["deny", "disclosure.authentication-required"],
	},
	"authenticated is missing": {
		"ask": {"/requester/authenticated": null},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "authenticated"}}}},
		"want": ["deny", "disclosure.authentication-required"],
	},
	"restricted to a grant holder": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "restricted"}}}},
		"want": ["allow", "disclosure.restricted"],
	},
	"restricted to a grant holder of another scope": {
		"ask": {"/scope": "other"},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "restricted"}}}},
		"want": ["allow", "disclosure.restricted"],
	},
	"restricted to an audience by ref": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "restricted", "audience": {"requesters": {"client.agent.procurement": true}}}}}, "/grants/requesters": {}},
		"want": ["allow", "disclosure.restricted"],
	},
	"restricted to an audience by tenant": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "restricted", "audience": {"tenants": {"acme": true}}}}}, "/grants/requesters": {}},
		"want": ["allow", "disclosure.restricted"],
	},
	"restricted to an audience by role": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "restricted", "audience": {"roles": {"buyer": true}}}}}, "/grants/requesters": {}},
		"want": ["allow", "disclosure.restricted"],
	},
	"restricted, audience says false": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "restricted", "audience": {"roles": {"buyer": false}}}}}, "/grants/requesters": {}},
		"want": ["deny", "disclosure.not-in-audience"],
	},
	"restricted, nobody": {
		"ask": {},
		"under": {"/grants/requesters": {}},
		"want": ["deny", "disclosure.not-in-audience"],
	},
	"restricted, anonymous grant holder": {
		"ask": {"/requester/authenticated": false},
		"under": {},
		"want": ["deny", "disclosure.authentication-required"],
	},
	"extended audience": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"disclosure": "extended", "extended_audience": {"tenants": {"acme": true}}}},
		"want": ["allow", "disclosure.extended"],
	},
	"extended is not for grant holders": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"disclosure": "extended"}},
		"want": ["deny", "disclosure.not-in-audience"],
	},
	"class from the provider": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"disclosure": "authenticated"}, "/grants/requesters": {}},
		"want": ["allow", "disclosure.authenticated"],
	},
	"class from the settings": {
		"ask": {},
		"under": {"/settings/disclosure": "authenticated", "/grants/requesters": {}},
		"want": ["allow", "disclosure.authenticated"],
	},
	"class from nowhere is restricted": {
		"ask": {},
		"under": {"/settings/disclosure": null, "/grants/requesters": {}},
		"want": ["deny", "disclosure.not-in-audience"],
	},
	"misspelt class": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": "pubic"}}}},
		"want": ["deny", "disclosure.class-unknown"],
	},
	"class is no text": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"skills": {"contract-risk-review": {"disclosure": true}}}},
		"want": ["deny", "disclosure.class-unknown"],
	},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := disclosure.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}

# METADATA
# description: What is not an allow is not visible, and neither is nothing.
test_not_visible if {
	disclosure.visible == false with input as {}
	disclosure.visible == false with input as example.asking({"/requester/authenticated": false})
		with data.policy_data as example.policy
	disclosure.visible == true with input as example.request with data.policy_data as example.policy
}
