// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { isExtensionName } from '../../src/core/extension-name.js';
import { isSameMode, names, saysRefusal } from '../../src/tsmm/rules/texts.js';

describe('names', () => {
  it.each([
    ['input mode text/plain granted for text/*', 'text/plain'],
    ['The output is TEXT/PLAIN.', 'text/plain'],
    ['modes: `text/plain`, "text/html"', 'text/html'],
    ['provider requires https://e.example/x/v1', 'https://e.example/x/v1'],
    ['provider requires https://e.example/x/v1: ask first', 'https://e.example/x/v1'],
    ['text/plain-x and text/plain', 'text/plain'],
    ['text/plain;charset=utf-8 only', 'text/plain'],
  ])('finds %j: %j', (sentence, name) => {
    expect(names(sentence, name)).toBe(true);
  });

  it.each([
    ['input mode text/plain-extra granted', 'text/plain'],
    ['input mode x-text/plain granted', 'text/plain'],
    ['application/vnd.x+json', 'application/vnd.x'],
    ['text/plain.v2', 'text/plain'],
    ['provider requires https://e.example/x/v10', 'https://e.example/x/v1'],
    ['provider requires https://e.example/x/v1/y', 'https://e.example/x/v1'],
    ['provider requires https://e.example/x?v=1', 'https://e.example/x'],
    ['anything', ''],
    ['any thing', ' '],
    ['', 'text/plain'],
  ])('does not find %j: %j', (sentence, name) => {
    expect(names(sentence, name)).toBe(false);
  });
});

describe('isSameMode', () => {
  it.each([
    ['text/plain', 'Text/PLAIN'],
    ['a/b;x=1;y=2', 'a/b; y=2; X=1'],
    ['no mode', 'no mode'],
  ])('%j is %j', (a, b) => {
    expect(isSameMode(a, b)).toBe(true);
  });

  it.each([
    ['text/plain', 'text/html'],
    ['text/*', 'text/plain'],
    ['*/*', 'text/plain'],
    ['a/b;x=1', 'a/b'],
    ['a/b;x=1', 'a/b;x=2'],
    ['no mode', 'No mode'],
  ])('%j is not %j', (a, b) => {
    expect(isSameMode(a, b)).toBe(false);
  });
});

describe('isExtensionName', () => {
  it.each(['https://e.example/x/v1', 'urn:e:1', 'x:y', 'io.modelcontextprotocol/ui', 'https://e/%20'])(
    'takes %j',
    (text) => {
      expect(isExtensionName(text)).toBe(true);
    },
  );

  it.each([
    '',
    'traceability',
    'x:',
    ':x',
    '1x:y',
    'a b',
    'https://e/ü',
    'https://e/%2',
    'a/b/c',
    '/a',
    'a/',
    'x:y\n',
  ])('refuses %j', (text) => {
    expect(isExtensionName(text)).toBe(false);
  });
});

describe('saysRefusal', () => {
  it.each([
    'Denied by policy.',
    'not authorized for this scope',
    'no common output mode',
    'the grant expired',
  ])('hears %j', (text) => {
    expect(saysRefusal(text)).toBe(true);
  });

  it.each(['', 'Only public articles.', 'Reviewed before it is submitted.', 'identity', 'a denim catalogue'])(
    'hears no refusal in %j',
    (text) => {
      expect(saysRefusal(text)).toBe(false);
    },
  );
});
