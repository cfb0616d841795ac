// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { versionMatches } from '../../src/negotiated/internal/extension-version.js';

const V1 = 'https://e.example/x/v1';
const matches = (requested: string, uri: string, version?: string): boolean =>
  versionMatches(requested, { uri, required: false, ...(version !== undefined && { version }) });

describe('versionMatches accepts', () => {
  it.each<readonly [string, string, string | undefined]>([
    ['the version of `params`, as it stands', '1.2.3', '1.2.3'],
    ['any text that is the same', 'draft-7', 'draft-7'],
    ['anything where the provider names no version', '9.9', undefined],
  ])('%s', (_, requested, version) => {
    expect(matches(requested, 'https://e.example/x', version)).toBe(true);
  });

  it.each<readonly [string, string, string]>([
    ['v1', V1, 'v1'],
    ['1', V1, 'v1'],
    ['V1', V1, 'v1'],
    ['1.0', V1, 'v1'],
    ['1.0.0', V1, 'v1'],
    ['v1.7', V1, 'v1'],
    ['1.2', 'https://e.example/x/v1.2', 'v1.2'],
    ['1.2.9', 'https://e.example/x/v1.2', 'v1.2'],
    ['1.0', 'https://e.example/x/V1', 'V1'],
    ['1.0.5', 'https://e.example/x/1.0', '1.0'],
  ])('%s as a version of %s', (requested, uri, version) => {
    expect(matches(requested, uri, version)).toBe(true);
  });
});

describe('versionMatches refuses', () => {
  it.each<readonly [string, string, string]>([
    ['2', V1, 'v1'],
    ['2.0.0', V1, 'v1'],
    ['10', V1, 'v1'],
    ['11.0', V1, 'v1'],
    ['0.1', V1, 'v1'],
    ['1.', V1, 'v1'],
    ['1..0', V1, 'v1'],
    ['1.0-beta', V1, 'v1'],
    ['1.x', V1, 'v1'],
    ['', V1, 'v1'],
    ['v', V1, 'v1'],
    ['vv1', V1, 'v1'],
    [' 1', V1, 'v1'],
    ['1', 'https://e.example/x/v1.2', 'v1.2'],
    ['1.20', 'https://e.example/x/v1.2', 'v1.2'],
    ['1.3', 'https://e.example/x/v1.2', 'v1.2'],
  ])('%j as a version of %s', (requested, uri, version) => {
    expect(matches(requested, uri, version)).toBe(false);
  });

  it.each<readonly [string, string, string, string]>([
    ['another version than `params` names', '1.0.1', 'https://e.example/x', '1.0.0'],
    ['a shorter one', '1.0', 'https://e.example/x', '1.0.0'],
    ['a longer one', '1.0.0', 'https://e.example/x', '1.0'],
    ['one with another prefix', 'v1.0.0', 'https://e.example/x', '1.0.0'],
    ['one in other case', 'Draft', 'https://e.example/x', 'draft'],
    ['that of the URI where `params` names another', '1', V1, '2.0.0'],
    ['a part of the one of the URI where `params` names it whole', '1.0', V1, '1.0.0'],
    ['a longer one than `params` names, whatever the URI says', '1.0.0', V1, '1'],
  ])('%s', (_, requested, uri, version) => {
    expect(matches(requested, uri, version)).toBe(false);
  });
});
