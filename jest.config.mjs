export default {
  testEnvironment: './test/environment.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Of Jest's own, one less than there are cores, little is left on a small machine; a third of all time is waiting.
  // `npm test` gives each of them room for young objects (--max-semi-space-size), which saves an eighth of their time.
  maxWorkers: '100%',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
    '^.+\\.js$': ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
  },
  // The parts of ECharts are only published as ES modules.
  transformIgnorePatterns: ['/node_modules/(?!(?:echarts|zrender)/)'],
  // Tests run in a context of their own, in which each look at a global costs far more than a look at a parameter:
  // these are handed to every module. No test ever replaces one of them, as fake timers do with timers and dates.
  sandboxInjectedGlobals: [
    'Array',
    'Error',
    'Infinity',
    'JSON',
    'Map',
    'Math',
    'Number',
    'Object',
    'Set',
    'String',
    'WeakMap',
  ],
  // A hang, not slowness: with cold caches on a busy machine, loading the program alone took more than 30 s.
  testTimeout: 180_000,
};
