// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { CANONICALIZERS, type ProfileName } from '../../../src/advertised/profiles/profiles.js';
import type { Json, JsonObject } from '../../../src/core/json.js';

type Row = readonly [string, JsonObject, string, string, string, string];

const U = 'https://ext.example/v1';
const withCapabilities = (capabilities: Json): JsonObject => ({ capabilities });
const withExtension = (extension: Json): JsonObject => ({ capabilities: { extensions: [extension] } });
const withParams = (params: Json): JsonObject => withExtension({ uri: U, params });
const inExtension = (rest: string): string =>
  `{"capabilities":{"extensions":[{"params":${rest},"uri":"${U}"}]}}`;
const emptyParams = `{"capabilities":{"extensions":[{"uri":"${U}"}]}}`;

// name, card, emitted, a2a-1.0, a2a-sdk, a2a-python-legacy
const ROWS: readonly Row[] = [
  [
    'the worked example of A2A section 8.4.1',
    {
      name: 'Example Agent',
      description: '',
      capabilities: { streaming: false, pushNotifications: false, extensions: [] },
      skills: [],
    },
    '{"capabilities":{"extensions":[],"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}',
    '{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}',
    '{"capabilities":{"pushNotifications":false,"streaming":false},"name":"Example Agent"}',
    '{"capabilities":{"pushNotifications":false,"streaming":false},"name":"Example Agent"}',
  ],
  ['capabilities {}', withCapabilities({}), '{"capabilities":{}}', '{"capabilities":{}}', '{}', '{}'],
  [
    'streaming false',
    withCapabilities({ streaming: false }),
    '{"capabilities":{"streaming":false}}',
    '{"capabilities":{"streaming":false}}',
    '{"capabilities":{"streaming":false}}',
    '{"capabilities":{"streaming":false}}',
  ],
  [
    'streaming null',
    withCapabilities({ streaming: null }),
    '{"capabilities":{"streaming":null}}',
    '{"capabilities":{}}',
    '{}',
    '{}',
  ],
  [
    'extensions []',
    withCapabilities({ extensions: [] }),
    '{"capabilities":{"extensions":[]}}',
    '{"capabilities":{}}',
    '{}',
    '{}',
  ],
  [
    'required false',
    withExtension({ uri: U, required: false }),
    `{"capabilities":{"extensions":[{"required":false,"uri":"${U}"}]}}`,
    emptyParams,
    emptyParams,
    emptyParams,
  ],
  ['params {}', withParams({}), inExtension('{}'), inExtension('{}'), emptyParams, emptyParams],
  [
    'params of empties',
    withParams({ a: '', b: [], c: {}, d: null, e: false, f: 0, g: [null, '', [], 1] }),
    inExtension('{"a":"","b":[],"c":{},"d":null,"e":false,"f":0,"g":[null,"",[],1]}'),
    inExtension('{"a":"","b":[],"c":{},"d":null,"e":false,"f":0,"g":[null,"",[],1]}'),
    inExtension('{"e":false,"f":0,"g":[1]}'),
    inExtension('{"e":false,"f":0.0,"g":[1.0]}'),
  ],
  [
    'numbers in params',
    withParams({ a: 1, d: 1e16, e: -0, f: 1e-7 }),
    inExtension('{"a":1,"d":10000000000000000,"e":0,"f":1e-7}'),
    inExtension('{"a":1,"d":10000000000000000,"e":0,"f":1e-7}'),
    inExtension('{"a":1,"d":10000000000000000,"e":0,"f":1e-7}'),
    inExtension('{"a":1.0,"d":1e+16,"e":-0.0,"f":1e-07}'),
  ],
  [
    'astral and private-use keys',
    withParams({ '\ue000': 1, '😀': 2, a: 3 }),
    inExtension('{"a":3,"😀":2,"\ue000":1}'),
    inExtension('{"a":3,"😀":2,"\ue000":1}'),
    inExtension('{"a":3,"😀":2,"\ue000":1}'),
    inExtension('{"a":3.0,"\\ue000":1.0,"\\ud83d\\ude00":2.0}'),
  ],
  [
    'literal UTF-8',
    { name: 'Café\u2028<>&\u007f' },
    '{"name":"Café\u2028<>&\u007f"}',
    '{"name":"Café\u2028<>&\u007f"}',
    '{"name":"Café\u2028<>&\u007f"}',
    '{"name":"Caf\\u00e9\\u2028<>&\\u007f"}',
  ],
  [
    'a requirement without scopes',
    { securityRequirements: [{ schemes: { k: { list: [] } } }] },
    '{"securityRequirements":[{"schemes":{"k":{"list":[]}}}]}',
    '{"securityRequirements":[{"schemes":{"k":{}}}]}',
    '{}',
    '{}',
  ],
  [
    'an anonymous alternative',
    { securityRequirements: [{ schemes: { k: { list: ['a'] } } }, { schemes: {} }] },
    '{"securityRequirements":[{"schemes":{"k":{"list":["a"]}}},{"schemes":{}}]}',
    '{"securityRequirements":[{"schemes":{"k":{"list":["a"]}}},{}]}',
    '{"securityRequirements":[{"schemes":{"k":{"list":["a"]}}}]}',
    '{"securityRequirements":[{"schemes":{"k":{"list":["a"]}}}]}',
  ],
  [
    'empty lists of a skill',
    { skills: [{ id: 's', tags: [], inputModes: [] }] },
    '{"skills":[{"id":"s","inputModes":[],"tags":[]}]}',
    '{"skills":[{"id":"s","tags":[]}]}',
    '{"skills":[{"id":"s"}]}',
    '{"skills":[{"id":"s"}]}',
  ],
  [
    'only the root `signatures` goes',
    { ...withParams({ signatures: ['kept'] }), signatures: [{ protected: 'x', signature: 'y' }] },
    inExtension('{"signatures":["kept"]}'),
    inExtension('{"signatures":["kept"]}'),
    inExtension('{"signatures":["kept"]}'),
    inExtension('{"signatures":["kept"]}'),
  ],
  [
    'unknown members, at the root and deeper',
    { name: 'n', url: 'https://a.example', 'x-v': 1, provider: { organization: 'o', country: 'x' } },
    '{"name":"n","provider":{"country":"x","organization":"o"},"url":"https://a.example","x-v":1}',
    '{"name":"n","provider":{"organization":"o"}}',
    '{"name":"n","provider":{"organization":"o"}}',
    '{"name":"n","provider":{"organization":"o"}}',
  ],
  [
    'messages that are set and empty',
    { provider: {}, securitySchemes: { m: { mtlsSecurityScheme: {} } } },
    '{"provider":{},"securitySchemes":{"m":{"mtlsSecurityScheme":{}}}}',
    '{"provider":{},"securitySchemes":{"m":{"mtlsSecurityScheme":{}}}}',
    '{}',
    '{}',
  ],
  [
    'an OAuth flow: REQUIRED map, implicit presence',
    {
      securitySchemes: {
        o: {
          oauth2SecurityScheme: {
            description: '',
            flows: { clientCredentials: { tokenUrl: 't', refreshUrl: '', scopes: {} } },
          },
        },
      },
    },
    '{"securitySchemes":{"o":{"oauth2SecurityScheme":{"description":"","flows":{"clientCredentials":{"refreshUrl":"","scopes":{},"tokenUrl":"t"}}}}}}',
    '{"securitySchemes":{"o":{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"scopes":{},"tokenUrl":"t"}}}}}}',
    '{"securitySchemes":{"o":{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"t"}}}}}}',
    '{"securitySchemes":{"o":{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"t"}}}}}}',
  ],
  [
    'optional text set to nothing',
    { iconUrl: '', documentationUrl: null, supportedInterfaces: [{ url: 'u', tenant: '' }] },
    '{"documentationUrl":null,"iconUrl":"","supportedInterfaces":[{"tenant":"","url":"u"}]}',
    '{"iconUrl":"","supportedInterfaces":[{"url":"u"}]}',
    '{"supportedInterfaces":[{"url":"u"}]}',
    '{"supportedInterfaces":[{"url":"u"}]}',
  ],
  ['an empty card', {}, '{}', '{}', '{}', '{}'],
];

const ORDER: readonly ProfileName[] = ['emitted', 'a2a-1.0', 'a2a-sdk', 'a2a-python-legacy'];

describe.each(ROWS)('%s', (_name, card, ...expected) => {
  it.each(ORDER.map((profile, index) => [profile, expected[index]] as const))('%s', (profile, text) => {
    expect(CANONICALIZERS[profile](card)).toBe(text);
  });
});
