// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { fault } from '../core/errors.js';
import { pointer } from '../core/json.js';
import type { TokenConfig } from './tokens.js';

/** Bounds of the server; every member has a default. */
export interface ServerLimits {
  /** Largest request body, in bytes. Default 2 MiB. */
  readonly maxBodyBytes: number;
  /** How long one request may take, in milliseconds. Default 30,000. */
  readonly requestMs: number;
  /** How long a shutdown waits for requests in flight, in milliseconds. Default 10,000. */
  readonly shutdownMs: number;
  /** Time between keep-alive comments on `/host/events`, in milliseconds. Default 15,000, at most 30,000. */
  readonly keepAliveMs: number;
  /** How long a subscriber may leave its stream unread before it is dropped, in milliseconds. Default 10,000. */
  readonly slowReaderMs: number;
  /** Subscribers at one time. Default 2,000. */
  readonly maxSubscribers: number;
}

/** The member `server` of the configuration (docs/server.md). */
export interface ServerConfig {
  /** Default `127.0.0.1`: reachable from this machine alone. */
  readonly host: string;
  /** Default 8470. */
  readonly port: number;
  readonly tokens: readonly TokenConfig[];
  readonly limits: ServerLimits;
  /** What the discovery document says of inbound surfaces that this deployment guards. */
  readonly a2a?: { readonly agentCardUrl: string };
  readonly mcp?: { readonly serverUrls: readonly string[] };
  /** When the advertised versions were last compared with the registries, RFC 3339 date. */
  readonly refreshedAt?: string;
}

/** The default bounds. */
export const SERVER_LIMITS: ServerLimits = Object.freeze({
  maxBodyBytes: 2_097_152,
  requestMs: 30_000,
  shutdownMs: 10_000,
  keepAliveMs: 15_000,
  slowReaderMs: 10_000,
  maxSubscribers: 2_000,
});

const text = z.string().min(1);
const whole = (least: number, most: number): z.ZodInt => z.int().min(least).max(most);
const token = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  tenant: text,
  workspace: text.exactOptional(),
  origin: z.url().exactOptional(),
  scopes: z.array(z.enum(['negotiate', 'events', 'evidence'])).exactOptional(),
});

const shape = z.strictObject({
  host: text.default('127.0.0.1'),
  port: whole(0, 65_535).default(8470),
  tokens: z.array(token).default([]),
  limits: z
    .strictObject({
      maxBodyBytes: whole(1_024, 67_108_864).default(SERVER_LIMITS.maxBodyBytes),
      requestMs: whole(100, 600_000).default(SERVER_LIMITS.requestMs),
      shutdownMs: whole(0, 600_000).default(SERVER_LIMITS.shutdownMs),
      keepAliveMs: whole(10, 30_000).default(SERVER_LIMITS.keepAliveMs),
      slowReaderMs: whole(10, 600_000).default(SERVER_LIMITS.slowReaderMs),
      maxSubscribers: whole(1, 100_000).default(SERVER_LIMITS.maxSubscribers),
    })
    .prefault({}),
  a2a: z.strictObject({ agentCardUrl: z.url() }).exactOptional(),
  mcp: z.strictObject({ serverUrls: z.array(z.url()).min(1) }).exactOptional(),
  refreshedAt: z.iso.date().exactOptional(),
});

/**
 * Read the server's part of a configuration; what is left out has its default.
 * @throws GovernanceError CORE_CONFIG_INVALID, with a pointer into the configuration
 */
export function readServerConfig(value: unknown = {}): ServerConfig {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  throw fault('CORE_CONFIG_INVALID', {
    pointer: pointer('/server', ...path, ...extra),
    detail: issue?.message,
  });
}
