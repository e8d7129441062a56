/** One run of `npm run mutants`, from options to exit code. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeBundle } from '../bundle';
import { readMachines } from '../machines/lint';
import { measureBaseline, judgeAll, type MutantResult } from './campaign';
import { type Equivalents, readEquivalents } from './equivalent';
import { sampleMutants, type Sample, type Mutant, makeMutants } from './plant/generate';
import type { Options } from './options';
import { AnsweringProcess } from '../answering-process';
import { formatPageTables, formatSampled, percent, type Tally, makeTally, textReport } from './page/tally';
import type { Answer, Baseline, Question } from './judge/worker';

/** The page about a whole campaign; same results, same bytes. */
export function formatMutantsPage(tally: Tally, left: Sample['left']): string {
  return [
    '# Mutants of the state machines',
    'Written by `npm run mutants -- --write`. Each mutant is one machine file with one planted fault. It is noticed',
    'when the lint of machines finds something new, or when a scenario of `test/machines/scenarios.ts` complains,',
    'hangs or dies. The pace of retries (`IntervalSeconds`, `BackoffRate`, `MaxDelaySeconds`) is not planted: the lint',
    'holds it against a table. Nor are wider time-outs, of which none is wrong, nor the loss of an `Output` of `{}`,',
    'which only keeps payloads small.',
    '',
    `**${percent(tally.total.rate)}** of the faults are noticed: all mutants but those that are equivalent.`,
    '',
    ...formatPageTables(tally),
    ...(left.length === 0 ? [] : ['', `Drawn by lot, of too many: ${formatSampled(left)}.`]),
    '',
    '## Survivors',
    '',
    ...(tally.survivors.length === 0
      ? ['None.']
      : tally.survivors.map(({ mutant }) => `- ${code(mutant.id)}: ${mutant.what}`)),
    '',
    '## Equivalent mutants',
    '',
    'What these change does not matter:',
    '',
    ...(tally.explained.length === 0
      ? ['None.']
      : tally.explained.map(({ judged, reason }) => `- ${code(judged.mutant.id)}: ${judged.mutant.what}. ${reason}`)),
    '',
  ].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Minimum share of detected faults. */
const RATE_MIN = 0.9;
const PROCESSES = 2;
/** A mutant with endless memory use must not affect the whole machine. */
const HEAP = '--max-old-space-size=1024';

/** The environment of a run. */
export interface Surroundings {
  /** Folder with the machines, the list of equivalent mutants and the page. */
  readonly root: string;
  /** This repository: its tools and packages judge. */
  readonly tools: string;
  readonly print: (text: string) => void;
  readonly progress: (text: string) => void;
  /** Ends a run early, with a report of the results so far. */
  readonly interrupted: AbortSignal;
}

/** @returns 0; 1 where too few faults are detected or the time was too short; 2 where it could not begin */
export async function runMutants(options: Options, surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { root, print } = surroundings;
  const all = [...readMachines(root)].flatMap(([name, text]) => makeMutants(name, text));
  const equivalents = readEquivalents(root);
  const { mutants, left } = sampleMutants(
    all.filter((mutant) => isWanted(mutant, options)),
    options.limit,
    options.seed,
  );
  if (left.length > 0) print(`drawn by lot: ${formatSampled(left)}`);
  if (options.list) {
    for (const mutant of mutants) print(`${mutant.id}\t${mutant.what}`);
    return 0;
  }
  if (mutants.length === 0) {
    print('no mutant fits these options');
    return 2;
  }
  if (!existsSync(resolve(root, options.scenarios))) {
    print(`there are no scenarios at ${options.scenarios}`);
    return 2;
  }
  const judged = await campaign(mutants, options, surroundings);
  if (judged === null) return 2;
  if (options.all) for (const one of judged) print(noticeLine(one));
  const tally = makeTally(judged, equivalents);
  print(textReport(tally));
  const stale = staleIds(equivalents, all);
  for (const id of stale) print(`equivalent.json names a mutant that does not exist: ${id}`);
  const missed = mutants.length - judged.length;
  if (missed > 0)
    print(`${missed} of ${mutants.length} mutants were not reached; a run has ${options.minutes} minutes`);
  if (options.write && missed === 0) writePage(root, formatMutantsPage(tally, left));
  const enough = tally.total.rate >= RATE_MIN;
  print(`${percent(tally.total.rate)} of the faults are detected; ${percent(RATE_MIN)} are required`);
  return enough && missed === 0 && stale.length === 0 && tally.refuted.length === 0 ? 0 : 1;
}

function writePage(root: string, page: string): void {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist', 'machine-mutants.md'), page);
}

async function campaign(
  mutants: readonly Mutant[],
  options: Options,
  { root, tools, print, progress, interrupted }: Surroundings,
): Promise<MutantResult[] | null> {
  const began = performance.now();
  const imports = {
    [resolve(root, options.scenarios)]: 'scenarios',
    [join(tools, 'checks/mutants/judge/worker')]: 'serve',
  };
  const bundle = makeBundle(tools, imports, 'serve(scenarios);');
  const processes = Array.from(
    { length: PROCESSES },
    () => new AnsweringProcess<Question, Answer>(bundle.file, [], { cwd: root, execArgv: [HEAP] }),
  );
  try {
    const baseline = await measureBaseline(processes, new Set(mutants.map((one) => one.machine)), options.seconds);
    print(formatBaseline(baseline));
    const broken = baseline.filter((one) => one.complaint !== null);
    for (const { name, complaint } of broken)
      print(`scenario "${name}" complains without any mutant: ${complaint ?? ''}`);
    if (broken.length > 0) return null;
    print(`${mutants.length} mutants`);
    return await judgeAll(mutants, {
      processes,
      baseline,
      limitSeconds: options.seconds,
      now: () => performance.now(),
      deadline: began + options.minutes * 60_000,
      interrupted,
      progress: (done, total, survivors) => progress(`${done} of ${total} judged, ${survivors} survived`),
    });
  } finally {
    for (const process of processes) process.stop();
    bundle.remove();
  }
}

/** Duration of all scenarios: the cost of a survivor. */
function formatBaseline(baseline: readonly Baseline[]): string {
  const seconds = baseline.reduce((sum, one) => sum + one.seconds, 0);
  const slowest = [...baseline].sort((a, b) => b.seconds - a.seconds).slice(0, 3);
  const names = slowest.map((one) => `${one.name} ${one.seconds.toFixed(2)} s`).join(', ');
  return `${baseline.length} scenarios of ${seconds.toFixed(1)} s together; slowest: ${names}`;
}

function noticeLine({ mutant, notice, seconds }: MutantResult): string {
  const { by, scenario, what } = notice ?? { by: 'survived', scenario: '', what: '' };
  const said = [by, scenario, what].filter((text) => text !== '').join(': ');
  return `${mutant.id}\t${seconds.toFixed(1)} s\t${said}`;
}

function isWanted(mutant: Mutant, { machine, operator, id }: Options): boolean {
  const fits = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);
  return fits(machine, mutant.machine) && fits(operator, mutant.operator) && fits(id, mutant.id);
}

function staleIds(equivalents: Equivalents, all: readonly Mutant[]): string[] {
  const ids = new Set(all.map((mutant) => mutant.id));
  return [...equivalents.keys()].filter((id) => !ids.has(id));
}
