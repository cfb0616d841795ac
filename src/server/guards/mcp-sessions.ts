// SPDX-License-Identifier: Apache-2.0

const SESSION = 'Mcp-Session-Id';

/** The sessions of one guard that are remembered where no option says otherwise. */
export const MAX_SESSIONS = 10_000;

/** What the sessions of a legacy MCP server were opened with, as far as this process saw it. */
export interface McpSessions {
  /** The revision of the session that a request names; `undefined` where none is known. */
  versionOf(request: Request): string | undefined;
  /** Learn from what the handler answered: a session that was opened, or one that is gone. */
  learn(request: Request, response: Response, opened: string | undefined): void;
}

/**
 * Remember sessions by their ids, the most recently used ones up to a bound. What was forgotten is judged message by
 * message, as if it had never been known: a bound must not end anybody's session.
 */
export function createMcpSessions(most: number): McpSessions {
  const versions = new Map<string, string>(); // ids are the handler's, asked for by callers
  return {
    versionOf({ headers }) {
      const id = headers.get(SESSION);
      const version = id === null ? undefined : versions.get(id);
      if (id === null || version === undefined) return undefined;
      versions.delete(id);
      versions.set(id, version);
      return version;
    },
    learn(request, response, opened) {
      const own = request.headers.get(SESSION);
      const ended = response.status === 404 || (request.method === 'DELETE' && response.ok);
      if (own !== null && ended) versions.delete(own);
      const id = response.headers.get(SESSION);
      if (opened === undefined || !response.ok || id === null || most < 1) return;
      versions.delete(id);
      versions.set(id, opened);
      const oldest = versions.keys().next();
      if (versions.size > most && oldest.done !== true) versions.delete(oldest.value);
    },
  };
}
