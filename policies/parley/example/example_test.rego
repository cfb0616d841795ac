# METADATA
# description: The request and the data that the tests start from, and ways to change them.
package parley.example_test

# METADATA
# description: A request that the data below allows.
request := {
	"requester": {
		"ref": "client.agent.procurement",
		"authenticated": true,
		"tenant": "acme",
		"workspace": "ws-1",
		"attributes": {"roles": ["buyer"]},
	},
	"provider": {"ref": "agent.contract-review", "origin": "https://contracts.example"},
	"card": {
		"digest": "sha256:00",
		"signature": "verified",
		"profile": "emitted",
		"keyId": "key-1",
		"unattested": [],
		"protocolVersion": "1.0",
		"history": [],
	},
	"skill": {"id": "contract-risk-review", "tags": [], "securityRequirements": {"state": "undeclared"}},
	"scope": "scope.contract-review.enterprise",
	"effect": {"class": "read", "risk": "low"},
	"negotiated": {
		"inputModes": ["application/json"],
		"outputModes": ["application/json"],
		"extensions": [],
		"missing": [],
		"protocol": {"name": "a2a", "version": "1.0"},
	},
	"now": "2026-05-05T00:00:00.000Z",
}

# METADATA
# description: A grant for reading.
grant := {"effects": {"read": "allow"}}

# METADATA
# description: A grant in the place where a subject keeps it, by provider, skill and scope.
placed(wanted) := {"agent.contract-review": {"contract-risk-review": {"scope.contract-review.enterprise": wanted}}}

# METADATA
# description: Data under which the request above is allowed.
policy := {
	"settings": {
		"disclosure": "restricted",
		"history": {"card.changed": "allow", "card.stale": "review", "card.rollback": "deny"},
		"profiles": {"emitted": "allow", "a2a-sdk": "review"},
		"protocols": {"a2a": {"floor": "0.3"}, "mcp": {"floor": "2025-06-18"}},
		"risks": {"low": "allow", "high": "review", "critical": "review"},
		"security": {"declared": "allow", "undeclared": "allow", "unknown": "review"},
		"signatures": {"verified": "allow"},
	},
	"providers": {},
	"grants": {"requesters": {"client.agent.procurement": placed(grant)}, "roles": {}, "tenants": {}, "workspaces": {}},
}

# METADATA
# description: The request, with members replaced, added, or (where the value is null) removed, by pointer.
asking(changes) := json.patch(request, patches(changes))

# METADATA
# description: The data, changed in the same way.
under(changes) := json.patch(policy, patches(changes))

# METADATA
# description: Changes by pointer as a JSON patch.
patches(changes) := [patch |
	some path in sort(object.keys(changes))
	some patch in patch_of(path, changes[path])
]

# METADATA
# description: One change as a JSON patch.
patch_of(path, value) := [{"op": "remove", "path": path}] if {
	value == null
} else := [{"op": "add", "path": path, "value": value}]

# METADATA
# description: What the tests compare of a verdict.
brief(verdict) := [verdict.treatment, verdict.code, gap] if {
	gap := verdict.gap
} else := [verdict.treatment, verdict.code]
