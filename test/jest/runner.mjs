/** Runs tests without a sandbox: in plain Node.js, modules loaded once for each of the processes that run them. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { createRunner } from 'jest-light-runner';
import { TREE } from './transpile.mjs';

/** Time limit for hangs: the longest file takes three minutes on an idle machine. */
const LONGEST_FILE_MS = 720_000;

/** The longest tests start first, so that no worker runs alone at the end: three minutes, one minute each, seconds. */
const ORDER = [
  /policy\/findings\.hosts/,
  /machines\.twin|commands\/run\.hosts|rehearse\.twin|fsxbench\.\w+\.hosts/,
  /\.(?:hosts|twin)\.test\.ts\.js$/,
  /./,
];

/** Loaded first by each process that runs tests. */
const WORKER_DATA = new URL('worker-data.mjs', import.meta.url).href;

const LightRunner = createRunner({ runtime: 'child_process' });

export default class Runner extends LightRunner {
  runTests(tests, watcher, onStart, onResult, onFailure) {
    process.execArgv.push('--import', WORKER_DATA);
    const overdue = new Map();
    const start = (test) => {
      overdue.set(
        test,
        setTimeout(() => giveUp(test), LONGEST_FILE_MS),
      );
      return onStart(test);
    };
    const end = (next) => (test, outcome) => {
      clearTimeout(overdue.get(test));
      return next(test, outcome);
    };
    const order = ({ path }) => ORDER.findIndex((pattern) => pattern.test(path));
    return super.runTests(
      tests.toSorted((a, b) => order(a) - order(b)),
      watcher,
      start,
      end((test, result) => onResult(test, withSources(result))),
      end(onFailure),
    );
  }
}

/** The runner has no time limit: one hanging test would block all. */
function giveUp(test) {
  console.error(`${test.path} did not end in ${LONGEST_FILE_MS / 1000} s: something in it hangs`);
  process.exit(1);
}

/** Failures show lines of the TypeScript sources, not of the transpiled files. */
function withSources(result) {
  if (result.numFailingTests === 0) return result;
  const testResults = result.testResults.map((test) => ({
    ...test,
    failureMessages: test.failureMessages.map(named),
  }));
  return { ...result, testResults, failureMessage: named(result.failureMessage) };
}

const PLACE = new RegExp(`${TREE}/([^\\s:()]+):(\\d+):(\\d+)`, 'g');

function named(text) {
  return text.replace(PLACE, (whole, path, line, column) => {
    const map = `${TREE}/${path}.map`;
    if (!existsSync(map)) return whole;
    const found = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(line - 1, column - 1);
    const source = path.replace(/(\.ts)?\.js$/, '.ts');
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}
