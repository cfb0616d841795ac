package parley.security_test

import data.parley.example_test as example
import data.parley.security

# METADATA
# description: What is known of security requirements. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"declared": {
		"ask": {"/skill/securityRequirements": {"state": "declared", "value": []}},
		"under": {},
		"want": ["allow", "security.accepted"],
	},
	"undeclared": {"ask": {}, "under": {}, "want": ["allow", "security.accepted"]},
	"unknown": {
		"ask": {"/skill/securityRequirements": {"state": "unknown"}},
		"under": {},
		"want": ["review", "security.review"],
	},
	"unknown is refused": {
		"ask": {"/skill/securityRequirements": {"state": "unknown"}},
		"under": {"/settings/security": {"unknown": "deny"}},
		"want": ["deny", "security.not-accepted"],
	},
	"a state nobody knows": {
		"ask": {"/skill/securityRequirements": {"state": "hidden"}},
		"under": {},
		"want": ["deny", "security.not-accepted"],
	},
	"no settings": {"ask": {}, "under": {"/settings/security": null}, "want": ["deny", "security.not-accepted"]},
	"missing": {"ask": {"/skill/securityRequirements": null}, "under": {}, "want": ["deny", "security.undecided"]},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := security.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}
