import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { TREE, transpile } from './test/jest/transpile.mjs';

/** Patterns of the test groups, enforced by `test/jest/guard.mjs`. */
const LOOPS = {
  unit: ['**/*.test.ts.js', '!**/*.{hosts,twin,statistics}.test.ts.js'],
  hosts: ['**/*.hosts.test.ts.js'],
  twin: ['**/*.twin.test.ts.js'],
  all: ['**/*.test.ts.js', '!**/*.statistics.test.ts.js'],
  // Ten CPU minutes of simulations; a unit test fails when they are due.
  statistics: ['**/*.statistics.test.ts.js'],
};

const own = (name) => fileURLToPath(new URL(`test/jest/${name}`, import.meta.url));

/** Other limits than those of `test/jest/watch.mjs`. */
const LIMITS = { statistics: { cpuSeconds: 3000 } };

export default async () => {
  const loop = process.env.TEST_LOOP ?? 'all';
  // As in bin/fsxbench.ts.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  await transpile();
  return {
    rootDir: TREE,
    roots: ['<rootDir>/test'],
    testMatch: LOOPS[loop],
    runner: [own('runner.mjs'), LIMITS[loop] ?? {}],
    setupFilesAfterEnv: [own('guard.mjs')],
    transform: {},
    // More than the number of cores: tests that start processes mostly wait for them.
    // `npm test` gives each a larger young generation (--max-semi-space-size), which saves an eighth of the time.
    maxWorkers: availableParallelism() + 2,
  };
};
