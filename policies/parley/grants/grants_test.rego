package parley.grants_test

import data.parley.example_test as example
import data.parley.grants

# METADATA
# description: Who holds what. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"requester": {"ask": {}, "under": {}, "want": ["allow", "grant.requester"]},
	"workspace": {
		"ask": {},
		"under": {"/grants/requesters": {}, "/grants/workspaces": {"acme": {"ws-1": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}}},
		"want": ["allow", "grant.workspace"],
	},
	"workspace of another tenant": {
		"ask": {"/requester/tenant": "other"},
		"under": {"/grants/requesters": {}, "/grants/workspaces": {"acme": {"ws-1": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}}},
		"want": ["deny", "grant.none"],
	},
	"tenant": {
		"ask": {},
		"under": {"/grants/requesters": {}, "/grants/tenants": {"acme": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}},
		"want": ["allow", "grant.tenant"],
	},
	"role": {
		"ask": {},
		"under": {"/grants/requesters": {}, "/grants/roles": {"buyer": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}},
		"want": ["allow", "grant.role"],
	},
	"another role": {
		"ask": {},
		"under": {"/grants/requesters": {}, "/grants/roles": {"seller": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}},
		"want": ["deny", "grant.none"],
	},
	"one of two roles asks for a review": {
		"ask": {"/requester/attributes/roles": ["buyer", "trainee"]},
		"under": {"/grants/requesters": {}, "/grants/roles": {"buyer": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}, "trainee": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "review": true}}}}}},
		"want": ["review", "grant.review"],
	},
	"every skill of the provider": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"*": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}},
		"want": ["allow", "grant.requester"],
	},
	"a skill named like the wildcard": {
		"ask": {"/skill/id": "*"},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"*": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}},
		"want": ["deny", "grant.none"],
	},
	"another skill": {"ask": {"/skill/id": "other"}, "under": {}, "want": ["deny", "grant.none"]},
	"another scope": {"ask": {"/scope": "other"}, "under": {}, "want": ["deny", "grant.none"]},
	"another provider": {"ask": {"/provider/ref": "other"}, "under": {}, "want": ["deny", "grant.none"]},
	"another requester": {"ask": {"/requester/ref": "other"}, "under": {}, "want": ["deny", "grant.none"]},
	"no requester": {"ask": {"/requester": null}, "under": {}, "want": ["deny", "grant.none"]},
	"the nearest grant decides": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}, "review": true}}}}, "/grants/tenants": {"acme": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}},
		"want": ["review", "grant.review"],
	},
	"a grant that cannot be used does not hide a wider one": {
		"ask": {},
		"under": {"/grants/requesters/client.agent.procurement": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"write": "allow"}}}}}, "/grants/tenants": {"acme": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}},
		"want": ["allow", "grant.tenant"],
	},
	"an unusable workspace grant does not hide a role": {
		"ask": {},
		"under": {"/grants/requesters": {}, "/grants/workspaces": {"acme": {"ws-1": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"write": "allow"}}}}}}}, "/grants/tenants": {"acme": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"write": "allow"}}}}}}, "/grants/roles": {"buyer": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}},
		"want": ["allow", "grant.role"],
	},
	"an unusable workspace grant says why": {
		"ask": {},
		"under": {"/grants/requesters": {}, "/grants/workspaces": {"acme": {"ws-1": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {}}}}}}}},
		"want": ["deny", "effect.not-granted"],
	},
	"an unusable tenant grant says why": {
		"ask": {},
		"under": {"/grants/requesters": {}, "/grants/tenants": {"acme": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {}}}}}}},
		"want": ["deny", "effect.not-granted"],
	},
	"an unusable role grant says why": {
		"ask": {},
		"under": {"/grants/requesters": {}, "/grants/roles": {"buyer": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"write": "allow"}}}}}}},
		"want": ["deny", "effect.not-granted"],
	},
	"tenant missing": {
		"ask": {"/requester/tenant": null},
		"under": {"/grants/requesters": {}, "/grants/tenants": {"acme": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}},
		"want": ["deny", "grant.tenant-missing", "/requester/tenant"],
	},
	"tenant missing for a workspace grant": {
		"ask": {"/requester/tenant": null},
		"under": {"/grants/requesters": {}, "/grants/workspaces": {"acme": {"ws-1": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}}},
		"want": ["deny", "grant.tenant-missing", "/requester/tenant"],
	},
	"tenant missing where no grant needs one": {
		"ask": {"/requester/tenant": null},
		"under": {"/grants/requesters": {}},
		"want": ["deny", "grant.none"],
	},
	"tenant missing of somebody unknown": {
		"ask": {"/requester/tenant": null, "/requester/authenticated": false},
		"under": {"/grants/requesters": {}, "/grants/tenants": {"acme": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}},
		"want": ["deny", "grant.none"],
	},
	"workspace missing": {
		"ask": {"/requester/workspace": null},
		"under": {"/grants/requesters": {}, "/grants/workspaces": {"acme": {"ws-1": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}}},
		"want": ["deny", "grant.workspace-missing", "/requester/workspace"],
	},
	"workspace missing, grants of another tenant": {
		"ask": {"/requester/workspace": null},
		"under": {"/grants/requesters": {}, "/grants/workspaces": {"other": {"ws-1": {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": {"effects": {"read": "allow"}}}}}}}},
		"want": ["deny", "grant.none"],
	},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := grants.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}

# METADATA
# description: Data in which only one kind of subject holds a grant, whatever its scope.
holding := {
	"requester": {"/grants/requesters": {"client.agent.procurement": example.placed(example.grant)}},
	"workspace": {"/grants/requesters": {}, "/grants/workspaces": {"acme": {"ws-1": example.placed(example.grant)}}},
	"tenant": {"/grants/requesters": {}, "/grants/tenants": {"acme": example.placed(example.grant)}},
	"role": {"/grants/requesters": {}, "/grants/roles": {"buyer": example.placed(example.grant)}},
	"every skill": {"/grants/requesters": {"client.agent.procurement": {"agent.contract-review": {"*": {"other": {}}}}}},
}

# METADATA
# description: Holding a grant shows in each kind of subject, and not where there is none or for the wildcard's name.
test_holder[name] if {
	some name, changes in holding
	grants.holder with input as example.request with data.policy_data as example.under(changes)
	grants.holder == false with input as example.asking({"/skill/id": "*"})
		with data.policy_data as example.under(changes)
	grants.holder == false with input as example.asking({"/provider/ref": "other"})
		with data.policy_data as example.under(changes)
}

# METADATA
# description: One grant keeps the order of its constraints and obligations.
test_terms_of_one if {
	terms := {"constraints": ["b", "a"], "obligations": [{"id": "record-output-digest"}]}
	grant := object.union(example.grant, terms)
	grants.terms == terms with input as example.request
		with data.policy_data as example.under({"/grants/requesters/client.agent.procurement": example.placed(grant)})
}

# METADATA
# description: The constraints and obligations of several roles all apply, in an order of their own.
test_terms_of_roles if {
	roles := {
		"buyer": example.placed(object.union(example.grant, {"constraints": ["b", "c"]})),
		"auditor": example.placed(object.union(
			example.grant,
			{"constraints": ["a", "b"], "obligations": [{"id": "record-output-digest"}]},
		)),
	}
	every names in [["buyer", "auditor"], ["auditor", "buyer"]] {
		grants.terms == {"constraints": ["a", "b", "c"], "obligations": [{"id": "record-output-digest"}]} with input as example.asking({"/requester/attributes/roles": names})
			with data.policy_data as example.under({"/grants/requesters": {}, "/grants/roles": roles})
	}
}

# METADATA
# description: Without a usable grant there are no terms.
test_no_terms if {
	grants.terms == {"constraints": [], "obligations": []} with input as {}
}
