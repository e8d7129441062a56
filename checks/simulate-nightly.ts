/**
 * `npm run simulate:nightly`: all that the simulator can try. Every single fault, random campaigns, pairs until the
 * time is up; then the page of what the worst of each class costs (`docs/faults.json`, of which `npm run reference`
 * makes `docs/faults.md`). `--seeds N` and `--minutes M` (of the pairs) make it shorter. Exit code 1 for a violation.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { FaultsDocument } from '../lib/cli/simulate/document';
import { joined } from './simulate/join';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '10' },
    exhaustive: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
  },
});

/** One part; its progress and violations go to the terminal. */
function part(...args: readonly string[]): FaultsDocument {
  const seed = values.seed === '' ? [] : ['--seed', values.seed];
  const { stdout, status } = spawnSync(
    process.execPath,
    [...process.execArgv, 'bin/fsxbench.ts', 'simulate', '--json', ...args, ...seed],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e9 },
  );
  if (status !== 0 && status !== 1) process.exit(status ?? 1);
  return JSON.parse(stdout) as FaultsDocument;
}

const bounded = values.exhaustive === '' ? [] : ['--minutes', values.exhaustive];
const parts = [
  part('--exhaustive', ...bounded),
  part('--seeds', values.seeds),
  part('--pairs', '--minutes', values.minutes),
];
const all = joined(parts);
writeFileSync('docs/faults.json', `${JSON.stringify(all, null, 2)}\n`);
for (const { repeat, text } of all.violations) console.log(`${text}\n  ${repeat}`);
console.log(`${all.runs} runs, ${all.violations.length} violations; docs/faults.json is written`);
process.exitCode = all.violations.length === 0 ? 0 : 1;
