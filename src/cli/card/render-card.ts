// SPDX-License-Identifier: Apache-2.0
import type { SignatureStatus, SignatureVerdict } from '../../advertised/types.js';
import { ERROR_CODES, type ErrorCode } from '../../core/error-codes.js';
import { oneLine } from '../../core/errors.js';
import type { Paint } from '../text/paint.js';
import type { CardDescription, FlagFact } from './describe-card.js';

const STYLES: Readonly<Record<SignatureStatus, 'green' | 'yellow' | 'red'>> = {
  verified: 'green',
  unsigned: 'yellow',
  untrusted: 'yellow',
  invalid: 'red',
};

const MOST_POINTERS = 12;

/** A card for a person to read: who signed, under which profile, what is covered and what is not, findings. */
export function renderCard(path: string, card: CardDescription, paint: Paint): string {
  const { streaming, pushNotifications, extendedAgentCard, extensions } = card.capabilities;
  const lines = [
    paint(oneLine(path), 'bold'),
    row('document', `${card.protocol} ${card.protocolVersion}`),
    row('digest', card.digest),
    row('signature', details(card.signature), {
      before: paint(card.signature.status, STYLES[card.signature.status]),
    }),
    ...why(card.signature).map((text) => row('', text)),
    ...(card.signatures.length > 1
      ? card.signatures.map((one, index) => row(`  ${index}`, one.status + details(one)))
      : []),
    row('streaming', flag(streaming)),
    row('push', flag(pushNotifications)),
    row('extended card', flag(extendedAgentCard)),
    row(
      'extensions',
      extensions.state === 'undeclared'
        ? extensions.state
        : `${extensions.state}, ${extensions.value.length}${covered(extensions.attested)}`,
    ),
    ...extensions.value.map((one) => row('', `${one.uri}${one.required ? ' (required)' : ''}`)),
    ...unattested(card),
    ...card.findings.map((finding) =>
      row(finding.severity, `${finding.pointer || '(document)'} ${finding.message} `, {
        after: paint(`[${finding.code}]`, 'dim'),
      }),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function details({ profile, kid, alg, keySource, code }: SignatureVerdict): string {
  const parts = [
    profile !== undefined && `profile ${profile}`,
    kid !== undefined && `kid ${oneLine(kid)}`,
    alg !== undefined && alg,
    keySource !== undefined && `key from ${oneLine(keySource)}`,
    code !== undefined && code,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** What the code of a verdict means, and what to do: a reader who never saw it has only this line. */
function why({ code }: SignatureVerdict): string[] {
  if (code === undefined || !Object.hasOwn(ERROR_CODES, code)) return [];
  const { message, action } = ERROR_CODES[code as ErrorCode];
  return [`${message}; ${action}`];
}

function unattested(card: CardDescription): string[] {
  if (card.signature.status !== 'verified') return [row('not covered', 'everything')];
  if (card.unattested.length === 0) return [row('not covered', 'nothing')];
  const shown = card.unattested
    .slice(0, MOST_POINTERS)
    .map((pointer, index) => row(index === 0 ? 'not covered' : '', pointer));
  const more = card.unattested.length - shown.length;
  return more > 0 ? [...shown, row('', `and ${more} more`)] : shown;
}

function flag(fact: FlagFact): string {
  return fact.state + covered(fact.attested);
}

function covered(attested: boolean): string {
  return attested ? ', attested' : '';
}

/** Only the text comes from outside and is made harmless: paint stands beside it, or it would be taken out too. */
function row(name: string, text: string, { before = '', after = '' } = {}): string {
  return `${name.padEnd(14)}${before}${oneLine(text)}${after}`.trimEnd();
}
