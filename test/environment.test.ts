import { spawnSync } from 'node:child_process';
import asyncHooks from 'node:async_hooks';

/** Two files, each with a storage of its own, as Jest runs them in one process. */
const FILES = `
import asyncHooks from 'node:async_hooks';
import Environment from './test/environment.mjs';
const config = { globalConfig: {}, projectConfig: { globals: {}, testEnvironmentOptions: {} } };
const held = [];
for (const file of ['first', 'second']) {
  const environment = new Environment(config, {});
  const own = new asyncHooks.AsyncLocalStorage();
  own.enterWith(file);
  held.push(own.getStore());
  await environment.teardown();
  held.push(own.getStore() ?? null);
}
console.log(JSON.stringify(held));
`;

describe('the environment of tests', () => {
  it('disables at the end of a file the storages that it made', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', FILES], { encoding: 'utf8' });
    expect([stdout.trim(), stderr]).toEqual([JSON.stringify(['first', null, 'second', null]), '']);
  });

  it('is the one in which they run', () => expect(asyncHooks.AsyncLocalStorage.name).toBe('CountedStorage'));
});
