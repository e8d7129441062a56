/** `fsxbench simulate`: experiments in virtual time while things go wrong, judged by what must hold all the same. */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { conduct } from '../simulate/conduct';
import { programOf, type Wanted } from '../simulate/cases';
import { documentOf } from '../simulate/document';
import { readCampaign } from '../simulate/campaign-file';
import { alone, type Crew, crewOf } from '../simulate/crew';
import { loadSubjects, shipped, type SubjectFile, subjectFile } from '../simulate/subjects';
import { Tally } from '../simulate/tally';
import { serve } from '../simulate/worker';
import { type Cli, UserError } from '../command';
import { abortable } from '../interrupts';
import { EXIT, type ExitCode } from '../outcome';
import { seedOf, textOf } from '../options';
import { pricesFor } from '../region';
import { display } from '../text/display';
import { progressText, subjectText, tallyText, type Tried, violationText } from '../text/simulate-text';

/** Where virtual time begins: always the same, so that the same seed gives the same. 2026-01-01T00:00:00Z */
const START = 1_767_225_600_000;
/** Of a simulation that nothing else bounds, minutes. */
const DEFAULT_MINUTES = 3;
/** Without a terminal a line of progress comes so often, milliseconds. */
const SAY_MS = 15_000;

/** @returns 0 where all holds, 1 where something does not */
export async function run(
  cli: Cli,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  if (options['worker'] === true) {
    await serve(cli.root);
    return EXIT.done;
  }
  const wanted = wantedOf(cli, options);
  const processes = jobsOf(options['jobs']);
  const whole = options['whole'] === true;
  const { region } = pricesFor(options['region']);
  const names = args.length === 0 ? shipped(cli) : args;
  const files = await Promise.all(names.map((file) => subjectFile(cli, file, { whole, startedAt: START, region })));
  const json = options['json'] === true;
  const say = (text: string): void => void cli.err.write(`${text}\n`);
  for (const file of files) say(subjectText(file));
  say(`seed ${wanted.seed}`);
  const subjects = await loadSubjects(cli.root, files);
  const program = await programOf(subjects, wanted);
  const jobs = Math.min(processes, program.count ?? Number.POSITIVE_INFINITY);
  // Also where there is one only: a run that hangs can be ended from another process alone.
  const crew = cli.entry === undefined ? alone(subjects) : await crewOf(cli.entry, jobs, files);
  const tally = new Tally();
  const { signal, release } = abortable(cli.interrupts, EXIT.interrupted);
  const simulation = { crew, files, program, whole, tally, wanted, signal };
  // Whatever breaks, no process of the crew stays behind.
  const seconds = await conducted(cli, simulation).finally(() => {
    release();
    crew.end();
  });
  if (json) cli.out.write(`${JSON.stringify(documentOf(tally, files, { seed: wanted.seed, seconds }), null, 2)}\n`);
  else cli.out.write(tallyText(tally, seconds, wanted.seed, triedOf(wanted, program.count)));
  if (signal.aborted) return EXIT.interrupted;
  return tally.violations.length === 0 ? EXIT.done : EXIT.against;
}

/** Random campaigns alone are a sample; single faults alone are a list. */
function triedOf({ exhaustive, pairs, seeds, campaign }: Wanted, count: number | null): Tried {
  const drawn = pairs || seeds !== null;
  return drawn
    ? { drawn: !exhaustive && campaign === null, all: null }
    : { drawn: false, all: exhaustive && campaign === null ? count : null };
}

interface Simulation {
  readonly crew: Crew;
  readonly files: readonly SubjectFile[];
  readonly program: Awaited<ReturnType<typeof programOf>>;
  readonly whole: boolean;
  readonly tally: Tally;
  readonly wanted: Wanted;
  readonly signal: AbortSignal;
}

/** @returns seconds that it took */
async function conducted(cli: Cli, { wanted, signal, ...rest }: Simulation): Promise<number> {
  const { tally, program } = rest;
  const began = performance.now();
  const limitMs = wanted.minutes === null ? null : wanted.minutes * 60_000;
  const now = (): number => performance.now();
  const progress = (): string => progressText(tally, { count: program.count, passedMs: now() - began, limitMs });
  // With --json, too: standard output has the document alone.
  const shown = display(cli.err, () => [progress()]);
  const timer = cli.err.isTTY === true ? null : setInterval(() => shown.log(progress()), SAY_MS);
  await conduct({
    ...rest,
    limitMs,
    now,
    stopped: () => signal.aborted,
    onViolation: (violation) => shown.log(violationText(violation)),
  });
  if (timer !== null) clearInterval(timer);
  shown.end();
  return (now() - began) / 1000;
}

function wantedOf(cli: Cli, options: Readonly<Record<string, unknown>>): Wanted {
  const faults = textOf(options['faults']);
  const wanted = {
    exhaustive: options['exhaustive'] === true,
    pairs: options['pairs'] === true,
    seeds: numberOf('--seeds', options['seeds'], 1_000_000),
    campaign: faults === undefined ? null : readCampaign(cli, faults),
    // A fresh one each time, printed: whoever repeats a run gives it.
    seed: seedOf(options['seed']) ?? randomUUID().slice(0, 8),
  };
  const minutes = minutesOf(options['minutes']);
  const bounded = wanted.campaign !== null || (!wanted.pairs && (wanted.exhaustive || wanted.seeds !== null));
  return { ...wanted, minutes: minutes ?? (bounded ? null : DEFAULT_MINUTES) };
}

function jobsOf(given: unknown): number {
  return numberOf('--jobs', given, 256) ?? availableParallelism();
}

/** Minutes of a week. */
const MOST_MINUTES = 10_080;

/** Null where it is not given. @throws UserError for what is no length of time */
function minutesOf(given: unknown): number | null {
  if (given === undefined) return null;
  const text = textOf(given) ?? '';
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= MOST_MINUTES) return value;
  throw new UserError('BadFaults', `--minutes: found '${text}'; allowed: more than 0, at most ${MOST_MINUTES}`);
}

/** Null where it is not given. @throws UserError for what is no number from 1 on */
function numberOf(option: string, given: unknown, most: number): number | null {
  if (given === undefined) return null;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UserError(
    'BadFaults',
    `${option}: found '${textOf(given) ?? ''}'; allowed: a whole number from 1 to ${most}`,
  );
}
