package parley.origin_test

import data.parley.example_test as example
import data.parley.origin

# METADATA
# description: Where cards may come from. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"nothing pinned": {"ask": {}, "under": {}, "want": ["allow", "origin.not-pinned"]},
	"pinned": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"origins": {"https://contracts.example": true}}},
		"want": ["allow", "origin.admitted"],
	},
	"another": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"origins": {"https://elsewhere.example": true}}},
		"want": ["deny", "origin.not-admitted"],
	},
	"revoked": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"origins": {"https://contracts.example": false}}},
		"want": ["deny", "origin.not-admitted"],
	},
	"missing": {
		"ask": {"/provider/origin": null},
		"under": {"/providers/agent.contract-review": {"origins": {"https://contracts.example": true}}},
		"want": ["deny", "origin.missing", "/provider/origin"],
	},
	"no provider": {"ask": {"/provider": null}, "under": {}, "want": ["deny", "origin.undecided"]},
	"origin is no text": {
		"ask": {"/provider/origin": 7},
		"under": {"/providers/agent.contract-review": {"origins": {"https://contracts.example": true}}},
		"want": ["deny", "origin.undecided"],
	},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := origin.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}
