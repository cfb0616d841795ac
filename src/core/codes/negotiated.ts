// SPDX-License-Identifier: Apache-2.0
import { codes, type ErrorEntry } from './entry.js';

const NAMES = {
  NEGOTIATED_REQUEST_MEMBER_UNKNOWN: {
    message: 'the request has a member that no request has',
    action: 'remove or correct the member; docs/request.md lists every member',
  },
  NEGOTIATED_REQUEST_MEMBER_MISSING: {
    message: 'the request lacks a member',
    action: 'add the member; docs/request.md lists the required ones',
  },
  NEGOTIATED_REQUEST_TYPE_WRONG: {
    message: 'a member of the request has another JSON type',
    action: 'write the member in the type that docs/request.md gives',
  },
  NEGOTIATED_REQUEST_VALUE_UNKNOWN: {
    message: 'a member of the request has none of its values',
    action: 'use one of the values that docs/request.md lists',
  },
  NEGOTIATED_REQUEST_TEXT_EMPTY: {
    message: 'a text of the request is empty',
    action: 'fill the member in, or leave it out where it is optional',
  },
  NEGOTIATED_REQUEST_TEXT_TOO_LONG: {
    message: 'a text of the request is too long',
    action: 'shorten it to 2,048 characters',
  },
  NEGOTIATED_REQUEST_TEXT_NOT_UNICODE: {
    message: 'a text of the request holds half of a surrogate pair',
    action: 'write the whole character, or leave it out',
  },
  NEGOTIATED_REQUEST_LIST_EMPTY: {
    message: 'a list of the request is empty',
    action: 'name at least one mode',
  },
  NEGOTIATED_REQUEST_LIST_TOO_LONG: {
    message: 'a list or an object of the request has too many entries',
    action: 'keep to the limits of docs/request.md',
  },
  NEGOTIATED_REQUEST_ATTRIBUTE_TOO_DEEP: {
    message: 'an attribute of the requester is nested too deeply',
    action: 'flatten the attribute to four levels of lists and objects',
  },
  NEGOTIATED_REQUEST_ATTRIBUTE_NAME: {
    message: 'an attribute of the requester has a name that is never accepted',
    action: 'rename the attribute',
  },
  NEGOTIATED_REQUEST_MODE_MALFORMED: {
    message: 'a mode of the request is not a media type',
    action: 'write `type/subtype`, with parameters if need be, or a range such as `text/*`',
  },
  NEGOTIATED_REQUEST_MODE_DUPLICATE: {
    message: 'a mode is requested twice',
    action: 'name each mode once',
  },
  NEGOTIATED_REQUEST_EXTENSION_MALFORMED: {
    message: 'an extension of the request is not named by a URI',
    action: 'name it by its absolute URI, or by its MCP extension identifier',
  },
  NEGOTIATED_REQUEST_EXTENSION_DUPLICATE: {
    message: 'an extension is requested twice',
    action: 'name each extension once, in one version',
  },
  NEGOTIATED_REQUEST_ORIGIN_MALFORMED: {
    message: 'an origin of the request is not one',
    action: 'write `scheme://host[:port]` in lower case, without a path and without the default port',
  },
  NEGOTIATED_REQUEST_SELF: {
    message: 'the requester and the provider of the request are one',
    action: 'give the two sides references of their own',
  },
} as const;

/** Codes of the negotiated part. */
export const NEGOTIATED_CODES: Readonly<Record<keyof typeof NAMES, ErrorEntry>> = codes('negotiated', NAMES);
