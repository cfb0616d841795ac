package parley

import data.parley.inspection

# METADATA
# title: parley/registry
# description: |
#   What the policy has to say about a published card before anybody asks for one of its skills. The input has
#   `provider`, `card`, `protocols` (`[{name, version}]`) and `skills` (`[{id, securityRequirements}]`). The default
#   is the answer to an input that cannot be read: a finding, never silence.
# scope: document
# entrypoint: true
default registry := {"findings": [{
	"code": "registry.undecided",
	"severity": "error",
	"pointer": "",
	"message": "the policy could not check the card",
}]}

registry := {"findings": sort(inspection.findings)} if {
	is_string(input.provider.ref)
	is_string(input.card.signature)
	is_array(input.protocols)
	is_array(input.skills)
}
