# METADATA
# title: Grants
# description: |
#   Who may do what. A grant is found by keys alone: subject, provider, skill, scope. Subjects are looked at from
#   the nearest to the widest: requester, workspace, tenant, roles. The first that has a usable grant decides.
# scope: package
package parley.grants

import data.parley.standing

# METADATA
# description: Refused where no grant can be found.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "grant.none",
	"message": "the requester holds no grant for this provider, skill and scope",
}

verdict := answer if {
	answer := chosen.verdict
} else := answer if {
	answer := sort([standing.verdict_of(grant, "grant.held") | some grant in held])[0]
} else := {
	"treatment": "deny",
	"code": "grant.tenant-missing",
	"message": "there are grants for tenants, and the request does not say which tenant asks",
	"gap": "/requester/tenant",
} if {
	input.requester.authenticated == true
	object.get(input.requester, "tenant", null) == null
	tenant_grants
} else := {
	"treatment": "deny",
	"code": "grant.workspace-missing",
	"message": "the tenant has grants for workspaces, and the request does not say which workspace asks",
	"gap": "/requester/workspace",
} if {
	input.requester.authenticated == true
	object.get(input.requester, "workspace", null) == null
	count(data.policy_data.grants.workspaces[input.requester.tenant]) > 0
}

# METADATA
# description: The usable grants of the nearest subject that has any, and the verdict they amount to.
chosen := {"verdict": verdict, "grants": [requester_grant]} if {
	verdict := standing.verdict_of(requester_grant, "grant.requester")
	standing.usable(verdict)
} else := {"verdict": verdict, "grants": [workspace_grant]} if {
	verdict := standing.verdict_of(workspace_grant, "grant.workspace")
	standing.usable(verdict)
} else := {"verdict": verdict, "grants": [tenant_grant]} if {
	verdict := standing.verdict_of(tenant_grant, "grant.tenant")
	standing.usable(verdict)
} else := {"verdict": strictest({pair.verdict | some pair in roles}), "grants": [pair.grant | some pair in roles]} if {
	count(roles) > 0
}

# METADATA
# description: The usable grants of the requester's roles, as a set, so that the order of the roles does not matter.
roles contains {"grant": grant, "verdict": verdict} if {
	some role in input.requester.attributes.roles
	grant := grant_of(data.policy_data.grants.roles[role])
	verdict := standing.verdict_of(grant, "grant.role")
	standing.usable(verdict)
}

# METADATA
# description: A review where one of several roles asks for one, else the allow.
strictest(verdicts) := review if {
	review := sort({verdict | some verdict in verdicts; verdict.treatment == "review"})[0]
} else := sort(verdicts)[0]

# METADATA
# description: Every grant that names the request, usable or not. Read only where none is usable.
# scope: document
held contains requester_grant

held contains workspace_grant

held contains tenant_grant

held contains grant if {
	some role in input.requester.attributes.roles
	grant := grant_of(data.policy_data.grants.roles[role])
}

# METADATA
# description: The grant of the requester itself.
requester_grant := grant_of(data.policy_data.grants.requesters[input.requester.ref])

# METADATA
# description: The grant of the requester's workspace within its tenant.
workspace_grant := grant_of(data.policy_data.grants.workspaces[input.requester.tenant][input.requester.workspace])

# METADATA
# description: The grant of the requester's tenant.
tenant_grant := grant_of(data.policy_data.grants.tenants[input.requester.tenant])

# METADATA
# description: |
#   The grant of one subject, nearest skill first. `*` in the data stands for every skill of the provider. A request
#   for a skill named `*` finds nothing.
grant_of(subject) := subject[input.provider.ref][input.skill.id][input.scope] if {
	input.skill.id != "*"
} else := subject[input.provider.ref]["*"][input.scope] if {
	input.skill.id != "*"
}

# METADATA
# description: Whether there is a grant that only a tenant, or a workspace of one, can use.
# scope: document
default tenant_grants := false

tenant_grants if count(data.policy_data.grants.tenants) > 0

else if count(data.policy_data.grants.workspaces) > 0

# METADATA
# description: Whether the requester holds a grant for the skill, in whatever scope.
# scope: document
default holder := false

holder if holds(data.policy_data.grants.requesters[input.requester.ref])

else if holds(data.policy_data.grants.workspaces[input.requester.tenant][input.requester.workspace])

else if holds(data.policy_data.grants.tenants[input.requester.tenant])

else if {
	some role in input.requester.attributes.roles
	holds(data.policy_data.grants.roles[role])
}

# METADATA
# description: Whether a subject has any grant for the skill.
# scope: document
default holds(_) := false

holds(subject) if {
	input.skill.id != "*"
	count(subject[input.provider.ref][input.skill.id]) > 0
} else if {
	input.skill.id != "*"
	count(subject[input.provider.ref]["*"]) > 0
}

# METADATA
# description: |
#   The constraints and obligations of the grants that decided. One grant keeps its own order; those of several
#   roles all apply, sorted.
# scope: document
terms := {
	"constraints": object.get(chosen.grants[0], "constraints", []),
	"obligations": object.get(chosen.grants[0], "obligations", []),
} if {
	count(chosen.grants) == 1
} else := {
	"constraints": sort({constraint |
		some grant in chosen.grants
		some constraint in grant.constraints
	}),
	"obligations": sort({obligation |
		some grant in chosen.grants
		some obligation in grant.obligations
	}),
}
