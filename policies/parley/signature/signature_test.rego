package parley.signature_test

import data.parley.example_test as example
import data.parley.signature

# METADATA
# description: Which cards are admitted. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"verified": {"ask": {}, "under": {}, "want": ["allow", "signature.verified"]},
	"verified by a pinned key": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"keys": {"key-1": true}}},
		"want": ["allow", "signature.verified"],
	},
	"verified by another key": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"keys": {"key-2": true}}},
		"want": ["deny", "signature.key-not-admitted"],
	},
	"verified by a revoked key": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"keys": {"key-1": false}}},
		"want": ["deny", "signature.key-not-admitted"],
	},
	"verified by a key without a name": {
		"ask": {"/card/keyId": null},
		"under": {"/providers/agent.contract-review": {"keys": {"key-1": true}}},
		"want": ["deny", "signature.key-not-admitted"],
	},
	"verified, profile asks for a review": {
		"ask": {"/card/profile": "a2a-sdk"},
		"under": {},
		"want": ["review", "signature.review"],
	},
	"verified, provider admits the profile": {
		"ask": {"/card/profile": "a2a-sdk"},
		"under": {"/providers/agent.contract-review": {"profiles": {"a2a-sdk": "allow"}}},
		"want": ["allow", "signature.verified"],
	},
	"verified, provider refuses the profile": {
		"ask": {},
		"under": {"/providers/agent.contract-review": {"profiles": {"emitted": "deny"}}},
		"want": ["deny", "signature.profile-not-admitted"],
	},
	"verified, unknown profile": {
		"ask": {"/card/profile": "homemade"},
		"under": {},
		"want": ["deny", "signature.profile-not-admitted"],
	},
	"verified, no profile": {
		"ask": {"/card/profile": null},
		"under": {},
		"want": ["deny", "signature.profile-missing", "/card/profile"],
	},
	"verified cards are not admitted": {
		"ask": {},
		"under": {"/settings/signatures": {}},
		"want": ["deny", "signature.not-admitted"],
	},
	"verified, review of all": {
		"ask": {},
		"under": {"/settings/signatures": {"verified": "review"}},
		"want": ["review", "signature.review"],
	},
	"unsigned": {"ask": {"/card/signature": "unsigned"}, "under": {}, "want": ["deny", "signature.not-admitted"]},
	"unsigned, admitted by the settings": {
		"ask": {"/card/signature": "unsigned"},
		"under": {"/settings/signatures": {"unsigned": "allow"}},
		"want": ["allow", "signature.unverified-admitted"],
	},
	"unsigned, admitted for the provider": {
		"ask": {"/card/signature": "unsigned"},
		"under": {"/providers/agent.contract-review": {"signatures": {"unsigned": "allow"}}},
		"want": ["allow", "signature.unverified-admitted"],
	},
	"unsigned, the provider is stricter": {
		"ask": {"/card/signature": "unsigned"},
		"under": {"/settings/signatures": {"unsigned": "allow"}, "/providers/agent.contract-review": {"signatures": {"unsigned": "deny"}}},
		"want": ["deny", "signature.not-admitted"],
	},
	"unsigned, review": {
		"ask": {"/card/signature": "unsigned"},
		"under": {"/providers/agent.contract-review": {"signatures": {"unsigned": "review"}}},
		"want": ["review", "signature.review"],
	},
	"untrusted": {"ask": {"/card/signature": "untrusted"}, "under": {}, "want": ["deny", "signature.not-admitted"]},
	"untrusted, admitted for the provider": {
		"ask": {"/card/signature": "untrusted"},
		"under": {"/providers/agent.contract-review": {"signatures": {"untrusted": "allow"}}},
		"want": ["allow", "signature.unverified-admitted"],
	},
	"unsigned admitted is not untrusted admitted": {
		"ask": {"/card/signature": "untrusted"},
		"under": {"/providers/agent.contract-review": {"signatures": {"unsigned": "allow"}}},
		"want": ["deny", "signature.not-admitted"],
	},
	"invalid": {"ask": {"/card/signature": "invalid"}, "under": {}, "want": ["deny", "signature.invalid"]},
	"invalid is never admitted": {
		"ask": {"/card/signature": "invalid"},
		"under": {"/settings/signatures": {"invalid": "allow"}, "/providers/agent.contract-review": {"signatures": {"invalid": "allow"}}},
		"want": ["deny", "signature.invalid"],
	},
	"a state nobody knows": {
		"ask": {"/card/signature": "blessed"},
		"under": {"/settings/signatures": {"blessed": "allow"}},
		"want": ["deny", "signature.not-admitted"],
	},
	"misspelt treatment": {
		"ask": {"/card/signature": "unsigned"},
		"under": {"/providers/agent.contract-review": {"signatures": {"unsigned": "yes"}}},
		"want": ["deny", "signature.not-admitted"],
	},
	"no state": {"ask": {"/card/signature": null}, "under": {}, "want": ["deny", "signature.undecided"]},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := signature.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}
