# METADATA
# title: Security requirements
# description: |
#   What is known of a skill's security requirements: declared, undeclared, or unknown because the signature's
#   profile cannot attest that they are absent. The data says what each state means.
# scope: package
package parley.security

# METADATA
# description: Refused where the state is missing.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "security.undecided",
	"message": "the security requirements of the skill cannot be told",
}

verdict := {
	"treatment": "allow",
	"code": "security.accepted",
	"message": "the state of the security requirements is accepted",
} if {
	treatment(input.skill.securityRequirements.state) == "allow"
} else := {
	"treatment": "review",
	"code": "security.review",
	"message": "the policy data asks for a review where security requirements are in this state",
} if {
	treatment(input.skill.securityRequirements.state) == "review"
} else := {
	"treatment": "deny",
	"code": "security.not-accepted",
	"message": "the policy data does not accept security requirements in this state",
} if {
	is_string(input.skill.securityRequirements.state)
}

# METADATA
# description: What the data says about a state of security requirements.
# scope: document
default treatment(_) := "deny"

treatment(state) := data.policy_data.settings.security[state]
