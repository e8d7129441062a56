/** Runs the requested faults, from options to the exit code. */
import { availableParallelism } from 'node:os';
import { type Program, makeProgram, makeTaker, toDrawable, type Trial } from './cases';
import type { Options } from './options';
import { loadSubjects, type Outcome, listShippedSpecs, makeSubjectFile, type SubjectFile } from './subject';
import { type CampaignDocument, type ClassTally, toDocument, repeatCommand, Tally, type Violation } from './tally';
import { forkWorkers, playHere, type Workers } from './workers';
import type { Campaign } from './faults/campaign';
import { ensure } from '../../lib/shapes/errors';
import { alignColumns } from '../../lib/report/lines';
import { formatSeconds } from '../../lib/shapes/quantity';
import { CLASSES } from './single';

/**
 * Minimizes a failing campaign by delta debugging of its rules: ddmin, Zeller and Hildebrandt (2002).
 * @param fails whether a campaign still shows the same failure
 * @returns a campaign without unneeded rules; the same where the whole does not fail again
 */
export async function shrink(campaign: Campaign, fails: (smaller: Campaign) => Promise<boolean>): Promise<Campaign> {
  let { rules } = campaign;
  let parts = 2;
  while (rules.length >= 2) {
    const size = Math.ceil(rules.length / parts);
    let found: typeof rules | undefined;
    for (let from = 0; from < rules.length && found === undefined; from += size) {
      const rest = [...rules.slice(0, from), ...rules.slice(from + size)];
      if (rest.length > 0 && (await fails({ ...campaign, rules: rest }))) found = rest;
    }
    if (found !== undefined) {
      rules = found;
      parts = Math.max(2, parts - 1);
    } else if (parts < rules.length) parts = Math.min(rules.length, 2 * parts);
    else break;
  }
  const { beside, start, maxUsd } = campaign;
  let smallest: Campaign = { ...campaign, rules };
  if (beside !== undefined) smallest = await without(smallest, 'beside', fails);
  if (start !== undefined) smallest = await without(smallest, 'start', fails);
  if (maxUsd !== undefined) smallest = await without(smallest, 'maxUsd', fails);
  return smallest;
}

async function without(
  campaign: Campaign,
  member: 'beside' | 'start' | 'maxUsd',
  fails: (smaller: Campaign) => Promise<boolean>,
): Promise<Campaign> {
  const { [member]: _, ...rest } = campaign;
  return (await fails(rest)) ? rest : campaign;
}

/** How a series of campaigns is run. */
interface ConductOptions {
  readonly workers: Workers;
  readonly files: readonly SubjectFile[];
  readonly program: Program;
  readonly whole: boolean;
  /** Real time in milliseconds after which no further run begins; null for no limit. */
  readonly limitMs: number | null;
  readonly now: () => number;
  readonly stopped: () => boolean;
  /** Called for each violation. */
  readonly onViolation: (violation: Violation) => void;
  readonly tally: Tally;
}

/** Violations with the same codes that are minimized: further ones are only counted and printed. */
const SHRUNK_MOST = 3;

/** Resolves when all are done, the time is up, or it was stopped. */
export async function conduct(options: ConductOptions): Promise<void> {
  const { workers, program, limitMs, now, stopped } = options;
  const began = now();
  const trials = makeTaker(program.trials);
  const alike = new Map<string, number>();
  const work = async (): Promise<void> => {
    for (;;) {
      if (stopped() || (limitMs !== null && now() - began >= limitMs)) return;
      const trial = trials();
      if (trial === null) return;
      await runTrial(trial, options, alike);
    }
  };
  await Promise.all(Array.from({ length: workers.count }, work));
}

/** Draws in place of a campaign of which a rule never applied. */
const REDRAWS = 5;

/** A violation counts, whatever applied. */
function isRedrawn(outcome: Outcome): outcome is Outcome & Required<Pick<Outcome, 'places'>> {
  return outcome.places !== undefined && outcome.complaints.length === 0;
}

async function runTrial(trial: Trial, options: ConductOptions, alike: Map<string, number>): Promise<void> {
  const { workers, files, whole, tally, onViolation } = options;
  const { subject, seed } = trial;
  let { one, drawn } = trial;
  const { file } = ensure(files[subject], 'the experiment of a trial');
  const run = (campaign: Campaign): Promise<Outcome> => workers.run({ subject, campaign, seed });
  let outcome = await run(one.campaign);
  for (let tried = 0; tried < REDRAWS && drawn !== undefined && isRedrawn(outcome) && !options.stopped(); tried += 1) {
    tally.redrawn += 1;
    drawn = drawn.again(outcome.struck, toDrawable(outcome.places));
    one = { ...one, campaign: drawn.campaign };
    outcome = await run(one.campaign);
  }
  tally.add({ one, outcome, repeat: repeatCommand(file, one.campaign, seed, whole) });
  const [text] = outcome.complaints;
  if (text === undefined) return;
  const codes = outcome.codes.join(' ');
  const seen = alike.get(codes) ?? 0;
  alike.set(codes, seen + 1);
  const smaller =
    seen < SHRUNK_MOST && !options.stopped()
      ? await shrink(one.campaign, async (campaign) => (await run(campaign)).codes.join(' ') === codes)
      : one.campaign;
  const violation: Violation = {
    file,
    codes: outcome.codes,
    text,
    complaints: outcome.complaints,
    rules: one.campaign.rules.length,
    shrunkTo: smaller.rules.length,
    repeat: repeatCommand(file, smaller, seed, whole),
  };
  tally.violations.push(violation);
  onViolation(violation);
}

/** One line before the first run of an experiment. */
function formatSubject({ file, trials, leftOut }: SubjectFile): string {
  const what = leftOut.length === 0 ? 'unchanged' : `a smaller one of the same shape, without ${leftOut.join(', ')}`;
  return `${file}: ${what}; ${trials} trials`;
}

/** A violation, and the command that repeats it. */
function formatViolation({ file, codes, text, rules, shrunkTo, repeat }: Violation): string {
  const smaller = shrunkTo < rules ? ` (${rules} rules reduced to ${shrunkTo})` : '';
  return `VIOLATION ${codes.join(', ')}: ${file}: ${text}${smaller}\n  ${repeat}`;
}

/** One line of progress. @param count null where only the time limits it */
function formatProgress(tally: Tally, count: number | null): string {
  const { runs, violations } = tally;
  const struck = tally.countStruck();
  return `  ${runs}${count === null ? '' : ` of ${count}`} runs, ${struck} struck, ${violations.length} violations`;
}

/** The end: by class, then all. */
export function formatTally(
  tally: Pick<Tally, 'byClass' | 'countStruck' | 'runs' | 'violations' | 'hours' | 'redrawn' | 'operations'>,
  seconds: number,
  seed: string,
  tried: RunScope,
): string {
  const rows = [HEAD, ...tally.byClass().map(toRow)];
  const { runs, violations, hours } = tally;
  const struck = tally.countStruck();
  const rate = violations.length === 0 ? formatBound(struck, tried) : '';
  const missed = runs - struck;
  const note =
    missed === 0
      ? []
      : [`missed ${missed}: a rule did not apply there (its call or state never occurred), so the run proves nothing.`];
  const operations = [...tally.operations].map(([name, count]) => `${name} ${count}`).join(', ');
  return [
    ...alignColumns(rows, [0, 1, 2, 3, 4, 5]),
    '',
    `${runs} runs, ${Math.round(hours)} virtual hours in ${formatSeconds(Math.round(seconds))}: ` +
      `${violations.length} violations${rate}. Seed ${seed}. All of it is simulated.`,
    `struck ${struck} of ${runs} (${Math.round((100 * struck) / Math.max(1, runs))}%), ${tally.redrawn} drawn again; ` +
      `${((60 * (runs + tally.redrawn)) / seconds).toFixed(1)} runs a minute` +
      (operations === '' ? '' : `. Applied: ${operations}`),
    ...note,
    '',
  ].join('\n');
}

/** The type of sample: random campaigns, or all cases of a list; neither for a mix. */
interface RunScope {
  readonly drawn: boolean;
  /** Number of runs for completeness; null where there is no end. */
  readonly all: number | null;
}

/** Error probability of the bound, which has 95% confidence. */
const TAIL = 0.05;

/**
 * The bound from runs without violation. Random campaigns: the largest share of violations that would show none in 5%
 * of cases, 1 − 0.05^(1/n) (Clopper and Pearson). A complete list is no sample.
 * @param struck runs in which every rule applied
 */
function formatBound(struck: number, { drawn, all }: RunScope): string {
  if (!drawn) return all === null ? '' : ` (applied in ${struck} of ${all} representatives)`;
  if (struck === 0) return '';
  const most = (100 * (1 - TAIL ** (1 / struck))).toPrecision(2);
  return ` (at most ${most}% of campaigns drawn this way from these experiments, 95%)`;
}

const HEAD = ['runs', 'places', 'missed', 'violations', 'worst late USD', 'left to a person USD', 'faults'];

function toRow(one: ClassTally): string[] {
  const { runs, places, missed, violations, worstLateUsd, worstPersonUsd } = one;
  return [
    String(runs),
    String(Math.round(places)),
    String(missed),
    String(violations),
    worstLateUsd.toFixed(2),
    worstPersonUsd.toFixed(2),
    CLASSES[one.class],
  ];
}

/** Interval of progress lines, milliseconds. */
const SAY_MS = 15_000;

/** The environment of a campaign. */
export interface Surroundings {
  /** This repository. */
  readonly root: string;
  /** File that starts further processes; absent where all runs are in this one. */
  readonly entry?: string;
  /** Takes the result; progress and violations go to `say`. */
  readonly print: (text: string) => void;
  readonly say: (line: string) => void;
  readonly stopped: () => boolean;
}

/** @returns 0 where all promises hold, else 1; and the document. @throws UsageError */
export async function runCampaign(
  options: Options,
  { root, entry, print, say, stopped }: Surroundings,
): Promise<{ readonly code: 0 | 1; readonly document: CampaignDocument }> {
  const { whole, seed, minutes } = options;
  const names = options.specs.length === 0 ? listShippedSpecs(root) : options.specs;
  const files = await Promise.all(names.map((file) => makeSubjectFile(root, file, whole)));
  for (const file of files) say(formatSubject(file));
  say(`seed ${seed}`);
  const subjects = await loadSubjects(root, files);
  const program = await makeProgram(subjects, options);
  // Even one worker is a separate process: only another process can end a run that hangs.
  const workers =
    entry === undefined
      ? playHere(subjects)
      : forkWorkers(entry, Math.min(availableParallelism(), program.count ?? Number.POSITIVE_INFINITY), files);
  const tally = new Tally();
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const timer = setInterval(() => say(formatProgress(tally, program.count)), SAY_MS);
  // Whatever fails, no process stays behind.
  await conduct({
    workers,
    files,
    program,
    whole,
    tally,
    stopped,
    limitMs: minutes === null ? null : minutes * 60_000,
    now: () => performance.now(),
    onViolation: (violation) => say(formatViolation(violation)),
  }).finally(() => {
    clearInterval(timer);
    workers.end();
  });
  const document = toDocument(tally, files, { seed, seconds: seconds() });
  print(formatTally(tally, seconds(), seed, toRunScope(options, program.count)));
  return { code: tally.violations.length === 0 ? 0 : 1, document };
}

/** Random campaigns alone are a sample; single faults alone are a list. */
function toRunScope({ single, pairs, random, operated, faults }: Options, count: number | null): RunScope {
  const drawn = [pairs, random, operated].some((count) => count !== null);
  return drawn
    ? { drawn: !single && faults === null, all: null }
    : { drawn: false, all: single && faults === null ? count : null };
}
