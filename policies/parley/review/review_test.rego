package parley.review_test

import data.parley.example_test as example
import data.parley.review

# METADATA
# description: The review switch. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"off": {"ask": {}, "under": {}, "want": ["allow", "review.off"]},
	"on for all": {"ask": {}, "under": {"/settings/review": true}, "want": ["review", "review.switch"]},
	"on for the provider": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"review": true}},
		"want": ["review", "review.switch"],
	},
	"a provider cannot switch off what is on for all": {
		"ask": {},
		"under": {"/settings/review": true, "/providers/agent.contract-review": {"review": false}},
		"want": ["review", "review.switch"],
	},
	"misspelt": {"ask": {}, "under": {"/settings/review": "no"}, "want": ["deny", "review.undecided"]},
	"misspelt for the provider": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"review": "no"}},
		"want": ["deny", "review.undecided"],
	},
	"no provider": {"ask": {"/provider": null}, "under": {}, "want": ["deny", "review.undecided"]},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := review.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}
