package parley.standing_test

import data.parley.example_test as example
import data.parley.standing

# METADATA
# description: What one grant is worth. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"usable": {"ask": {}, "under": {}, "want": ["allow", "found"]},
	"not authenticated": {
		"ask": {"/requester/authenticated": false},
		"under": {},
		"want": ["deny", "grant.authentication-required"],
	},
	"authenticated is missing": {
		"ask": {"/requester/authenticated": null},
		"under": {},
		"want": ["deny", "grant.authentication-required"],
	},
	"anonymous grant": {
		"ask": {"/requester/authenticated": false},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "anonymous": true}}}}},
		"want": ["allow", "found"],
	},
	"anonymous is text": {
		"ask": {"/requester/authenticated": false},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "anonymous": "yes"}}}}},
		"want": ["deny", "grant.authentication-required"],
	},
	"not yet expired": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "expires": "2026-05-05T00:00:01Z"}}}}},
		"want": ["allow", "found"],
	},
	"expired to the second": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "expires": "2026-05-05T00:00:00Z"}}}}},
		"want": ["deny", "grant.expired"],
	},
	"expired": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "expires": "2026-01-01T00:00:00Z"}}}}},
		"want": ["deny", "grant.expired"],
	},
	"expiry in another zone cannot be read": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "expires": "2027-01-01T00:00:00+01:00"}}}}},
		"want": ["deny", "grant.expired"],
	},
	"expiry of letters cannot be read": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "expires": "zzzz-zz-zzTzz:zz:zzZ"}}}}},
		"want": ["deny", "grant.expired"],
	},
	"expiry is a number": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "expires": 9999999999}}}}},
		"want": ["deny", "grant.expired"],
	},
	"expiry without a time": {
		"ask": {"/now": null},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "expires": "2027-01-01T00:00:00Z"}}}}},
		"want": ["deny", "grant.expired"],
	},
	"effect not granted": {"ask": {"/effect/class": "write"}, "under": {}, "want": ["deny", "effect.not-granted"]},
	"effect missing": {"ask": {"/effect/class": null}, "under": {}, "want": ["deny", "effect.not-granted"]},
	"no effects at all": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {}}}}},
		"want": ["deny", "effect.not-granted"],
	},
	"effect asks for a review": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "review"}}}}}},
		"want": ["review", "effect.review"],
	},
	"effect refused": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "deny"}}}}}},
		"want": ["deny", "effect.not-granted"],
	},
	"misspelt effect treatment": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "yes"}}}}}},
		"want": ["deny", "grant.malformed"],
	},
	"high risk": {"ask": {"/effect/risk": "high"}, "under": {}, "want": ["review", "effect.risk-review"]},
	"critical risk": {"ask": {"/effect/risk": "critical"}, "under": {}, "want": ["review", "effect.risk-review"]},
	"high risk, the grant allows it": {
		"ask": {"/effect/risk": "high"},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "risks": {"high": "allow"}}}}}},
		"want": ["allow", "found"],
	},
	"low risk, the grant asks for a review": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "risks": {"low": "review"}}}}}},
		"want": ["review", "effect.risk-review"],
	},
	"low risk, the grant refuses it": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "risks": {"low": "deny"}}}}}},
		"want": ["deny", "effect.risk-not-granted"],
	},
	"a tier nobody knows": {
		"ask": {"/effect/risk": "extreme"},
		"under": {},
		"want": ["deny", "effect.risk-not-granted"],
	},
	"risk missing": {
		"ask": {"/effect/risk": null},
		"under": {},
		"want": ["deny", "effect.risk-missing", "/effect/risk"],
	},
	"risk missing, refused by name": {
		"ask": {"/effect/risk": null},
		"under": {"/settings/risks/undeclared": "deny"},
		"want": ["deny", "effect.risk-missing", "/effect/risk"],
	},
	"risk missing, accepted": {
		"ask": {"/effect/risk": null},
		"under": {"/settings/risks/undeclared": "review"},
		"want": ["review", "effect.risk-review"],
	},
	"misspelt risk treatment": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "risks": {"low": "yes"}}}}}},
		"want": ["deny", "grant.malformed"],
	},
	"the grant asks for a review": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "review": true}}}}},
		"want": ["review", "grant.review"],
	},
	"review is text": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "review": "yes"}}}}},
		"want": ["deny", "grant.malformed"],
	},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	held := example.under(case.under).grants.requesters["client.agent.procurement"]
	subject := held["agent.contract-review"]["contract-risk-review"]["scope.contract-review.enterprise"]
	verdict := standing.verdict_of(subject, "found") with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}

# METADATA
# description: A verdict that says neither allow nor review is not usable.
test_usable if {
	standing.usable({"treatment": "allow"})
	standing.usable({"treatment": "review"})
	standing.usable({"treatment": "deny"}) == false
	standing.usable({}) == false
}
