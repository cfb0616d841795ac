// SPDX-License-Identifier: Apache-2.0

/**
 * How a field of the proto counts in the canonical form (A2A section 8.4.1 rule 1):
 * `R` REQUIRED: always in it, even if empty. `P` proto3 `optional`: in it where the document has it.
 * `D` implicit presence: dropped at its default. `E` repeated or map, not REQUIRED: dropped when empty.
 * `M` message: in it where the document has it, even as `{}` (the strict reading; the text is silent).
 */
export type Presence = 'R' | 'P' | 'D' | 'E' | 'M';

/** A field of a message: its class, its kind, and the snake_case name that ProtoJSON parsers accept too. */
export interface FieldSpec {
  readonly name: string;
  readonly alias: string;
  readonly presence: Presence;
  readonly kind: 'string' | 'bool' | 'struct' | 'message' | 'list' | 'map';
  /** Message of a `message`, or of the elements of a `list` or `map`; absent where those are strings. */
  readonly message?: string;
}

/** A message of the proto. `oneof`: at most one of its fields may be set. */
export interface MessageSpec {
  readonly name: string;
  readonly oneof: boolean;
  readonly fields: readonly FieldSpec[];
  /** Fields by name and by alias; a Map, because member names come from outside. */
  readonly byName: ReadonlyMap<string, FieldSpec>;
}

// specification/a2a.proto of A2A 1.0, with `google.api.field_behavior` as class. `signatures` of AgentCard is left
// out: it is never part of what is signed (rule 3). Types: `T`, `[]T` repeated, `{}T` map from string.
const TABLE: Readonly<Record<string, readonly string[]>> = {
  AgentCard: [
    'name R string',
    'description R string',
    'supportedInterfaces R []AgentInterface',
    'provider M AgentProvider',
    'version R string',
    'documentationUrl P string',
    'capabilities R AgentCapabilities',
    'securitySchemes E {}SecurityScheme',
    'securityRequirements E []SecurityRequirement',
    'defaultInputModes R []string',
    'defaultOutputModes R []string',
    'skills R []AgentSkill',
    'iconUrl P string',
  ],
  AgentInterface: ['url R string', 'protocolBinding R string', 'tenant D string', 'protocolVersion R string'],
  AgentProvider: ['url R string', 'organization R string'],
  AgentCapabilities: [
    'streaming P bool',
    'pushNotifications P bool',
    'extensions E []AgentExtension',
    'extendedAgentCard P bool',
  ],
  AgentExtension: ['uri D string', 'description D string', 'required D bool', 'params M struct'],
  AgentSkill: [
    'id R string',
    'name R string',
    'description R string',
    'tags R []string',
    'examples E []string',
    'inputModes E []string',
    'outputModes E []string',
    'securityRequirements E []SecurityRequirement',
  ],
  SecurityRequirement: ['schemes E {}StringList'],
  StringList: ['list E []string'],
  'oneof SecurityScheme': [
    'apiKeySecurityScheme M APIKeySecurityScheme',
    'httpAuthSecurityScheme M HTTPAuthSecurityScheme',
    'oauth2SecurityScheme M OAuth2SecurityScheme',
    'openIdConnectSecurityScheme M OpenIdConnectSecurityScheme',
    'mtlsSecurityScheme M MutualTlsSecurityScheme',
  ],
  APIKeySecurityScheme: ['description D string', 'location R string', 'name R string'],
  HTTPAuthSecurityScheme: ['description D string', 'scheme R string', 'bearerFormat D string'],
  OAuth2SecurityScheme: ['description D string', 'flows R OAuthFlows', 'oauth2MetadataUrl D string'],
  OpenIdConnectSecurityScheme: ['description D string', 'openIdConnectUrl R string'],
  MutualTlsSecurityScheme: ['description D string'],
  'oneof OAuthFlows': [
    'authorizationCode M AuthorizationCodeOAuthFlow',
    'clientCredentials M ClientCredentialsOAuthFlow',
    'implicit M ImplicitOAuthFlow',
    'password M PasswordOAuthFlow',
    'deviceCode M DeviceCodeOAuthFlow',
  ],
  AuthorizationCodeOAuthFlow: [
    'authorizationUrl R string',
    'tokenUrl R string',
    'refreshUrl D string',
    'scopes R {}string',
    'pkceRequired D bool',
  ],
  ClientCredentialsOAuthFlow: ['tokenUrl R string', 'refreshUrl D string', 'scopes R {}string'],
  DeviceCodeOAuthFlow: [
    'deviceAuthorizationUrl R string',
    'tokenUrl R string',
    'refreshUrl D string',
    'scopes R {}string',
  ],
  ImplicitOAuthFlow: ['authorizationUrl D string', 'refreshUrl D string', 'scopes E {}string'],
  PasswordOAuthFlow: ['tokenUrl D string', 'refreshUrl D string', 'scopes E {}string'],
};

function field(row: string): FieldSpec {
  const [name = '', presence, type = ''] = row.split(' ');
  const alias = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const element = type.replace(/^(\[\]|\{\})/, '');
  const isScalar = element === 'string' || element === 'bool' || element === 'struct';
  const kind = type.startsWith('[]')
    ? 'list'
    : type.startsWith('{}')
      ? 'map'
      : isScalar
        ? element
        : 'message';
  return {
    name,
    alias,
    presence: presence as Presence,
    kind: kind as FieldSpec['kind'],
    ...(isScalar ? {} : { message: element }),
  };
}

const MESSAGES: ReadonlyMap<string, MessageSpec> = new Map(
  Object.entries(TABLE).map(([head, rows]) => {
    const name = head.replace(/^oneof /, '');
    const fields = rows.map(field);
    const byName = new Map(
      fields.flatMap((spec) => [[spec.name, spec] as const, [spec.alias, spec] as const]),
    );
    return [name, { name, oneof: head !== name, fields, byName }];
  }),
);

/** The message of a name of the table above. */
export function messageSpec(name = ''): MessageSpec {
  const spec = MESSAGES.get(name);
  // INVARIANT: names come from the table alone; a test walks every one of them.
  if (spec === undefined) throw new TypeError(`no message ${name} in the card schema`);
  return spec;
}

/** The message at the root of a card. */
export const AGENT_CARD: MessageSpec = messageSpec('AgentCard');
