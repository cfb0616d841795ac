// SPDX-License-Identifier: Apache-2.0
import type { GovernanceError } from '../core/errors.js';
import type { Layer, LayerReport } from '../core/layers.js';
import type { RecordedParts } from './records.js';

/** The same walk, refused at a layer for a failure around it: nothing is granted, and the layer says why. */
export function refuseFor(facts: RecordedParts, layer: Layer, failure: GovernanceError): RecordedParts {
  const reports = facts.walk.reports.map(
    (report): LayerReport =>
      report.layer === layer
        ? { layer, status: 'refused', codes: [failure.code], reasons: [failure.message] }
        : report,
  );
  const reasons = [{ code: failure.code, message: failure.message }];
  // An earlier refusal stays where it was: what was hidden from the requester stays hidden.
  const refusedAt = facts.walk.refusedAt ?? layer;
  return { ...facts, walk: { outcome: 'rejected', reports, refusedAt, reasons, authorized: undefined } };
}
