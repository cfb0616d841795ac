// SPDX-License-Identifier: Apache-2.0
import { oneLine } from '../../core/errors.js';
import type { LayerReport } from '../../core/layers.js';
import type { NegotiationDocument } from '../../engine/types.js';
import type { Outcome } from '../../negotiated/outcome.js';
import { isRunEvent } from '../../openwop/types.js';
import type { Paint } from './paint.js';

const MARKS: Readonly<Record<LayerReport['status'], readonly [string, 'green' | 'red' | 'dim']>> = {
  passed: ['passed', 'green'],
  refused: ['refused', 'red'],
  'not-reached': ['not reached', 'dim'],
};

const OUTCOMES: Readonly<Record<Outcome, 'green' | 'red' | 'yellow'>> = {
  accepted: 'green',
  'accepted-with-constraints': 'green',
  'review-required': 'yellow',
  rejected: 'red',
};

/** A negotiation for a person to read: six layers, then the decision and what it means. */
export function renderNegotiation(answer: NegotiationDocument, paint: Paint): string {
  const { negotiation, receipt, outcome, evidence, record } = answer;
  const lines = [
    paint(`${negotiation.requesterRef} asks ${negotiation.providerRef} for ${negotiation.skillRef}`, 'bold'),
    '',
    ...answer.layers.flatMap((report) => renderLayer(report, paint)),
    '',
    `decision      ${paint(outcome, OUTCOMES[outcome])}`,
    row('input modes', granted(negotiation.acceptedInputModes, negotiation.requestedInputModes)),
    row('output modes', granted(negotiation.acceptedOutputModes, negotiation.requestedOutputModes)),
    ...negotiation.acceptedExtensions.map((extension) => row('extension', `${extension.uri} (active)`)),
    ...negotiation.rejectedExtensions.map((extension) =>
      row('extension', `${extension.uri} (no: ${extension.reason})`),
    ),
    ...negotiation.requiredExtensionsMissing.map((uri) => row('missing', uri)),
    row(
      'protocol',
      `${record.payload.protocol} ${record.payload.version ?? `refused: ${record.payload.reason ?? 'unknown'}`}`,
    ),
    row('scope', negotiation.authorizationScopeRef),
    ...(negotiation.constraints ?? []).map((constraint) => row('constraint', constraint)),
    row('receipt', `${receipt.decisionId} (${receipt.decision.outcome}, effect ${receipt.effect.admission})`),
    row(
      'record',
      `${record.type} ${isRunEvent(record) ? `${record.runId}#${record.sequence}` : record.eventId}`,
    ),
    row('evidence', `${evidence.head.seq} entries, head ${evidence.head.hash}`),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function renderLayer(report: LayerReport, paint: Paint): string[] {
  const [word, style] = MARKS[report.status];
  const head = `${report.layer.padEnd(14)}${paint(word.padEnd(12), style)}`;
  const reasons = report.reasons.map(
    (reason, index) => `${oneLine(reason)} ${paint(`[${report.codes[index] ?? ''}]`, 'dim')}`,
  );
  return [`${head}${reasons[0] ?? ''}`, ...reasons.slice(1).map((reason) => `${' '.repeat(26)}${reason}`)];
}

function granted(accepted: readonly string[], requested: readonly string[]): string {
  return `${accepted.length > 0 ? accepted.join(', ') : 'none'} (of ${requested.join(', ')})`;
}

function row(name: string, text: string): string {
  return `${name.padEnd(14)}${oneLine(text)}`;
}
