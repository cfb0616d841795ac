// SPDX-License-Identifier: Apache-2.0
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject, member } from '../../core/json.js';
import type { SeenBundle } from '../bundle/index.js';

/** What is kept beside the last good bundle. */
export interface PersistedState {
  readonly seen: SeenBundle;
  readonly etag?: string;
}

/** Keeps the last good bundle in a folder: `bundle.tar.gz` as it arrived, and `state.json`. */
export interface Persistence {
  save(archive: Uint8Array, state: PersistedState): Promise<void>;
  /** Each part on its own: a lost bundle must not lose the rollback protection. */
  load(): Promise<{ readonly archive?: Uint8Array; readonly state?: PersistedState }>;
}

/** Persistence in a folder, made where it is absent. Each file is replaced whole and synced to the disk. */
export function persistIn(folder: string): Persistence {
  const [archivePath, statePath] = [join(folder, 'bundle.tar.gz'), join(folder, 'state.json')];
  return {
    async save(archive, state) {
      await mkdir(folder, { recursive: true });
      // The state goes first: after a crash between the two, the protection is the stricter one, and the older
      // bundle is refused until the source answers. The etag would then lie, so it is written last.
      await replace(statePath, encode({ seen: state.seen }));
      await replace(archivePath, archive);
      if (state.etag !== undefined) await replace(statePath, encode(state));
    },
    async load() {
      const archive = await readOptional(archivePath);
      const state = decode(await readOptional(statePath));
      return { ...(archive !== undefined && { archive }), ...(state !== undefined && { state }) };
    },
  };
}

async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

async function readOptional(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function encode(state: PersistedState): Uint8Array {
  return Buffer.from(`${JSON.stringify(state)}\n`, 'utf8');
}

function decode(bytes: Uint8Array | undefined): PersistedState | undefined {
  if (bytes === undefined) return undefined;
  const state: Json = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const seen = isJsonObject(state) ? member(state, 'seen') : undefined;
  const revision = isJsonObject(seen) ? member(seen, 'revision') : undefined;
  if (!isJsonObject(state) || !isJsonObject(seen) || typeof revision !== 'string') {
    throw new TypeError(`not a state of a bundle source`);
  }
  const etag = member(state, 'etag');
  return { seen: readSeen(revision, seen), ...(typeof etag === 'string' && { etag }) };
}

function readSeen(revision: string, seen: JsonObject): SeenBundle {
  const issuedAt = member(seen, 'issuedAt');
  return { revision, ...(typeof issuedAt === 'number' && { issuedAt }) };
}
