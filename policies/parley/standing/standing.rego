# METADATA
# title: The standing of a grant
# description: Whether one grant can be used by this request, and if so with or without a review.
# scope: package
package parley.standing

import data.parley.effects

# METADATA
# description: |
#   The verdict on one grant. The first two say yes or ask for a review; the others only say why not. What none of
#   them knows (a misspelt treatment, say) is a deny.
verdict_of(grant, found) := {
	"treatment": "allow",
	"code": found,
	"message": "a grant of the requester's covers the skill, the scope and the effect",
	"note": true,
} if {
	known(grant)
	current(grant)
	effects.class(grant) == "allow"
	effects.risk(grant) == "allow"
	object.get(grant, "review", false) == false
} else := {"treatment": "review", "code": why.code, "message": why.message} if {
	known(grant)
	current(grant)
	effects.class(grant) in {"allow", "review"}
	effects.risk(grant) in {"allow", "review"}
	object.get(grant, "review", false) in {true, false}
	why := why_review(grant)
} else := {
	"treatment": "deny",
	"code": "grant.authentication-required",
	"message": "the grant is for authenticated requesters",
} if {
	known(grant) == false
} else := {
	"treatment": "deny",
	"code": "grant.expired",
	"message": "the grant has expired, or its expiry cannot be read",
} if {
	current(grant) == false
} else := {
	"treatment": "deny",
	"code": "effect.not-granted",
	"message": "the grant does not cover this class of effect",
} if {
	effects.class(grant) == "deny"
} else := {
	"treatment": "deny",
	"code": "effect.risk-missing",
	"message": "the policy needs the risk of the effect and does not have it",
	"gap": "/effect/risk",
} if {
	effects.risk_declared == false
	effects.risk(grant) == "deny"
} else := {
	"treatment": "deny",
	"code": "effect.risk-not-granted",
	"message": "the grant does not cover this risk tier",
} if {
	effects.risk(grant) == "deny"
} else := {
	"treatment": "deny",
	"code": "grant.malformed",
	"message": "the grant says something this policy does not know",
}

# METADATA
# description: Why a grant asks for a review.
why_review(grant) := {
	"code": "grant.review",
	"message": "the grant asks for a review",
} if {
	grant.review == true
} else := {
	"code": "effect.review",
	"message": "the grant asks for a review of this class of effect",
} if {
	effects.class(grant) == "review"
} else := {
	"code": "effect.risk-review",
	"message": "this risk tier asks for a review",
}

# METADATA
# description: Whether a verdict lets the grant be used.
# scope: document
default usable(_) := false

usable(verdict) if verdict.treatment in {"allow", "review"}

# METADATA
# description: Whether the requester is known well enough for the grant.
# scope: document
default known(_) := false

known(grant) if grant.anonymous == true

else if input.requester.authenticated == true

# METADATA
# description: Whether the grant has no expiry, or one that lies ahead.
# scope: document
default current(_) := false

current(grant) if object.get(grant, "expires", null) == null

else if instant(grant.expires) > instant(input.now)

# METADATA
# description: |
#   A UTC time as text that sorts by time, to the second; undefined where it is not written like
#   `2026-01-31T00:00:00Z`, with or without a fraction.
instant(text) := substring(text, 0, 19) if {
	endswith(text, "Z")
	substring(text, 10, 1) == "T"
	[count(part) | some part in split(substring(text, 0, 10), "-")] == [4, 2, 2]
	[count(part) | some part in split(substring(text, 11, 8), ":")] == [2, 2, 2]
	digits := replace(replace(replace(substring(text, 0, 19), "-", ""), "T", ""), ":", "")
	count(trim(digits, "0123456789")) == 0
}
