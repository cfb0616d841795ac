// SPDX-License-Identifier: Apache-2.0

/** Rows of the advertised part that speak of cards: what refuses a document, and why a signature was not judged. */
export const ADVERTISED_CARD_ROWS = {
  ADVERTISED_NOT_A_CARD: {
    message: 'the document is neither an A2A card nor an MCP description',
    action:
      'pass an AgentCard, an MCP `initialize` or `server/discover` result, or `{discover|initialize, tools}`',
  },
  ADVERTISED_REQUIRED_FIELD_ABSENT: {
    message: 'the card lacks a member that the negotiation profile requires',
    action: 'publish the member, or take it off the list of required fields',
  },
  ADVERTISED_REQUIRED_FIELD_UNATTESTED: {
    message: 'a required member is not covered by the signature of the card',
    action: 'sign under a profile that covers the member, or take it off the list of required fields',
  },
  ADVERTISED_EXTENSION_CONFLICT: {
    message: 'the card declares one extension twice, with different content',
    action: 'declare each extension once; readers disagree on which entry counts',
  },
  ADVERTISED_EXTENSION_UNREADABLE: {
    message: 'the card requires an extension that it does not name',
    action: 'give the extension a `uri`, or drop the entry',
  },
  ADVERTISED_EXTENSION_UNATTESTED: {
    message: 'the card requires an extension that its signature does not cover',
    action: 'fetch the card again; the entry was added or changed after signing',
  },
  ADVERTISED_SIGNATURE_NOT_CHECKED: {
    message: 'the card is signed and nothing was there to check it',
    action: 'configure a trust store, or let policy decide about untrusted cards',
  },
} as const;
