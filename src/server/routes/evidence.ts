// SPDX-License-Identifier: Apache-2.0
import type { Context } from 'hono';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import type { EvidenceEntry, EvidenceStore } from '../../evidenced/types.js';
import { parseRecordBody } from '../../openwop/parse-record-body.js';
import type { ServerDeps } from '../deps.js';
import { RequestProblem } from '../problem.js';
import { requirePrincipal } from './principal.js';

/** `GET /v1/negotiations/{id}`: the newest answer under this id, where the caller's tenant got it. */
export function getNegotiation(c: Context, deps: ServerDeps): Response {
  const { tenant } = requirePrincipal(c, deps, 'negotiate');
  const entries = deps.engine.evidence.ofNegotiation(c.req.param('id') ?? '');
  const start = entries.findLastIndex((entry) => entry.kind === 'negotiation' && tenantOf(entry) === tenant);
  const first = entries[start];
  if (first === undefined) throw NOT_FOUND();
  // One append wrote them together, in this order; a refused write left none of them.
  const rest = entries.slice(start + 1);
  const next = rest.findIndex((entry) => entry.kind === 'negotiation');
  const own = [first, ...(next === -1 ? rest : rest.slice(0, next))];
  const said = bodyOf(first);
  const negotiation = member(said, 'negotiation') ?? null;
  const receipt = own.find((entry) => entry.kind === 'decision-receipt');
  const decided = own.find((entry) => entry.kind === 'negotiation.decided');
  const last = decided ?? first;
  const refs = isJsonObject(negotiation) ? (member(negotiation, 'evidenceRefs') ?? []) : [];
  return c.json({
    outcome: isJsonObject(negotiation) ? (member(negotiation, 'negotiationOutcome') ?? null) : null,
    layers: layersOf(said),
    negotiation,
    receipt: receipt === undefined ? null : bodyOf(receipt),
    record: decided === undefined ? null : (parseRecordBody(decided.body)?.record ?? null),
    evidence: { head: { seq: last.seq, hash: last.hash }, refs },
  });
}

/** `GET /v1/evidence/{id}`: one entry of the log, as it was written, where it belongs to the caller's tenant. */
export function getEvidence(c: Context, deps: ServerDeps): Response {
  const { tenant } = requirePrincipal(c, deps, 'evidence');
  const entry = deps.engine.evidence.find(c.req.param('id') ?? '');
  if (entry === undefined || ownerOf(deps.engine.evidence, entry) !== tenant) throw NOT_FOUND();
  return c.json(entry);
}

// What is another tenant's is answered like what is not there.
const NOT_FOUND = (): RequestProblem => new RequestProblem(404, 'not-found', 'there is no such entry');

function ownerOf(store: EvidenceStore, entry: EvidenceEntry): string | undefined {
  if (entry.kind === 'negotiation') return tenantOf(entry);
  const audience = parseRecordBody(entry.body)?.audience;
  if (audience !== undefined && audience !== null) return audience.tenant;
  if (entry.negotiationId === undefined) return undefined;
  const before = store
    .ofNegotiation(entry.negotiationId)
    .findLast(({ kind, seq }) => kind === 'negotiation' && seq < entry.seq);
  return before === undefined ? undefined : tenantOf(before);
}

function tenantOf(entry: EvidenceEntry): string | undefined {
  const request = member(bodyOf(entry), 'request');
  const requester = isJsonObject(request) ? member(request, 'requester') : undefined;
  const tenant = isJsonObject(requester) ? member(requester, 'tenant') : undefined;
  return typeof tenant === 'string' ? tenant : undefined;
}

function bodyOf(entry: EvidenceEntry): JsonObject {
  const body = JSON.parse(entry.body) as Json;
  return isJsonObject(body) ? body : {};
}

// The log keeps the codes of each layer, from before it was written itself; whoever reads it knows that it was. The
// sentences of policy are found again by their codes.
function layersOf(body: JsonObject): Json {
  const layers = member(body, 'layers');
  if (!Array.isArray(layers)) return [];
  const sentences = policySentences(body);
  return layers.map((layer: Json) => {
    if (!isJsonObject(layer)) return layer;
    if (member(layer, 'layer') === 'evidenced') return EVIDENCED;
    const codes = member(layer, 'codes');
    const known = Array.isArray(codes) ? codes.map((code) => sentences.get(String(code))) : [];
    return { ...layer, reasons: known.filter((sentence) => sentence !== undefined) };
  });
}

function policySentences(body: JsonObject): ReadonlyMap<string, string> {
  const sentences = new Map<string, string>();
  const verdict = member(body, 'verdict');
  for (const part of ['discovery', 'authorization']) {
    const said = isJsonObject(verdict) ? member(verdict, part) : undefined;
    const reasons = isJsonObject(said) ? member(said, 'reasons') : undefined;
    for (const reason of Array.isArray(reasons) ? reasons : []) {
      const { code, message } = reason as { readonly code?: Json; readonly message?: Json };
      if (typeof code === 'string' && typeof message === 'string') sentences.set(code, message);
    }
  }
  return sentences;
}

const EVIDENCED: JsonObject = Object.freeze({
  layer: 'evidenced',
  status: 'passed',
  codes: Object.freeze(['EVIDENCED_WRITTEN']),
  reasons: Object.freeze(['the decision was written to the evidence before this answer']),
});
