# METADATA
# title: Signatures
# description: |
#   Which cards are admitted: by signature status, by the profile a signature verified under, and by key. An
#   `invalid` signature is never admitted, whatever the data says.
# scope: package
package parley.signature

# METADATA
# description: Refused where the state of the signature cannot be told.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "signature.undecided",
	"message": "the state of the card's signature cannot be told",
}

verdict := {
	"treatment": "allow",
	"code": "signature.verified",
	"message": "the card's signature is verified under an admitted profile",
} if {
	input.card.signature == "verified"
	key_admitted
	status == "allow"
	profile == "allow"
} else := {
	"treatment": "allow",
	"code": "signature.unverified-admitted",
	"message": "the card's signature is not verified; the policy data admits the card as it is",
	"note": true,
} if {
	input.card.signature in {"unsigned", "untrusted"}
	status == "allow"
} else := {
	"treatment": "review",
	"code": "signature.review",
	"message": "the policy data asks for a review of cards with this signature state or profile",
} if {
	input.card.signature == "verified"
	key_admitted
	status in {"allow", "review"}
	profile in {"allow", "review"}
} else := {
	"treatment": "review",
	"code": "signature.review",
	"message": "the policy data asks for a review of cards with this signature state or profile",
} if {
	input.card.signature in {"unsigned", "untrusted"}
	status == "review"
} else := {
	"treatment": "deny",
	"code": "signature.invalid",
	"message": "the card's signature is invalid",
} if {
	input.card.signature == "invalid"
} else := {
	"treatment": "deny",
	"code": "signature.profile-missing",
	"message": "the card is verified, but under which profile is not said",
	"gap": "/card/profile",
} if {
	input.card.signature == "verified"
	object.get(input.card, "profile", null) == null
} else := {
	"treatment": "deny",
	"code": "signature.key-not-admitted",
	"message": "the key that signed the card is not among those pinned for this provider",
} if {
	input.card.signature == "verified"
	key_admitted == false
} else := {
	"treatment": "deny",
	"code": "signature.profile-not-admitted",
	"message": "the card is verified under a profile that the policy data does not admit",
} if {
	input.card.signature == "verified"
	status in {"allow", "review"}
} else := {
	"treatment": "deny",
	"code": "signature.not-admitted",
	"message": "cards with this signature state are not admitted",
} if {
	is_string(input.card.signature)
}

# METADATA
# description: What the data says about the signature state; the provider's entry wins over the settings.
# scope: document
default status := "deny"

status := treatment if {
	treatment := data.policy_data.providers[input.provider.ref].signatures[input.card.signature]
} else := treatment if {
	treatment := data.policy_data.settings.signatures[input.card.signature]
}

# METADATA
# description: What the data says about the profile; the provider's entry wins over the settings.
# scope: document
default profile := "deny"

profile := treatment if {
	treatment := data.policy_data.providers[input.provider.ref].profiles[input.card.profile]
} else := treatment if {
	treatment := data.policy_data.settings.profiles[input.card.profile]
}

# METADATA
# description: Whether the signing key may speak for the provider; true where no keys are pinned for it.
# scope: document
default key_admitted := false

key_admitted if object.get(data.policy_data.providers, [input.provider.ref, "keys"], null) == null

else if data.policy_data.providers[input.provider.ref].keys[input.card.keyId] == true
