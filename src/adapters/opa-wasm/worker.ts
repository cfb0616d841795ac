// SPDX-License-Identifier: Apache-2.0
import { parentPort, workerData } from 'node:worker_threads';
import { digestBytes } from '../../core/digest.js';
import { ERROR_CODES } from '../../core/error-codes.js';
import { InlineEvaluator } from './inline-evaluator.js';
import { PolicyData } from './policy-data.js';
import { translateThrow } from './translate-throw.js';
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './worker-protocol.js';

// The thread of a worker: the inline evaluator, told what to do by messages. It trusts its parent, which has checked
// the module, and is not trusted by it: answers are checked there.
function serve(start: WorkerStart): void {
  const data = new PolicyData(JSON.parse(start.dataText), start.maxPages);
  const evaluator = new InlineEvaluator({
    module: {
      module: start.module,
      bytes: new Uint8Array(),
      digest: digestBytes(''),
      incremental: start.incremental,
    },
    builtins: new Map(),
    maxPages: start.maxPages,
    dataText: () => data.text,
  });
  const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message);
  parentPort?.on('message', (request: WorkerRequest) => {
    try {
      if (request.kind === 'run')
        answer({ kind: 'answer', answer: evaluator.run(request.entrypoint, request.text) });
      else change(request.path, request.valueText);
    } catch (thrown) {
      const { code, message } = translateThrow(thrown);
      // The other side makes the same error again, and puts the words of its code in front itself.
      const detail = message.slice(ERROR_CODES[code].message.length + 2);
      // A change that fails here fails for every evaluation that follows, and each of those says so.
      if (request.kind === 'run') answer({ kind: 'fault', code, detail });
    }
  });
  answer({ kind: 'ready' });

  function change(path: readonly string[], valueText: string | undefined): void {
    data.set(path, valueText);
    evaluator.setPath(path, valueText);
  }
}

serve(workerData);
