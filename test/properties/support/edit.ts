// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import {
  canonicalizeUnder,
  PROFILE_NAMES,
  type ProfileName,
  signCard,
} from '../../../src/advertised/signature/index.js';
import { GovernanceError } from '../../../src/core/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../../../src/core/json.js';
import { KEY, STRANGER } from '../../engine/support/signed.js';

/** One edit of a document: of any member or element, its signatures among them. */
export type Edit =
  | {
      readonly how: 'set' | 'insert' | 'delete' | 'rename';
      readonly at: number;
      readonly name: string;
      readonly value: Json;
    }
  | { readonly how: 'copy'; readonly at: number; readonly from: number; readonly name: string }
  | {
      readonly how: 'smuggle';
      readonly into: 'card' | 'capabilities' | 'skill';
      readonly name: string;
      readonly value: Json;
    }
  | { readonly how: 'canonical'; readonly profile: ProfileName }
  | { readonly how: 'sign-again'; readonly profile: ProfileName; readonly own: boolean };

// What an attacker would write: members of either version under either spelling, and what each reading drops.
const NAMES = [
  'streaming',
  'pushNotifications',
  'push_notifications',
  'extendedAgentCard',
  'extensions',
  'uri',
  'required',
  'params',
  'version',
  'schemes',
  'list',
  'key',
  'bearer',
  'securityRequirements',
  'security',
  'security_requirements',
  'securitySchemes',
  'authentication',
  'url',
  'protocolVersion',
  'protocolBinding',
  'preferredTransport',
  'additionalInterfaces',
  'supportedInterfaces',
  'supportsAuthenticatedExtendedCard',
  'tenant',
  'inputModes',
  'outputModes',
  'input_modes',
  'defaultInputModes',
  'defaultOutputModes',
  'skills',
  'id',
  'tags',
  'signatures',
  'protected',
  'signature',
  'header',
  'capabilities',
  'supportedVersions',
  'initialize',
  'discover',
  'tools',
  'x-vendor',
  'name',
  'iconUrl',
  'constructor',
  '',
] as const;

const VALUES: readonly Json[] = [
  null,
  false,
  true,
  0,
  1,
  '',
  'x',
  [],
  {},
  [''],
  [{}],
  [null],
  { schemes: {} },
  [{ schemes: {} }],
  [{ key: [] }],
  [{ schemes: { key: {} } }],
  { list: [] },
  'text/plain',
  ['text/plain', 'image/png'],
  ['image/png'],
  '1.0',
  '0.3',
  '0.3.0',
  'https://evil.example',
  { uri: 'https://ext.example/b' },
  [{ uri: 'urn:x:c', required: false }],
  { url: 'https://evil.example', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  { id: 's' },
  { protected: 'e30', signature: 'AA' },
  ['2026-07-28'],
  { kid: 'other' },
];

// What no profile of the protocol covers, or what pruning drops, each where it would be read.
const SMUGGLED: readonly (readonly ['card' | 'capabilities' | 'skill', string, Json])[] = [
  ['card', 'security', []],
  ['card', 'security', [{}]],
  ['card', 'url', 'https://evil.example'],
  ['card', 'protocolVersion', '0.3.0'],
  ['card', 'supportsAuthenticatedExtendedCard', true],
  ['card', 'additionalInterfaces', [{ url: 'https://evil.example', transport: 'GRPC' }]],
  ['card', 'default_output_modes', ['image/png']],
  ['capabilities', 'extensions', []],
  ['capabilities', 'push_notifications', true],
  ['capabilities', 'stateTransitionHistory', true],
  ['skill', 'security', []],
  ['skill', 'security', [{}]],
  ['skill', 'security', [{ key: [] }]],
  ['skill', 'inputModes', []],
  ['skill', 'outputModes', ['']],
  ['skill', 'securityRequirements', []],
  ['skill', 'securityRequirements', [{ schemes: {} }]],
];

const place = fc.nat({ max: 10_000 });
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
);
const value = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> },
);

/** Any edit. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      how: fc.constantFrom('set', 'insert', 'delete', 'rename'),
      at: place,
      name,
      value,
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...SMUGGLED)
      .map(([into, called, put]) => ({ how: 'smuggle' as const, into, name: called, value: put })),
  },
  { weight: 2, arbitrary: fc.record({ how: fc.constant('copy'), at: place, from: place, name }) },
  {
    weight: 1,
    arbitrary: fc.record({ how: fc.constant('canonical'), profile: fc.constantFrom(...PROFILE_NAMES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      how: fc.constant('sign-again'),
      profile: fc.constantFrom(...PROFILE_NAMES),
      own: fc.boolean(),
    }),
  },
);

type Path = readonly (string | number)[];

/** The document after an edit; one that does not apply leaves it as it is. */
export function applyEdit(document: JsonObject, change: Edit): JsonObject {
  if (change.how === 'canonical') return canonical(document, change.profile);
  if (change.how === 'smuggle') return smuggle(document, change);
  if (change.how === 'sign-again') return signAgain(document, change.profile, change.own);
  const paths = pathsOf(document, []);
  const path = paths[change.at % paths.length] ?? [];
  const put =
    change.how === 'copy' ? (valueAt(document, paths[change.from % paths.length] ?? []) ?? null) : undefined;
  return edited(document, path, change, put) as JsonObject;
}

function edited(
  node: Json,
  path: Path,
  change: Exclude<Edit, { how: 'canonical' | 'sign-again' | 'smuggle' }>,
  put?: Json,
): Json {
  const [step, ...rest] = path;
  if (step === undefined) return node;
  const last = rest.length === 0;
  if (Array.isArray(node)) {
    const at = Number(step);
    if (!last)
      return node.map((item: Json, index) => (index === at ? edited(item, rest, change, put) : item));
    if (change.how === 'delete') return node.toSpliced(at, 1);
    if (change.how === 'rename') return node.toReversed();
    const element = change.how === 'copy' ? (put ?? null) : change.value;
    return node.toSpliced(at, change.how === 'set' ? 1 : 0, element);
  }
  const object = node as JsonObject;
  const here = String(step);
  const inner = object[here] ?? null;
  if (!last) return { ...object, [here]: edited(inner, rest, change, put) };
  const { [here]: removed, ...others } = object;
  if (change.how === 'delete') return others;
  if (change.how === 'rename') return { ...others, [change.name]: removed ?? null };
  if (change.how === 'set') return { ...object, [here]: change.value };
  return { ...object, [change.name]: change.how === 'copy' ? (put ?? null) : change.value };
}

/** Every place of a document but its root. */
function pathsOf(node: Json, path: Path): Path[] {
  const inner: readonly (readonly [string | number, Json])[] = Array.isArray(node)
    ? node.map((item: Json, index) => [index, item] as const)
    : isJsonObject(node)
      ? Object.entries(node)
      : [];
  return inner.flatMap(([step, item]) => [[...path, step], ...pathsOf(item, [...path, step])]);
}

function valueAt(node: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (found, step) =>
      typeof found === 'object' && found !== null ? (found as Record<string, Json>)[step] : undefined,
    node,
  );
}

/** Every skill gets it, or the one place that there is. */
function smuggle(document: JsonObject, { into, name, value }: Extract<Edit, { how: 'smuggle' }>): JsonObject {
  const put = (node: Json | undefined): Json =>
    isJsonObject(node ?? null) ? { ...(node as JsonObject), [name]: value } : (node ?? null);
  if (into === 'card') return { ...document, [name]: value };
  if (into === 'capabilities') return { ...document, capabilities: put(document['capabilities']) };
  const { skills } = document;
  return Array.isArray(skills) ? { ...document, skills: (skills as readonly Json[]).map(put) } : document;
}

/** The text that was signed under some profile, shown as the document. */
function canonical(document: JsonObject, profile: ProfileName): JsonObject {
  try {
    const text = JSON.parse(canonicalizeUnder(profile, document)) as JsonObject;
    return 'signatures' in document ? { ...text, signatures: document['signatures'] ?? null } : text;
  } catch (error) {
    if (error instanceof GovernanceError) return document;
    throw error;
  }
}

/** Signed by somebody whom nobody trusts, under that key's name or under the trusted one's. */
function signAgain(document: JsonObject, profile: ProfileName, own: boolean): JsonObject {
  try {
    return signCard(document, { key: STRANGER.privateJwk, kid: own ? STRANGER.kid : KEY.kid, profile });
  } catch (error) {
    if (error instanceof GovernanceError) return document;
    throw error;
  }
}
