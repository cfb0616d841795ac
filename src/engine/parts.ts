// SPDX-License-Identifier: Apache-2.0

import type { PolicyPort } from '../core/policy.js';
import type { Clock, Ids, Logger } from '../core/ports.js';
import type { Issuer } from '../core/state.js';
import type { EvidenceStore } from '../evidenced/types.js';
import type { Deadline, RunSink } from '../openwop/port.js';
import type { ProtocolsConfig } from '../openwop/protocols.js';
import type { RunPlaces } from '../openwop/run-places.js';
import type { CardHistory } from './card-history.js';
import type { EngineLimits } from './options.js';
import type { PeerDigests } from './peer-digests.js';
import type { CardReader } from './read-card.js';
import type { DecisionListener } from './report-decision.js';
import type { TamperCheck } from './tamper.js';

/** An engine's parts with every default filled in; private to the engine that made them. */
export interface EngineParts {
  readonly issuer: Issuer;
  readonly policy: PolicyPort;
  readonly evidence: EvidenceStore;
  readonly cards: CardReader;
  readonly history: CardHistory;
  readonly peers: PeerDigests;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly protocols: ProtocolsConfig;
  readonly limits: EngineLimits;
  readonly runs: RunSink;
  readonly places: RunPlaces;
  readonly deadline: Deadline;
  readonly reviewPath: string;
  readonly onDecision: DecisionListener | undefined;
  readonly untampered: TamperCheck;
}
