# METADATA
# title: Origins
# description: Ties a provider to the origins its card may come from, where the data names them.
# scope: package
package parley.origin

# METADATA
# description: Refused where the provider cannot be told.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "origin.undecided",
	"message": "the provider of the card cannot be told",
}

verdict := {
	"treatment": "allow",
	"code": "origin.not-pinned",
	"message": "no origins are pinned for the provider",
} if {
	is_string(input.provider.ref)
	pinned == null
} else := {
	"treatment": "allow",
	"code": "origin.admitted",
	"message": "the card comes from an origin pinned for the provider",
} if {
	pinned[input.provider.origin] == true
} else := {
	"treatment": "deny",
	"code": "origin.missing",
	"message": "origins are pinned for the provider, and the request does not say where the card came from",
	"gap": "/provider/origin",
} if {
	is_string(input.provider.ref)
	object.get(input.provider, "origin", null) == null
} else := {
	"treatment": "deny",
	"code": "origin.not-admitted",
	"message": "the card comes from an origin that is not pinned for the provider",
} if {
	is_string(input.provider.origin)
}

# METADATA
# description: The origins pinned for the provider; null where it has none.
pinned := object.get(data.policy_data.providers, [input.provider.ref, "origins"], null)
