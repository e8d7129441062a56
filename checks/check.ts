/**
 * `tsx checks/check.ts`, as `npm run check`: all static checks of the work tree. Runs all steps, then lists failures.
 */
import { execFileSync, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { runSteps } from './check/steps';

const STEPS = [
  { name: 'types', command: 'tsc', args: [] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware'] },
  { name: 'machines', command: 'tsx', args: ['checks/lint-machines.ts'] },
  { name: 'shell', command: 'tsx', args: ['checks/lint-shell.ts'] },
  { name: 'programs', command: 'tsx', args: ['checks/lint-programs.ts'] },
  { name: 'tidy', command: 'tsx', args: ['checks/tidy.ts'] },
  { name: 'reference', command: 'tsx', args: ['checks/reference.ts', '--check'] },
  { name: 'format', command: 'biome', args: ['format', '.'] },
];

execFileSync(process.execPath, ['build.mjs', 'types']);

/** Use the tools of node_modules, whatever the PATH of the caller. */
const PATH = `${process.cwd()}/node_modules/.bin:${process.env['PATH'] ?? ''}`;

const run = runSteps({
  steps: STEPS,
  parallel: Math.min(availableParallelism(), 2),
  start: ({ command, args }) => spawn(command, args, { env: { ...process.env, PATH, NO_COLOR: '1' } }),
  print: (line) => console.log(line),
});
void run.then((failed) => {
  process.exitCode = failed.length === 0 ? 0 : 1;
});
