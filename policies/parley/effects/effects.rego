# METADATA
# title: Effects and risk tiers
# description: |
#   What a grant says about an effect class and a risk tier. The grant's own `risks` win over the settings; a
#   request without a risk counts as the tier `undeclared`.
# scope: package
package parley.effects

# METADATA
# description: What a grant says about the effect class that is asked for.
# scope: document
default class(_) := "deny"

class(grant) := grant.effects[input.effect.class]

# METADATA
# description: What a grant, or else the settings, says about the risk tier that is asked for.
# scope: document
default risk(_) := "deny"

risk(grant) := treatment if {
	treatment := grant.risks[tier]
} else := treatment if {
	treatment := data.policy_data.settings.risks[tier]
}

# METADATA
# description: The risk tier of the request.
tier := object.get(input.effect, "risk", "undeclared")

# METADATA
# description: Whether the request says how much is at stake.
# scope: document
default risk_declared := true

risk_declared := false if object.get(input.effect, "risk", null) == null
