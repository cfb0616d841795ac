# METADATA
# title: Protocol floor
# description: The oldest version of each protocol that the policy accepts. A protocol without a floor is refused.
# scope: package
package parley.protocol

# METADATA
# description: Refused where the protocol cannot be told.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "protocol.undecided",
	"message": "the protocol cannot be told",
}

verdict := {
	"treatment": "allow",
	"code": "protocol.accepted",
	"message": "the protocol version is at or above the floor",
} if {
	accepts(input.negotiated.protocol.name, input.negotiated.protocol.version)
} else := {
	"treatment": "deny",
	"code": "protocol.not-accepted",
	"message": "the policy data names no floor for this protocol",
} if {
	is_string(input.negotiated.protocol.name)
	floor_of(input.negotiated.protocol.name) == null
} else := {
	"treatment": "deny",
	"code": "protocol.version-missing",
	"message": "the policy needs the protocol version and does not have it",
	"gap": "/negotiated/protocol/version",
} if {
	is_string(input.negotiated.protocol.name)
	object.get(input.negotiated.protocol, "version", null) == null
} else := {
	"treatment": "deny",
	"code": "protocol.below-floor",
	"message": "the protocol version is below the floor, or not a version this policy can compare",
} if {
	is_string(input.negotiated.protocol.version)
}

# METADATA
# description: The floor of a protocol; null where the data names none.
floor_of(name) := object.get(data.policy_data.settings, ["protocols", name, "floor"], null)

# METADATA
# description: Whether a version is at or above the floor of its protocol. The floor itself needs no comparison.
# scope: document
default accepts(_, _) := false

accepts(name, version) if version == data.policy_data.settings.protocols[name].floor

else if at_least(version, data.policy_data.settings.protocols[name].floor)

# METADATA
# description: |
#   Whether a version comes after a floor of the same kind. Dates of ten characters compare as text; numbers with
#   dots compare part by part. Anything else does not compare.
# scope: document
default at_least(_, _) := false

at_least(version, least) if {
	is_date(version)
	is_date(least)
	version >= least
} else if {
	numbers_of(version) >= numbers_of(least)
}

# METADATA
# description: Whether text has the shape of a date, as MCP revisions do.
# scope: document
default is_date(_) := false

is_date(text) if {
	count(text) == 10
	parts := split(text, "-")
	[count(part) | some part in parts] == [4, 2, 2]
	every part in parts {
		count(trim(part, "0123456789")) == 0
	}
}

# METADATA
# description: |
#   The numbers of a dotted version; undefined where a part is not written as a plain number (no sign, no exponent,
#   no leading zero).
numbers_of(version) := parsed if {
	parts := split(version, ".")
	parsed := [number | some part in parts; number := to_number(part); format_int(number, 10) == part]
	count(parsed) == count(parts)
}
