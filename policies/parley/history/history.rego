# METADATA
# title: Card history
# description: |
#   Rollback and freshness. The engine reports what it knows of earlier cards as codes in `input.card.history`;
#   the data says what each code means, the provider's entry before the settings. A code without an entry is a deny.
# scope: package
package parley.history

# METADATA
# description: Refused where the history is not a list.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "history.undecided",
	"message": "the history of the card cannot be read",
}

verdict := {
	"treatment": "allow",
	"code": "history.clean",
	"message": "nothing in the card's history speaks against it",
} if {
	input.card.history == []
} else := {
	"treatment": "allow",
	"code": "history.accepted",
	"message": concat("", ["the policy data accepts what the card's history says: ", said("allow")]),
	"note": true,
} if {
	is_array(input.card.history)
	treatments == {"allow"}
} else := {
	"treatment": "review",
	"code": "history.review",
	"message": concat("", ["the card's history asks for a review: ", said("review")]),
} if {
	is_array(input.card.history)
	treatments in {{"review"}, {"allow", "review"}}
} else := {
	"treatment": "deny",
	"code": "history.not-accepted",
	"message": "the card's history speaks against it",
} if {
	is_array(input.card.history)
} else := {
	"treatment": "allow",
	"code": "history.untracked",
	"message": "the history of the card is not tracked",
} if {
	object.get(input.card, "history", null) == null
	object.get(data.policy_data.settings, "require_history", false) == false
} else := {
	"treatment": "deny",
	"code": "history.missing",
	"message": "the policy needs the card's history and does not have it",
	"gap": "/card/history",
} if {
	object.get(input.card, "history", null) == null
}

# METADATA
# description: What the data says about the codes of this card.
treatments contains treatment(code) if some code in input.card.history

# METADATA
# description: What the data says about one code.
# scope: document
default treatment(_) := "deny"

treatment(code) := wanted if {
	wanted := data.policy_data.providers[input.provider.ref].history[code]
} else := wanted if {
	wanted := data.policy_data.settings.history[code]
}

# METADATA
# description: The codes that the data treats in one way, for the message.
said(wanted) := concat(", ", sort({code | some code in input.card.history; treatment(code) == wanted}))
