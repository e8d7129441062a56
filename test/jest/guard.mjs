/**
 * Enforces the test groups: only `*.hosts.test.ts` may start processes, and only these and `*.twin.test.ts` may make a
 * world in which state machines run.
 */
import childProcess from 'node:child_process';
import Module from 'node:module';
import { promisify } from 'node:util';
import { getOutputPath } from './transpile.mjs';

// End with Jest, even when only its main process was killed.
process.on('disconnect', () => process.exit());

const STARTS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'];

for (const name of STARTS) {
  const start = childProcess[name];
  childProcess[name] = guardCall(start, 'starts a process', ['hosts']);
  const promised = start[promisify.custom];
  if (promised) childProcess[name][promisify.custom] = guardCall(promised, 'starts a process', ['hosts']);
}

const DEPLOYMENT = getOutputPath('lib/twin/simulated-deployment.ts');
const load = Module._extensions['.js'];
Module._extensions['.js'] = (module, path) => {
  load(module, path);
  if (path !== DEPLOYMENT) return;
  const { makeSimulatedDeployment: make, ...others } = module.exports;
  module.exports = { ...others, makeSimulatedDeployment: guardCall(make, 'makes a deployment', ['hosts', 'twin']) };
};

/** Wraps a function, which throws in tests of other groups than these. */
function guardCall(call, does, loops) {
  return function (...args) {
    const { testPath } = expect.getState();
    if (loops.some((loop) => testPath.endsWith(`.${loop}.test.ts.js`))) return call.apply(this, args);
    const names = loops.map((loop) => `*.${loop}.test.ts`).join(' or ');
    throw new Error(`this test ${does}: call its file ${names}`);
  };
}
