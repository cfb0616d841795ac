# METADATA
# title: The review switch
# description: |
#   Asks a person whatever else the policy says: for everything (`settings.review`) or for one provider
#   (`providers.<ref>.review`).
# scope: package
package parley.review

# METADATA
# description: Refused where the switch cannot be read, a misspelt value included.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "review.undecided",
	"message": "the review switch of the policy cannot be read",
}

verdict := {
	"treatment": "allow",
	"code": "review.off",
	"message": "no review is asked for",
} if {
	everything == false
	provider == false
} else := {
	"treatment": "review",
	"code": "review.switch",
	"message": "the policy asks a person to review every decision of this kind",
} if {
	everything in {true, false}
	provider in {true, false}
}

# METADATA
# description: The switch for everything.
everything := object.get(data.policy_data.settings, "review", false)

# METADATA
# description: The switch for the provider.
provider := object.get(data.policy_data, ["providers", input.provider.ref, "review"], false)
