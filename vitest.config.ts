import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // Both cores, and modules loaded once per thread: no test changes what another one imports.
    maxWorkers: '100%',
    isolate: false,
  },
});

export default config;
