// SPDX-License-Identifier: Apache-2.0
import type { Context } from 'hono';
import type { ServerDeps } from '../deps.js';
import { RequestProblem } from '../problem.js';
import type { Principal, Scope } from '../tokens.js';

/**
 * Who is calling, with the scope that the route needs.
 * @throws RequestProblem 401 `unauthenticated`, 403 `scope-missing`
 */
export function requirePrincipal(c: Context, { tokens }: ServerDeps, scope: Scope): Principal {
  const principal = tokens.authenticate(c.req.header('authorization'));
  if (principal === undefined) {
    throw new RequestProblem(401, 'unauthenticated', 'a valid bearer token is required');
  }
  if (!principal.scopes.has(scope)) {
    throw new RequestProblem(403, 'scope-missing', `the token lacks the scope ${scope}`);
  }
  return principal;
}
