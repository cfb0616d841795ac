// SPDX-License-Identifier: Apache-2.0
import type { BundleSource } from '../../adapters/bundle-source/index.js';
import type { Policy } from '../../adapters/opa-wasm/index.js';
import { fault } from '../../core/errors.js';
import type { PolicyPort } from '../../core/policy.js';
import type { Logger } from '../../core/ports.js';
import type { PolicyConfig } from './config-policy.js';
import { isModule, openPolicy, type PolicyPlace } from './open-policy.js';
import { type PolicyHandling, readPolicyHandling } from './policy-options.js';
import { watchPolicy } from './watch-policy.js';

/** What policies are opened with. Flags win over the configuration. */
export interface PoliciesOptions {
  readonly flags: { readonly policy?: string; readonly data?: string };
  readonly config: PolicyConfig;
  /** Makes a path of the configuration one of the working directory. */
  readonly beside: (path: string) => string;
  readonly logger: Logger;
  readonly now: () => number;
  /** Whether the source is watched, or asked once. */
  readonly watch: boolean;
}

/** The policy that decides, and the one that is asked beside it. */
export interface OpenedPolicies {
  readonly primary: PolicyPort;
  readonly second: PolicyPort | undefined;
  readonly source: BundleSource | undefined;
  close(): Promise<void>;
}

/**
 * Open the policies of a command.
 * @throws AuthorizedError AUTHORIZED_POLICY_*, AUTHORIZED_BUNDLE_*; GovernanceError CORE_FILE_UNREADABLE,
 * CORE_CONFIG_INVALID
 */
export async function openPolicies(options: PoliciesOptions): Promise<OpenedPolicies> {
  const { flags, config, beside, now } = options;
  const handling = await readPolicyHandling(config, beside);
  const located = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : beside(path);
  const place = { bundle: flags.policy ?? located(config.bundle), data: flags.data ?? located(config.data) };
  const isRemote = flags.policy === undefined && config.url !== undefined;
  const shadowed =
    config.shadow === undefined
      ? undefined
      : {
          bundle: located(config.shadow.bundle) ?? place.bundle,
          data: located(config.shadow.data) ?? place.data,
        };
  if (shadowed !== undefined && isRemote && shadowed.bundle === undefined) {
    const detail = 'beside a policy from a URL, a shadow needs a bundle of its own';
    throw fault('CORE_CONFIG_INVALID', { pointer: '/policy/shadow/bundle', detail });
  }
  const first = await openFirst(options, place, handling, isRemote);
  try {
    const second = shadowed === undefined ? undefined : await openPolicy(shadowed, handling, now());
    return {
      ...first,
      second,
      async close() {
        await first.close();
        await second?.close();
      },
    };
  } catch (error) {
    await first.close();
    throw error;
  }
}

type First = Pick<OpenedPolicies, 'primary' | 'source' | 'close'>;

async function openFirst(
  { config, beside, logger, now, watch }: PoliciesOptions,
  place: PolicyPlace,
  handling: PolicyHandling,
  isRemote: boolean,
): Promise<First> {
  const { bundle, data } = place;
  const onDisk = watch && bundle !== undefined && !isModule(bundle);
  if (!isRemote && !onDisk) return fixed(await openPolicy(place, handling, now()));
  const { url, polling, persist, tokenPath } = config;
  const remote = {
    ...(url !== undefined && { url }),
    ...(polling !== undefined && { polling }),
    ...(persist !== undefined && { persist: beside(persist) }),
    ...(tokenPath !== undefined && { tokenPath: beside(tokenPath) }),
  };
  const from = isRemote || bundle === undefined ? remote : bundle;
  const watched = await watchPolicy({ from, data, handling, logger, now });
  const { source } = watched;
  if (!watch) {
    // Asked once: a copy from an earlier run is used only where the source has nothing newer or does not answer.
    if (source.status().running?.origin === 'persisted') await source.refresh();
    await source.stop();
  }
  return { primary: watched.policy, source, close: () => watched.close() };
}

function fixed(primary: Policy): First {
  return { primary, source: undefined, close: async () => primary.close() };
}
