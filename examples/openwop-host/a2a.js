// SPDX-License-Identifier: Apache-2.0

/** The A2A endpoint: it has no tasks, so every task is unknown. The guard has dealt with the version by now. */
export async function answerA2a(request) {
  let call;
  try {
    call = await request.json();
  } catch {
    return error(null, -32700, 'Parse error');
  }
  if (typeof call !== 'object' || call === null || Array.isArray(call)) {
    return error(null, -32600, 'Invalid Request');
  }
  const { id = null, method } = call;
  if (method !== 'GetTask') return error(id, -32601, 'Method not found');
  return error(id, -32001, 'Task not found', [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'TASK_NOT_FOUND',
      domain: 'a2a-protocol.org',
    },
  ]);
}

function error(id, code, message, data) {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } });
}
