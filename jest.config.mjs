export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
    '^.+\\.js$': ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
  },
  // The parts of ECharts are only published as ES modules.
  transformIgnorePatterns: ['/node_modules/(?!(?:echarts|zrender)/)'],
  // A hang, not slowness: with cold caches on a busy machine, loading the program alone took more than 30 s.
  testTimeout: 180_000,
};
