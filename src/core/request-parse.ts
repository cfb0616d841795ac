// SPDX-License-Identifier: Apache-2.0
import { fault } from './errors.js';
import { pointer } from './json.js';
import type { NegotiationRequest } from './request.js';
import { RequestRefusal, within } from './request-read/reader.js';
import { readRequest } from './request-read/request.js';
import { refuseRepeat } from './request-read/texts.js';

/**
 * Read a negotiation request from outside into a frozen copy, its members in one order. It accepts
 * what `schemas/negotiation-request.schema.json` accepts, less a URI that is requested twice and a requester that
 * is its own provider.
 *
 * @throws NegotiatedError NEGOTIATED_REQUEST_MEMBER_UNKNOWN, NEGOTIATED_REQUEST_MEMBER_MISSING,
 *   NEGOTIATED_REQUEST_TYPE_WRONG, NEGOTIATED_REQUEST_VALUE_UNKNOWN, NEGOTIATED_REQUEST_TEXT_EMPTY,
 *   NEGOTIATED_REQUEST_TEXT_TOO_LONG, NEGOTIATED_REQUEST_TEXT_NOT_UNICODE, NEGOTIATED_REQUEST_LIST_EMPTY,
 *   NEGOTIATED_REQUEST_LIST_TOO_LONG, NEGOTIATED_REQUEST_ATTRIBUTE_TOO_DEEP, NEGOTIATED_REQUEST_ATTRIBUTE_NAME,
 *   NEGOTIATED_REQUEST_MODE_MALFORMED, NEGOTIATED_REQUEST_MODE_DUPLICATE, NEGOTIATED_REQUEST_EXTENSION_MALFORMED,
 *   NEGOTIATED_REQUEST_EXTENSION_DUPLICATE, NEGOTIATED_REQUEST_ORIGIN_MALFORMED, NEGOTIATED_REQUEST_SELF; each
 *   with a JSON pointer
 */
export function parseRequest(document: unknown): NegotiationRequest {
  try {
    const read = readRequest(document);
    refuseContradictions(read);
    return read;
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    throw fault(error.code, { pointer: pointer('', ...error.path), detail: error.detail });
  }
}

// Beyond the schema, and so after all that the schema says.
function refuseContradictions(read: NegotiationRequest): void {
  // Activated by URI alone (A2A section 4.6.3), so one URI in two versions has no meaning.
  if (read.extensions !== undefined && read.extensions.length > 1) {
    const names = read.extensions.map((one) => one.uri);
    inside('extensions', () => refuseRepeat(names, 'NEGOTIATED_REQUEST_EXTENSION_DUPLICATE'));
  }
  if (read.requester.ref === read.provider.ref)
    inside('provider', () => {
      throw within('ref', new RequestRefusal('NEGOTIATED_REQUEST_SELF'));
    });
}

function inside(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw within(name, error);
  }
}
