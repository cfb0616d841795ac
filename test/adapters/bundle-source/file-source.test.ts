// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signBundle, writeArchive } from '../../../src/adapters/bundle/index.js';
import {
  type BundleSource,
  createFileSource,
  type FileSourceOptions,
} from '../../../src/adapters/bundle-source/index.js';
import { plain, SECRET } from '../bundle/support.js';
import { ManualTimers } from './support.js';

let root: string;
let timers: ManualTimers;
let activated: string[];
let arrived: (() => void)[];
const sources: BundleSource[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-file-'));
  timers = new ManualTimers();
  activated = [];
  arrived = [];
});
afterEach(async () => {
  for (const source of sources.splice(0)) await source.stop();
  rmSync(root, { recursive: true, force: true });
});

function make(path: string, options: Partial<FileSourceOptions> = {}): BundleSource {
  const source = createFileSource({
    path,
    activate: (bundle) => {
      activated.push(bundle.revision);
      for (const done of arrived.splice(0)) done();
    },
    clock: { now: () => 0 },
    timers,
    random: () => 0,
    ...options,
  });
  sources.push(source);
  return source;
}

function content(revision: string) {
  return plain({ '.manifest': `{"revision":"${revision}"}` });
}

function writeFolder(folder: string, revision: string): void {
  for (const [path, bytes] of content(revision)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

/** Let the events of the file system come and the settling end, until a bundle is activated. */
async function next(): Promise<void> {
  const done = new Promise<void>((resolve) => arrived.push(resolve));
  await timers.scheduled();
  timers.fire();
  await done;
}

describe('a file', () => {
  it('is read, watched, and read again when it is replaced by renaming', async () => {
    const path = join(root, 'bundle.tar.gz');
    writeFileSync(path, await writeArchive(content('1')));
    const source = make(path);
    await source.start();
    expect(activated).toEqual(['1']);
    writeFileSync(join(root, 'draft'), await writeArchive(content('2')));
    renameSync(join(root, 'draft'), path);
    await next();
    expect(source.status()).toMatchObject({
      state: 'watching',
      running: { revision: '2', origin: 'source' },
    });
  });

  it('that comes later is found', async () => {
    const path = join(root, 'bundle.tar.gz');
    const source = make(path);
    await source.start();
    expect(source.status().failure?.code).toBe('AUTHORIZED_BUNDLE_UNREADABLE');
    expect(await timers.scheduled()).toBe(500);
    writeFileSync(path, await writeArchive(content('1')));
    await next();
    expect(source.current()?.revision).toBe('1');
  });

  it('never replaces a good bundle by a bad or an older one', async () => {
    const path = join(root, 'bundle.tar.gz');
    writeFileSync(path, await writeArchive(content('7')));
    const source = make(path);
    await source.start();
    for (const [bytes, code] of [
      [Buffer.from('junk'), 'AUTHORIZED_BUNDLE_UNREADABLE'],
      [await writeArchive(content('6')), 'AUTHORIZED_BUNDLE_ROLLBACK'],
      [
        await writeArchive(await signBundle(content('8'), SECRET, { issuedAt: 0 })),
        'AUTHORIZED_BUNDLE_SIGNATURE_UNEXPECTED',
      ],
    ] as const) {
      writeFileSync(path, bytes);
      expect(await source.refresh()).toBe(false);
      expect(source.status()).toMatchObject({ running: { revision: '7' }, failure: { code } });
    }
    expect(activated).toEqual(['7']);
    writeFileSync(path, await writeArchive(content('8')));
    expect(await source.refresh()).toBe(true);
  });

  it('may be rolled back where that is allowed', async () => {
    const path = join(root, 'bundle.tar.gz');
    writeFileSync(path, await writeArchive(content('7')));
    const source = make(path, { read: { allowRollback: true } });
    await source.start();
    writeFileSync(path, await writeArchive(content('6')));
    expect(await source.refresh()).toBe(true);
  });

  it('is not older than what was seen before this process', async () => {
    const path = join(root, 'bundle.tar.gz');
    writeFileSync(path, await writeArchive(content('7')));
    const source = make(path, { lastSeen: { revision: '8' } });
    await source.start();
    expect(source.current()).toBeUndefined();
    expect(source.status().failure?.code).toBe('AUTHORIZED_BUNDLE_ROLLBACK');
  });
});

describe('a folder', () => {
  it('is read again when a file in it changes, and when it is replaced as a whole', async () => {
    const folder = join(root, 'bundle');
    writeFolder(folder, '1');
    const source = make(folder);
    await source.start();
    writeFolder(folder, '2');
    await next();
    writeFolder(join(root, 'other'), '3');
    renameSync(folder, join(root, 'old'));
    renameSync(join(root, 'other'), folder);
    await next();
    writeFolder(folder, '4');
    await next();
    expect(activated).toEqual(['1', '2', '3', '4']);
    expect(source.status().running?.revision).toBe('4');
  });
});

describe('events', () => {
  it('are waited for until the writing has settled, and end with the source', async () => {
    const path = join(root, 'bundle.tar.gz');
    writeFileSync(path, await writeArchive(content('1')));
    let changed = (): void => {};
    let open = 0;
    const source = make(path, {
      settle: 250,
      watch: (_path, notify) => {
        changed = notify;
        open += 1;
        return () => {
          open -= 1;
        };
      },
    });
    await source.start();
    changed();
    changed();
    expect([...timers.pending.values()].map((timer) => timer.delay)).toEqual([250]);
    await source.stop();
    changed();
    expect([timers.pending.size, open, source.status().state]).toEqual([0, 0, 'stopped']);
    expect(await source.refresh()).toBe(false);
  });
});
