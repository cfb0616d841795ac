package parley.protocol_test

import data.parley.example_test as example
import data.parley.protocol

# METADATA
# description: Which protocol versions are accepted. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"above": {"ask": {}, "under": {}, "want": ["allow", "protocol.accepted"]},
	"at the floor": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "0.3"}},
		"under": {},
		"want": ["allow", "protocol.accepted"],
	},
	"below": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "0.2"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"ten is more than three": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "0.10"}},
		"under": {},
		"want": ["allow", "protocol.accepted"],
	},
	"a patch version": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "0.3.1"}},
		"under": {},
		"want": ["allow", "protocol.accepted"],
	},
	"a leading zero does not compare": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "01.0"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"a sign does not compare": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "+1.0"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"an exponent does not compare": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "1e3"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"an empty version does not compare": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": ""}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"a word does not compare": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "latest"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"a date is not above a number": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": "2026-07-28"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"a later date": {
		"ask": {"/negotiated/protocol": {"name": "mcp", "version": "2026-07-28"}},
		"under": {},
		"want": ["allow", "protocol.accepted"],
	},
	"an earlier date": {
		"ask": {"/negotiated/protocol": {"name": "mcp", "version": "2024-11-05"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"a number is not above a date": {
		"ask": {"/negotiated/protocol": {"name": "mcp", "version": "9999.1"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"not quite a date": {
		"ask": {"/negotiated/protocol": {"name": "mcp", "version": "2026-07-2x"}},
		"under": {},
		"want": ["deny", "protocol.below-floor"],
	},
	"a protocol without a floor": {
		"ask": {"/negotiated/protocol": {"name": "http", "version": "1.1"}},
		"under": {},
		"want": ["deny", "protocol.not-accepted"],
	},
	"missing version": {
		"ask": {"/negotiated/protocol/version": null},
		"under": {},
		"want": ["deny", "protocol.version-missing", "/negotiated/protocol/version"],
	},
	"version is a number": {
		"ask": {"/negotiated/protocol": {"name": "a2a", "version": 1}},
		"under": {},
		"want": ["deny", "protocol.undecided"],
	},
	"no protocol": {"ask": {"/negotiated/protocol": null}, "under": {}, "want": ["deny", "protocol.undecided"]},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := protocol.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}
