package parley.history_test

import data.parley.example_test as example
import data.parley.history

# METADATA
# description: Rollback and freshness. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"clean": {"ask": {}, "under": {}, "want": ["allow", "history.clean"]},
	"untracked": {"ask": {"/card/history": null}, "under": {}, "want": ["allow", "history.untracked"]},
	"missing": {
		"ask": {"/card/history": null},
		"under": {"/settings/require_history": true},
		"want": ["deny", "history.missing", "/card/history"],
	},
	"misspelt switch": {
		"ask": {"/card/history": null},
		"under": {"/settings/require_history": "no"},
		"want": ["deny", "history.missing", "/card/history"],
	},
	"accepted": {"ask": {"/card/history": ["card.changed"]}, "under": {}, "want": ["allow", "history.accepted"]},
	"stale": {
		"ask": {"/card/history": ["card.stale", "card.changed"]},
		"under": {},
		"want": ["review", "history.review"],
	},
	"stale, accepted for the provider": {
		"ask": {"/card/history": ["card.stale"]},
		"under": {"/providers/agent.contract-review": {"history": {"card.stale": "allow"}}},
		"want": ["allow", "history.accepted"],
	},
	"rollback": {"ask": {"/card/history": ["card.rollback"]}, "under": {}, "want": ["deny", "history.not-accepted"]},
	"one bad code among good ones": {
		"ask": {"/card/history": ["card.changed", "card.rollback"]},
		"under": {},
		"want": ["deny", "history.not-accepted"],
	},
	"a code nobody knows": {
		"ask": {"/card/history": ["card.new-code"]},
		"under": {},
		"want": ["deny", "history.not-accepted"],
	},
	"not a list": {"ask": {"/card/history": "card.changed"}, "under": {}, "want": ["deny", "history.undecided"]},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := history.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}
