/**
 * Keeps the loops apart: only tests called `*.hosts.test.ts` start processes, only these and those called
 * `*.twin.test.ts` make a world in which state machines execute.
 */
import childProcess from 'node:child_process';
import Module from 'node:module';
import { promisify } from 'node:util';
import { outputOf } from './transpile.mjs';

// Whoever ends Jest, not all of its group, ends this with it.
process.on('disconnect', () => process.exit());

const STARTS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'];

for (const name of STARTS) {
  const start = childProcess[name];
  childProcess[name] = guarded(start, 'starts a process', ['hosts']);
  const promised = start[promisify.custom];
  if (promised) childProcess[name][promisify.custom] = guarded(promised, 'starts a process', ['hosts']);
}

const WORLD = outputOf('lib/twin/world.ts');
const load = Module._extensions['.js'];
Module._extensions['.js'] = (module, path) => {
  load(module, path);
  if (path !== WORLD) return;
  const { makeWorld, ...others } = module.exports;
  module.exports = { ...others, makeWorld: guarded(makeWorld, 'makes a world', ['hosts', 'twin']) };
};

/** The function, which throws in tests of other loops than these. */
function guarded(call, does, loops) {
  return function (...args) {
    const { testPath } = expect.getState();
    if (loops.some((loop) => testPath.endsWith(`.${loop}.test.ts.js`))) return call.apply(this, args);
    const names = loops.map((loop) => `*.${loop}.test.ts`).join(' or ');
    throw new Error(`this test ${does}: call its file ${names}`);
  };
}
