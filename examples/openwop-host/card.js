// SPDX-License-Identifier: Apache-2.0

/** The agent card of the example, A2A 1.0: one JSON-RPC interface. */
export function agentCard(url) {
  return {
    name: 'Parley example host',
    description: 'Knows no task and offers no tool; shows how versions are negotiated and recorded.',
    version: '0.1.0',
    supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false, pushNotifications: false, extensions: [] },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      { id: 'nothing', name: 'Nothing', description: 'Does nothing, on the record.', tags: ['example'] },
    ],
  };
}
