/** Runs tests without a sandbox: in plain Node.js, modules loaded once for each of the processes that run them. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { createRunner } from 'jest-light-runner';
import { TREE } from './transpile.mjs';
import { Watch } from './watch.mjs';
import { WorkerProcess } from './worker-process.mjs';

/** The longest files start first, so that no worker runs alone at the end. A file has the first place that names it. */
const ORDER = [
  // Three minutes.
  [/policy\/findings/],
  // About one minute each; those of Kafka mostly wait.
  [/play-case/, /kafka\/\w+\.hosts/, /rehearse\.twin/, /commands\/run\.hosts/, /fsxbench\.\w+\.hosts/],
  // Seconds.
  [/\.(?:hosts|twin)\.test\.ts\.js$/],
  [/./],
];

const END_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'];

/** `limits`: see watch.mjs. With one worker (`--runInBand`), tests run in Jest's own process, without limits. */
export default class Runner extends createRunner() {
  #settings;
  #limits;

  constructor(settings, context, limits) {
    super(settings, context, limits);
    this.#settings = settings;
    this.#limits = limits;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const place = ({ path }) => ORDER.findIndex((patterns) => patterns.some((one) => one.test(path)));
    const queue = tests.toSorted((a, b) => place(a) - place(b));
    const succeed = (test, result) => onResult(test, withSources(result));
    const { maxWorkers } = this.#settings;
    if (maxWorkers === 1) return super.runTests(queue, watcher, onStart, succeed, onFailure);
    await withWatch(this.#limits, queue, async (startWorker) => {
      const work = async () => {
        let worker;
        for (let test = queue.shift(); test !== undefined; test = queue.shift()) {
          await onStart(test);
          if (!worker?.isAlive) worker = startWorker();
          const run = worker.run(test.path, this.#makeSettings(test));
          await run.then((result) => succeed(test, result)).catch((error) => onFailure(test, error));
        }
        await worker?.end();
      };
      await Promise.all(Array.from({ length: Math.min(maxWorkers, tests.length) }, work));
    });
  }

  #makeSettings({ context }) {
    return { globalConfig: this.#settings, projectConfig: context.config, runtime: 'child_process' };
  }
}

/** Calls `run` with what starts workers. A signal ends them all: they are in groups of their own, which get none. */
async function withWatch(limits, queue, run) {
  const watch = new Watch(limits);
  const workers = [];
  const stop = async (signal) => {
    queue.length = 0;
    await Promise.all(workers.map((worker) => worker.stop(`the run was ended by ${signal}`)));
    process.kill(process.pid, signal);
  };
  for (const signal of END_SIGNALS) process.once(signal, stop);
  await run(() => {
    workers.push(new WorkerProcess(watch));
    return workers.at(-1);
  });
  for (const signal of END_SIGNALS) process.off(signal, stop);
  watch.end();
}

/** Failures show lines of the TypeScript sources, not of the transpiled files. */
function withSources(result) {
  if (result.numFailingTests === 0) return result;
  const testResults = result.testResults.map((test) => ({
    ...test,
    failureMessages: test.failureMessages.map(nameSources),
  }));
  return { ...result, testResults, failureMessage: nameSources(result.failureMessage) };
}

const PLACE = new RegExp(`${TREE}/([^\\s:()]+):(\\d+):(\\d+)`, 'g');

function nameSources(text) {
  return text.replace(PLACE, (whole, path, line, column) => {
    const map = `${TREE}/${path}.map`;
    if (!existsSync(map)) return whole;
    const found = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(line - 1, column - 1);
    const source = path.replace(/(\.ts)?\.js$/, '.ts');
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}
