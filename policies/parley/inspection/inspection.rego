# METADATA
# title: Registry findings
# description: The verdicts that need no requester, as findings. A deny is an error and a review is a warning.
# scope: package
package parley.inspection

import data.parley.disclosure
import data.parley.history
import data.parley.origin
import data.parley.protocol
import data.parley.security
import data.parley.signature

# METADATA
# description: The severity that a treatment is reported with; an allow is not reported.
severities := {"deny": "error", "review": "warning"}

# METADATA
# description: Everything the policy has to say about the card, with pointers into the card.
# scope: document
findings contains finding(verdict.code, severity, pointer, verdict.message) if {
	some [pointer, verdict] in [["/signatures", signature.verdict], ["", history.verdict], ["", origin.verdict]]
	severity := severities[verdict.treatment]
}

findings contains finding(
	"protocol.none-accepted", "error", "",
	"the policy accepts none of the protocol versions that the card offers",
) if {
	accepted == false
}

findings contains finding(
	"disclosure.undeclared", "info", pointer_of(i),
	"no disclosure class is set for the skill; it is shown to its grant holders only",
) if {
	some i, skill in input.skills
	disclosure.class_of(input.provider.ref, skill.id) == "restricted"
}

findings contains finding(
	"disclosure.class-unknown", "error", pointer_of(i),
	"the disclosure class of the skill is not one this policy knows",
) if {
	some i, skill in input.skills
	count({disclosure.class_of(input.provider.ref, skill.id)} - disclosure.classes) > 0
}

findings contains finding(
	"security.not-accepted", severity, pointer_of(i),
	"the policy data does not accept security requirements in this state",
) if {
	some i, skill in input.skills
	severity := severities[security.treatment(object.get(skill, ["securityRequirements", "state"], ""))]
}

# METADATA
# description: The place of a skill in the card.
pointer_of(i) := concat("", ["/skills/", format_int(i, 10)])

# METADATA
# description: Whether the policy accepts at least one of the protocol versions that the card offers.
# scope: document
default accepted := false

accepted if {
	some offered in input.protocols
	protocol.accepts(offered.name, offered.version)
}

# METADATA
# description: One finding.
finding(code, severity, pointer, message) := {
	"code": code,
	"severity": severity,
	"pointer": pointer,
	"message": message,
}
