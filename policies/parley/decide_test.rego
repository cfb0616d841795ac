package parley_test

import data.parley
import data.parley.example_test as example

# METADATA
# description: Requests that no data may ever allow.
hopeless := {
	"nothing": {},
	"only a requester": {"requester": example.request.requester},
	"only a skill": {"skill": example.request.skill, "provider": example.request.provider},
	"nulls": {"requester": null, "provider": null, "card": null, "skill": null, "scope": null, "effect": null},
	"lists": {"requester": [], "provider": [], "card": [], "skill": [], "scope": [], "effect": []},
}

# METADATA
# description: The whole answer to an allowed request.
test_allow if {
	parley.decide == {
		"discovery": {
			"visible": true,
			"reasons": [{
				"code": "disclosure.restricted",
				"message": "the requester is in the audience of the skill or holds a grant for it",
			}],
		},
		"authorization": {
			"decision": "allow",
			"reasons": [{
				"code": "grant.requester",
				"message": "a grant of the requester's covers the skill, the scope and the effect",
			}],
			"constraints": [],
			"obligations": [],
			"scope": "scope.contract-review.enterprise",
		},
	} with input as example.request
		with data.policy_data as example.policy
}

# METADATA
# description: A review keeps the constraints, and gives the reasons that asked for it.
test_review if {
	grant := {"effects": {"read": "allow"}, "constraints": ["c"]}
	reviewed := {
		"/settings/review": true,
		"/grants/requesters/client.agent.procurement": example.placed(grant),
	}
	answer := parley.decide with input as example.asking({"/effect/risk": "high"})
		with data.policy_data as example.under(reviewed)
	answer.authorization.decision == "review"
	answer.authorization.constraints == ["c"]
	codes(answer.authorization.reasons) == ["effect.risk-review", "review.switch"]
}

# METADATA
# description: A deny carries no constraints, and a reason to deny hides the reasons to review.
test_deny if {
	answer := parley.decide with input as example.asking({"/effect/risk": "high", "/card/signature": "invalid"})
		with data.policy_data as example.policy
	answer.authorization.decision == "deny"
	answer.authorization.constraints == []
	answer.authorization.obligations == []
	codes(answer.authorization.reasons) == ["signature.invalid"]
}

# METADATA
# description: A missing attribute is named.
test_gap if {
	answer := parley.decide with input as example.asking({"/effect/risk": null})
		with data.policy_data as example.policy
	answer.authorization.decision == "deny"
	[reason.gap | some reason in answer.authorization.reasons] == ["/effect/risk"]
}

# METADATA
# description: What is hidden is not allowed either.
test_hidden_is_denied if {
	answer := parley.decide with input as example.request
		with data.policy_data as example.under({"/settings/disclosure": "extended"})
	answer.discovery.visible == false
	answer.authorization.decision == "deny"
	codes(answer.authorization.reasons) == ["disclosure.not-in-audience"]
}

# METADATA
# description: The default answers are a deny and a finding.
test_hopeless[name] if {
	some name, request in hopeless
	answer := parley.decide with input as request with data.policy_data as example.policy
	answer.authorization.decision == "deny"
	answer.discovery.visible == false
	count(answer.authorization.reasons) > 0
	count(answer.discovery.reasons) > 0
}

# METADATA
# description: Without any data everything is denied.
test_no_data if {
	answer := parley.decide with input as example.request
	answer.authorization.decision == "deny"
	answer.discovery.visible == false
}

# METADATA
# description: The answers that stand in where a part has no value.
test_defaults if {
	answer := parley.decide with parley.verdicts as null
	answer.authorization.decision == "deny"
	parley.decision == "deny" with parley.verdicts as [{"treatment": "allow"}, {"treatment": "perhaps"}]
	parley.decision == "deny" with parley.verdicts as [{"treatment": "allow"}, {}, {"treatment": "deny"}]
	parley.decision == "review" with parley.verdicts as [{"treatment": "allow"}, {"treatment": "review"}]
}

# METADATA
# description: The registry answers with a finding where the input cannot be read.
test_registry if {
	parley.registry.findings[0].code == "registry.undecided" with input as {}
	input_of_registry := {
		"provider": example.request.provider,
		"card": example.request.card,
		"protocols": [{"name": "a2a", "version": "1.0"}],
		"skills": [],
	}
	parley.registry == {"findings": []} with input as input_of_registry with data.policy_data as example.policy
}

# METADATA
# description: The codes of reasons, in their order.
codes(reasons) := [reason.code | some reason in reasons]
