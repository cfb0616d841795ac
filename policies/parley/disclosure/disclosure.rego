# METADATA
# title: Disclosure
# description: |
#   Who may learn that a skill exists. The class comes from the skill's entry, else the provider's, else the
#   settings, else it is `restricted`.
# scope: package
package parley.disclosure

import data.parley.grants

# METADATA
# description: The disclosure classes that this policy knows.
classes := {"public", "authenticated", "restricted", "extended"}

# METADATA
# description: The disclosure class of the skill that is asked for.
class := class_of(input.provider.ref, input.skill.id)

# METADATA
# description: The disclosure class of a skill, from the nearest entry that names one.
class_of(provider, skill) := named_class if {
	named_class := data.policy_data.providers[provider].skills[skill].disclosure
} else := named_class if {
	named_class := data.policy_data.providers[provider].disclosure
} else := named_class if {
	named_class := data.policy_data.settings.disclosure
} else := "restricted"

# METADATA
# description: Whether the requester may learn that the skill exists.
# scope: document
default visible := false

visible if verdict.treatment == "allow"

# METADATA
# description: Hidden where the class cannot be told.
# scope: document
default verdict := {
	"treatment": "deny",
	"code": "disclosure.undecided",
	"message": "the disclosure class of the skill cannot be told",
}

verdict := {
	"treatment": "allow",
	"code": "disclosure.public",
	"message": "the skill is public",
} if {
	named
	class == "public"
} else := {
	"treatment": "deny",
	"code": "disclosure.authentication-required",
	"message": "the skill is shown to authenticated requesters only",
} if {
	class in {"authenticated", "restricted", "extended"}
	authenticated == false
} else := {
	"treatment": "allow",
	"code": "disclosure.authenticated",
	"message": "the skill is shown to authenticated requesters",
} if {
	named
	class == "authenticated"
	authenticated
} else := {
	"treatment": "allow",
	"code": "disclosure.restricted",
	"message": "the requester is in the audience of the skill or holds a grant for it",
} if {
	named
	class == "restricted"
	authenticated
	admitted
} else := {
	"treatment": "allow",
	"code": "disclosure.extended",
	"message": "the requester may read the provider's extended card",
} if {
	named
	class == "extended"
	authenticated
	among(data.policy_data.providers[input.provider.ref].extended_audience)
} else := {
	"treatment": "deny",
	"code": "disclosure.not-in-audience",
	"message": "the requester is not among those the skill is shown to",
} if {
	class in {"restricted", "extended"}
} else := {
	"treatment": "deny",
	"code": "disclosure.class-unknown",
	"message": "the disclosure class of the skill is not one this policy knows",
} if {
	named
}

# METADATA
# description: Whether the request names a provider and a skill.
# scope: document
default named := false

named if {
	is_string(input.provider.ref)
	is_string(input.skill.id)
}

# METADATA
# description: Whether the requester is known to be who it says it is.
# scope: document
default authenticated := false

authenticated if input.requester.authenticated == true

# METADATA
# description: Whether the requester may see a restricted skill.
# scope: document
default admitted := false

admitted if grants.holder

else if among(data.policy_data.providers[input.provider.ref].skills[input.skill.id].audience)

# METADATA
# description: Whether the requester, its tenant or one of its roles is in an audience.
# scope: document
default among(_) := false

among(audience) if audience.requesters[input.requester.ref] == true

else if audience.tenants[input.requester.tenant] == true

else if {
	some role in input.requester.attributes.roles
	audience.roles[role] == true
}
