import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // A deep run tries every law a hundred times as often.
    testTimeout: process.env['PARLEY_DEEP'] === '1' ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Both cores, and modules loaded once per thread: no test changes what another one imports.
    maxWorkers: '100%',
    isolate: false,
  },
});

export default config;
