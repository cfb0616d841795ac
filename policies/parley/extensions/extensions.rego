# METADATA
# title: Required extensions
# description: |
#   What happens where an extension that one side requires could not be agreed on: `reject` (the default) or
#   `review`, from the setting `required_extension_missing`. Where the setting `review` is on, everything that is not
#   denied for another reason waits for a review, and so does this.
# scope: package
package parley.extensions

# METADATA
# description: Refused where what was negotiated cannot be read.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "extensions.undecided",
	"message": "the negotiated extensions cannot be read",
}

verdict := {
	"treatment": "allow",
	"code": "extensions.complete",
	"message": "no required extension is missing",
} if {
	input.negotiated.missing == []
} else := {
	"treatment": "review",
	"code": "extensions.required-missing-review",
	"message": "a required extension is missing, and the policy asks for a review",
} if {
	is_array(input.negotiated.missing)
	reviewed
} else := {
	"treatment": "deny",
	"code": "extensions.required-missing",
	"message": "a required extension is missing",
} if {
	is_array(input.negotiated.missing)
}

# METADATA
# description: Whether somebody looks at a negotiation that lacks a required extension.
# scope: document
reviewed if data.policy_data.settings.required_extension_missing == "review"

reviewed if data.policy_data.settings.review == true
