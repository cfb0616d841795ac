// SPDX-License-Identifier: Apache-2.0
import { createDecisionLog, openHttpSink } from '../../../src/adapters/decision-log/index.js';
import { source } from './support.js';

// Logs decisions and says which were kept and which were delivered; with a count of 0 it sends what is left.
const [service = '', spool = '', count = '0'] = process.argv.slice(2);
const sink = await openHttpSink({
  service,
  spool,
  mostEvents: 7,
  minDelay: 1,
  maxDelay: 2,
  onDelivered: (ids) => process.stdout.write(ids.map((id) => `delivered ${id}\n`).join('')),
});
const log = createDecisionLog({ labels: { id: 'child' }, sinks: [sink] });
for (let number = 1; number <= Number(count); number += 1) {
  await log.record(source(number));
  process.stdout.write(`kept decision.${number}\n`);
}
await sink.flushed();
process.stdout.write(`counters ${JSON.stringify(log.counters())}\n`);
await log.close();
