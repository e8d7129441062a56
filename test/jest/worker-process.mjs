/** A process that runs test files, one after the other, and what becomes of it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Family } from './processes.mjs';

const PROGRAM = fileURLToPath(new URL('worker.mjs', import.meta.url));

export class WorkerProcess {
  isAlive = true;
  #watch;
  // Leads a process group and a session, which the processes share that tests start.
  #child = fork(PROGRAM, { detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  #family = new Family(this.#child.pid);
  #finish;

  constructor(watch) {
    this.#watch = watch;
    for (const name of ['stdout', 'stderr']) {
      // Jest's own output, which must not be mixed with it, goes the same way.
      this.#child[name].on('data', (text) => process[name].write(text));
      this.#child[name].unref();
    }
    this.#child.on('message', (answer) => this.#finish?.(answer));
    this.#child.on('error', ({ message }) => this.stop(message));
    this.#child.on('exit', (code, signal) => this.stop(`its process ended by ${signal ?? `exit code ${code}`}`));
  }

  /** @throws if its process ends first or exceeds a limit: then it is no longer alive */
  run(path, settings) {
    return new Promise((resolve, reject) => {
      const forget = this.#watch.add(this.#family, (reason) => this.stop(reason));
      this.#finish = ({ result, error }) => {
        forget();
        this.#finish = undefined;
        if (error === undefined) return resolve(result);
        const failure = new Error(error.message);
        failure.stack = error.stack;
        reject(failure);
      };
      this.#child.send({ path, settings });
    });
  }

  /** Kills its processes and fails its file. */
  async stop(reason) {
    this.isAlive = false;
    const finish = this.#finish;
    this.#finish = undefined;
    await this.#family.end();
    finish?.({ error: { message: reason, stack: reason } });
  }

  /** Lets it end in order, then kills what tests left. */
  async end() {
    if (!this.isAlive) return;
    const exit = once(this.#child, 'exit');
    const forget = this.#watch.add(this.#family, (reason) => this.stop(reason));
    this.#child.disconnect();
    await exit;
    forget();
    await this.#family.end();
  }
}
