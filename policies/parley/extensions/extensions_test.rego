package parley.extensions_test

import data.parley.example_test as example
import data.parley.extensions

# METADATA
# description: What a missing required extension means. Each case is what is asked, under which data, and the verdict that is wanted.
cases := {
	"nothing missing": {"ask": {}, "under": {}, "want": ["allow", "extensions.complete"]},
	"missing": {
		"ask": {"/negotiated/missing": ["https://x.example/v1"]},
		"under": {},
		"want": ["deny", "extensions.required-missing"],
	},
	"missing, reject": {
		"ask": {"/negotiated/missing": ["https://x.example/v1"]},
		"under": {"/settings/required_extension_missing": "reject"},
		"want": ["deny", "extensions.required-missing"],
	},
	"missing, review": {
		"ask": {"/negotiated/missing": ["https://x.example/v1"]},
		"under": {"/settings/required_extension_missing": "review"},
		"want": ["review", "extensions.required-missing-review"],
	},
	"missing, everything reviewed": {
		"ask": {"/negotiated/missing": ["https://x.example/v1"]},
		"under": {"/settings/review": true},
		"want": ["review", "extensions.required-missing-review"],
	},
	"missing, review misspelt": {
		"ask": {"/negotiated/missing": ["https://x.example/v1"]},
		"under": {"/settings/review": "true"},
		"want": ["deny", "extensions.required-missing"],
	},
	"missing, misspelt": {
		"ask": {"/negotiated/missing": ["https://x.example/v1"]},
		"under": {"/settings/required_extension_missing": "allow"},
		"want": ["deny", "extensions.required-missing"],
	},
	"no list": {
		"ask": {"/negotiated/missing": null},
		"under": {"/settings/required_extension_missing": "review"},
		"want": ["deny", "extensions.undecided"],
	},
}

# METADATA
# description: The verdict of every case, with the attribute that is missing where it is a gap.
test_verdict[name] if {
	some name, case in cases
	verdict := extensions.verdict with input as example.asking(case.ask) with data.policy_data as example.under(case.under)
	is_string(verdict.message)
	case.want == example.brief(verdict)
}
