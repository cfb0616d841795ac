package parley.inspection_test

import data.parley.example_test as example
import data.parley.inspection

# METADATA
# description: A card that nothing is to be said about.
card := {
	"provider": example.request.provider,
	"card": example.request.card,
	"protocols": [{"name": "a2a", "version": "0.2"}, {"name": "a2a", "version": "1.0"}],
	"skills": [{"id": "shown", "securityRequirements": {"state": "declared", "value": []}}],
}

# METADATA
# description: Data in which the skill has a disclosure class.
data_of(changes) := json.patch(
	example.under({"/providers/agent.contract-review": {"skills": {"shown": {"disclosure": "public"}}}}),
	example.patches(changes),
)

# METADATA
# description: What is changed in the card and in the data, and the findings that follow.
cases := {
	"nothing to say": {"card": {}, "under": {}, "want": set()},
	"unsigned": {
		"card": {"/card/signature": "unsigned"}, "under": {},
		"want": {["signature.not-admitted", "error", "/signatures"]},
	},
	"stale": {
		"card": {"/card/history": ["card.stale"]}, "under": {},
		"want": {["history.review", "warning", ""]},
	},
	"elsewhere": {
		"card": {}, "under": {"/providers/agent.contract-review/origins": {"https://elsewhere.example": true}},
		"want": {["origin.not-admitted", "error", ""]},
	},
	"below the floor": {
		"card": {"/protocols": [{"name": "a2a", "version": "0.2"}]}, "under": {},
		"want": {["protocol.none-accepted", "error", ""]},
	},
	"no protocol": {
		"card": {"/protocols": []}, "under": {},
		"want": {["protocol.none-accepted", "error", ""]},
	},
	"no class": {
		"card": {}, "under": {"/providers/agent.contract-review": {}},
		"want": {["disclosure.undeclared", "info", "/skills/0"]},
	},
	"unknown class": {
		"card": {}, "under": {"/providers/agent.contract-review/disclosure": "pubic", "/providers/agent.contract-review/skills": {}},
		"want": {["disclosure.class-unknown", "error", "/skills/0"]},
	},
	"unknown security": {
		"card": {"/skills/0/securityRequirements": {"state": "unknown"}}, "under": {},
		"want": {["security.not-accepted", "warning", "/skills/0"]},
	},
	"no security": {
		"card": {"/skills/0/securityRequirements": null}, "under": {},
		"want": {["security.not-accepted", "error", "/skills/0"]},
	},
}

# METADATA
# description: The findings of every case.
test_findings[name] if {
	some name, case in cases
	found := inspection.findings with input as json.patch(card, example.patches(case.card))
		with data.policy_data as data_of(case.under)
	case.want == {[finding.code, finding.severity, finding.pointer] | some finding in found}
}
