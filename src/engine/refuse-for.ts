// SPDX-License-Identifier: Apache-2.0
import type { GovernanceError } from '../core/errors.js';
import { LAYERS, type Layer, type LayerReport } from '../core/layers.js';
import type { RecordedParts } from './records.js';

/**
 * The same walk, refused at a layer for a failure around it: nothing is granted, the layer says why, and those after it
 * are not reached. A walk that ended before that layer stays as it was, so that what was hidden stays hidden; that the
 * evidence failed is said in any case.
 */
export function refuseFor(facts: RecordedParts, layer: Layer, failure: GovernanceError): RecordedParts {
  const { walk } = facts;
  const place = LAYERS.indexOf(layer);
  const ended = walk.refusedAt === undefined ? LAYERS.length : LAYERS.indexOf(walk.refusedAt);
  if (ended < place && layer !== 'evidenced') return facts;
  const { code, message } = failure;
  const reports = walk.reports.map((report, index): LayerReport => {
    if (index < place) return report;
    if (index > place) return { layer: report.layer, status: 'not-reached', codes: [], reasons: [] };
    return { layer, status: 'refused', codes: [code], reasons: [message] };
  });
  const refusedAt = LAYERS[Math.min(ended, place)];
  return {
    ...facts,
    walk: { outcome: 'rejected', reports, refusedAt, reasons: [{ code, message }], authorized: undefined },
  };
}
