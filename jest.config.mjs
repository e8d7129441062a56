import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { TREE, transpile } from './test/loop/transpile.mjs';

/** Which tests each loop runs, by their names: `test/loop/guard.mjs` holds them to it. */
const LOOPS = {
  unit: ['**/*.test.ts.js', '!**/*.{hosts,twin,statistics}.test.ts.js'],
  hosts: ['**/*.hosts.test.ts.js'],
  twin: ['**/*.twin.test.ts.js'],
  all: ['**/*.test.ts.js', '!**/*.statistics.test.ts.js'],
  // Ten CPU minutes of simulations; a unit test says when they are due.
  statistics: ['**/*.statistics.test.ts.js'],
};

const own = (name) => fileURLToPath(new URL(`test/loop/${name}`, import.meta.url));

export default async () => {
  await transpile();
  return {
    rootDir: TREE,
    roots: ['<rootDir>/test'],
    testMatch: LOOPS[process.env.TEST_LOOP ?? 'all'],
    runner: own('runner.mjs'),
    setupFilesAfterEnv: [own('guard.mjs')],
    transform: {},
    // More than there are cores: tests that start processes mostly wait for them.
    // `npm test` gives each of them room for young objects (--max-semi-space-size): an eighth of their time.
    maxWorkers: availableParallelism() + 2,
  };
};
