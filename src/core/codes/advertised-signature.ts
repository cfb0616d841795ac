// SPDX-License-Identifier: Apache-2.0

/** Rows of the advertised part that speak of canonicalization, signatures and the keys that are trusted. */
export const ADVERTISED_SIGNATURE_ROWS = {
  ADVERTISED_PROFILE_INAPPLICABLE: {
    message: 'the card has no canonical form under this profile',
    action: 'give the member named by the pointer the type the A2A schema states, or sign under `emitted`',
  },
  ADVERTISED_PROFILE_UNKNOWN: {
    message: 'there is no canonicalization profile of this name',
    action: 'use one of `emitted`, `a2a-1.0`, `a2a-sdk`, `a2a-python-legacy`',
  },
  ADVERTISED_SIGNATURES_TYPE: {
    message: '`signatures` is not a list',
    action: 'publish `signatures` as a list of JWS objects (A2A section 4.4.7)',
  },
  ADVERTISED_SIGNATURES_TOO_MANY: {
    message: 'the card carries more signatures than are judged',
    action: 'publish at most 8 signatures',
  },
  ADVERTISED_SIGNATURE_MALFORMED: {
    message: 'the entry is not a detached JWS in JSON form',
    action: 'publish `protected` and `signature` as strings, and `header`, where there is one, as an object',
  },
  ADVERTISED_SIGNATURE_BASE64URL: {
    message: 'the text is not canonical base64url',
    action: 'encode without padding and without stray bits (RFC 7515 section 2)',
  },
  ADVERTISED_SIGNATURE_HEADER_JSON: {
    message: 'the protected header is not a JSON object in UTF-8',
    action: 'publish one JSON object, in UTF-8, as the protected header (RFC 7515 section 4)',
  },
  ADVERTISED_SIGNATURE_HEADER_DUPLICATE: {
    message: 'the protected header names a member twice',
    action: 'name each header member once (RFC 7515 section 4)',
  },
  ADVERTISED_SIGNATURE_HEADER_OVERLAP: {
    message: 'a member stands in both the protected and the unprotected header',
    action: 'name each member in one of the two headers (RFC 7515 section 7.2.1)',
  },
  ADVERTISED_SIGNATURE_HEADER_NULL: {
    message: 'a member of the protected header is null',
    action: 'leave out header members that have no value',
  },
  ADVERTISED_SIGNATURE_HEADER_TYPE: {
    message: 'a member of the protected header is not a string',
    action: 'use string members only: `alg`, `kid`, `typ`, `jku`',
  },
  ADVERTISED_SIGNATURE_CRIT: {
    message: 'the signature asks for header extensions that must be understood',
    action: 'sign without `crit`',
  },
  ADVERTISED_SIGNATURE_B64: {
    message: 'the signature uses the unencoded payload option',
    action: 'sign without `b64` (RFC 7797)',
  },
  ADVERTISED_SIGNATURE_ALG_MISSING: {
    message: 'the protected header names no algorithm',
    action: 'name the algorithm in the protected header (A2A section 8.4.2)',
  },
  ADVERTISED_SIGNATURE_ALG_NONE: {
    message: 'the algorithm `none` signs nothing',
    action: 'sign with ES256, ES384, ES512, EdDSA, RS256 to RS512 or PS256 to PS512',
  },
  ADVERTISED_SIGNATURE_ALG_SYMMETRIC: {
    message: 'a symmetric algorithm proves nothing about who signed',
    action: 'sign with ES256, ES384, ES512, EdDSA, RS256 to RS512 or PS256 to PS512',
  },
  ADVERTISED_SIGNATURE_ALG_SECP256K1: {
    message: 'algorithms over secp256k1 are not accepted',
    action: 'sign with ES256, ES384, ES512, EdDSA, RS256 to RS512 or PS256 to PS512',
  },
  ADVERTISED_SIGNATURE_ALG_UNKNOWN: {
    message: 'the algorithm is not on the list of accepted ones',
    action: 'sign with ES256, ES384, ES512, EdDSA, RS256 to RS512 or PS256 to PS512',
  },
  ADVERTISED_SIGNATURE_KID_MISSING: {
    message: 'the protected header names no key',
    action: 'name the key as `kid` in the protected header (A2A section 8.4.2)',
  },
  ADVERTISED_SIGNATURE_FORM: {
    message: 'the signature value has the wrong length for its algorithm',
    action: 'publish ECDSA signatures as R and S side by side (RFC 7518 section 3.4), never as DER',
  },
  ADVERTISED_SIGNATURE_KEY_UNKNOWN: {
    message: 'no pinned key has this `kid`',
    action: 'pin the key of the signer in the trust configuration, if you trust it',
  },
  ADVERTISED_SIGNATURE_KEY_UNFIT: {
    message: 'the pinned key of this `kid` is not made for the algorithm',
    action: 'pin the key that the signer uses, or have the card signed again',
  },
  ADVERTISED_SIGNATURE_KEY_REVOKED: {
    message: 'the key of this signature is revoked',
    action: 'have the card signed with a key that is in force',
  },
  ADVERTISED_SIGNATURE_KEY_EARLY: {
    message: 'the key of this signature is not in force yet',
    action: 'check the clock and `notBefore` of the pinned key',
  },
  ADVERTISED_SIGNATURE_KEY_EXPIRED: {
    message: 'the key of this signature is no longer in force',
    action: 'have the card signed with a key that is in force',
  },
  ADVERTISED_SIGNATURE_KEY_ORIGIN: {
    message: 'the key is not pinned for every origin that the card names',
    action: 'pin the key for these origins, if its holder may speak for them',
  },
  ADVERTISED_SIGNATURE_MISMATCH: {
    message: 'the signature does not match the card under any accepted profile',
    action: 'fetch the card again; if it stays so, the card was changed after it was signed',
  },
  ADVERTISED_TRUST_INVALID: {
    message: 'the trust configuration is not valid',
    action: 'correct the member named by the pointer; docs/trust.md lists every member',
  },
  ADVERTISED_TRUST_FILE: {
    message: 'the key file cannot be read as a JWKS',
    action: 'check the path and that the file is one JSON object with a list `keys`',
  },
  ADVERTISED_TRUST_KEY_PRIVATE: {
    message: 'a key to trust carries private members',
    action: 'publish and pin the public key alone, and replace a key that was shared',
  },
  ADVERTISED_TRUST_KEY_WEAK: {
    message: 'a key to trust is too weak to prove anything',
    action: 'pin RSA of 2048 bits or more and an exponent above 1, or Ed25519 that is not of low order',
  },
  ADVERTISED_TRUST_KEY_INVALID: {
    message: 'a key to trust cannot be read',
    action: 'check the members of the key against RFC 7517 and RFC 7518',
  },
  ADVERTISED_SIGN_KEY_INVALID: {
    message: 'the key cannot sign',
    action: 'give a private JWK (RFC 7517) of a kind and curve that an accepted algorithm uses',
  },
  ADVERTISED_SIGN_CARD_INVALID: {
    message: 'the card cannot take a signature',
    action: 'correct the member named by the pointer, then sign',
  },
} as const;
