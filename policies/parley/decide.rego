# METADATA
# title: Parley decisions
# description: |
#   The two questions the engine asks. Each concern has its own package and gives one verdict,
#   `{treatment, code, message, gap?}`; this package only combines them, and everything it does not know is a deny.
# scope: package
package parley

import data.parley.disclosure
import data.parley.extensions
import data.parley.grants
import data.parley.history
import data.parley.origin
import data.parley.protocol
import data.parley.review
import data.parley.security
import data.parley.signature

# METADATA
# title: parley/decide
# description: |
#   May the requester see the skill, and may the effect happen, under which constraints and obligations? The default
#   is the answer where a part of the decision has no value at all.
# scope: document
# entrypoint: true
default decide := {
	"discovery": {
		"visible": false,
		"reasons": [{"code": "policy.undecided", "message": "the policy could not decide who may see the skill"}],
	},
	"authorization": {
		"decision": "deny",
		"reasons": [{"code": "policy.undecided", "message": "the policy could not decide"}],
		"constraints": [],
		"obligations": [],
		"scope": "",
	},
}

decide := {
	"discovery": {
		"visible": disclosure.visible,
		"reasons": [reason(disclosure.verdict)],
	},
	"authorization": {
		"decision": decision,
		"reasons": reasons,
		"constraints": terms.constraints,
		"obligations": terms.obligations,
		"scope": scope,
	},
}

# METADATA
# description: One verdict per concern. Where one has no value this list has none, and the decision stays a deny.
verdicts := [
	disclosure.verdict,
	origin.verdict,
	signature.verdict,
	history.verdict,
	security.verdict,
	protocol.verdict,
	extensions.verdict,
	grants.verdict,
	review.verdict,
]

# METADATA
# description: What the verdicts ask for, as a set. Empty where there are no verdicts, which is no allow.
treatments contains verdict.treatment if some verdict in verdicts

# METADATA
# description: Deny unless every verdict is known to be an allow, or an allow or a review.
# scope: document
default decision := "deny"

decision := "allow" if treatments == {"allow"}

else := "review" if treatments in {{"allow", "review"}, {"review"}}

# METADATA
# description: The reasons that led to the decision. On an allow, the grant and whatever else is worth a note.
# scope: document
reasons := sort([reason(verdict) | some verdict in verdicts; verdict.note]) if {
	decision == "allow"
} else := sort([reason(verdict) | some verdict in verdicts; verdict.treatment == decision])

# METADATA
# description: A verdict as a reason of the answer, naming the missing attribute where there is one.
reason(verdict) := {"code": verdict.code, "message": verdict.message, "gap": gap} if {
	gap := verdict.gap
} else := {"code": verdict.code, "message": verdict.message}

# METADATA
# description: A deny carries no constraints and no obligations; it grants nothing that they could bound.
# scope: document
default terms := {"constraints": [], "obligations": []}

terms := grants.terms if decision == "allow"

else := grants.terms if decision == "review"

# METADATA
# description: The scope that the answer is about, as it was asked for.
# scope: document
default scope := ""

scope := input.scope if is_string(input.scope)
