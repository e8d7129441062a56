/** Where tests run: Jest's own environment for Node.js, cleared of what each file would leave to all files after it. */
import asyncHooks from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/** Storages that were made since the last file ended. */
const made = new Set();

/**
 * Jest makes one storage for each test file, to know which test an error belongs to, and never disables it. Node.js
 * before 24 carries what every storage of the process holds to every promise that is made: behind 400 files a suite of
 * rehearsals took ten times as long as alone.
 */
class CountedStorage extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    made.add(this);
  }
}
asyncHooks.AsyncLocalStorage = CountedStorage;

export default class Environment extends TestEnvironment {
  async teardown() {
    await super.teardown();
    for (const storage of made) storage.disable();
    made.clear();
  }
}
