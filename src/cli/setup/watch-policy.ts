// SPDX-License-Identifier: Apache-2.0
import type { BundleSource, SourceOptions } from '../../adapters/bundle-source/index.js';
import { createPolicyHolder, type Policy, type PolicyHolder } from '../../adapters/opa-wasm/index.js';
import { ERROR_CODES } from '../../core/error-codes.js';
import { type ErrorCode, fault } from '../../core/errors.js';
import type { Logger } from '../../core/ports.js';
import { readBytes } from '../read-file.js';
import type { PolicyConfig } from './config-policy.js';
import { loadBundle } from './open-policy.js';
import type { PolicyHandling } from './policy-options.js';

/** What a policy is watched with. Paths are of the working directory. */
export interface WatchOptions {
  /** A bundle on disk, or the members of a configuration that are about a URL. */
  readonly from: string | Pick<PolicyConfig, 'url' | 'polling' | 'persist' | 'tokenPath'>;
  readonly data: string | undefined;
  readonly handling: PolicyHandling;
  readonly logger: Logger;
  readonly now: () => number;
}

/** A policy that is replaced whenever its source has a newer bundle. */
export interface WatchedPolicy {
  readonly policy: PolicyHolder<Policy>;
  readonly source: BundleSource;
  close(): Promise<void>;
}

/**
 * Load the first bundle of a source and watch it from then on. A bundle that fails in any way replaces nothing.
 * @throws AuthorizedError why there is no first bundle; GovernanceError CORE_CONFIG_INVALID, CORE_FILE_UNREADABLE
 */
export async function watchPolicy(options: WatchOptions): Promise<WatchedPolicy> {
  let holder: PolicyHolder<Policy> | undefined;
  const { handling, data, logger, now } = options;
  const source = await createSource(options.from, {
    read: handling.read,
    logger,
    clock: { now },
    async activate(bundle) {
      const next = await loadBundle(bundle, data, handling);
      if (holder === undefined) holder = createPolicyHolder(next);
      // Not waited for: a decision that takes its time must not hold back the source.
      else holder.swap(next).then((old) => old.close());
    },
  });
  await source.start();
  if (holder === undefined) {
    const { failure } = source.status();
    await source.stop();
    throw again(failure?.code, failure?.message ?? '');
  }
  const policy = holder;
  return {
    policy,
    source,
    async close() {
      await source.stop();
      await policy.current.close();
    },
  };
}

async function createSource(from: WatchOptions['from'], options: SourceOptions): Promise<BundleSource> {
  const { createFileSource, createHttpSource } = await import('../../adapters/bundle-source/index.js');
  if (typeof from === 'string') return createFileSource({ ...options, path: from });
  const { url = '', polling = {}, persist, tokenPath } = from;
  const { minDelaySeconds = 60, maxDelaySeconds = Math.max(120, minDelaySeconds) } = polling;
  const { longPollingSeconds, timeoutSeconds } = polling;
  return createHttpSource({
    ...options,
    url,
    minDelay: minDelaySeconds,
    maxDelay: maxDelaySeconds,
    ...(longPollingSeconds !== undefined && { longPolling: longPollingSeconds }),
    ...(timeoutSeconds !== undefined && { timeout: timeoutSeconds }),
    ...(persist !== undefined && { persist }),
    ...(tokenPath !== undefined && { headers: { Authorization: `Bearer ${await readToken(tokenPath)}` } }),
  });
}

/** The token in a file, without the line end. @throws GovernanceError CORE_FILE_UNREADABLE */
export async function readToken(path: string): Promise<string> {
  return Buffer.from(await readBytes(path))
    .toString('utf8')
    .trim();
}

// The status has the code and the words of what was thrown, and a fault puts the words of its code in front itself.
function again(code: string | undefined, message: string): Error {
  if (code === undefined || !Object.hasOwn(ERROR_CODES, code))
    return fault('AUTHORIZED_BUNDLE_SOURCE_FAILED', { detail: message || 'the source has no bundle yet' });
  const words = ERROR_CODES[code as ErrorCode].message;
  const detail = message.startsWith(`${words}: `) ? message.slice(words.length + 2) : message;
  return fault(code as ErrorCode, detail === words ? {} : { detail });
}
