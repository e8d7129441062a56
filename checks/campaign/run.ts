/** Plays the faults that were asked for, from options to the exit code. */
import { programOf } from './cases';
import { conduct } from './conduct';
import type { Options } from './options';
import { loadSubjects, shippedSpecs, subjectFile } from './subject';
import { type CampaignDocument, documentOf, Tally } from './tally';
import { progressText, subjectText, tallyText, type Tried, violationText } from './text';
import { forkWorkers, playHere } from './workers';

/** A line of progress comes so often, milliseconds. */
const SAY_MS = 15_000;

/** What a campaign is given beside its options. */
export interface Surroundings {
  /** This repository. */
  readonly root: string;
  /** File that further processes are started with; absent where all is played here. */
  readonly entry?: string;
  /** Takes the result; progress and violations go to `say`. */
  readonly print: (text: string) => void;
  readonly say: (line: string) => void;
  readonly stopped: () => boolean;
}

/** @returns 0 where all holds, 1 where something does not; and the document. @throws UsageError */
export async function runCampaign(
  options: Options,
  { root, entry, print, say, stopped }: Surroundings,
): Promise<{ readonly code: 0 | 1; readonly document: CampaignDocument }> {
  const { whole, seed, minutes, jobs } = options;
  const names = options.specs.length === 0 ? shippedSpecs(root) : options.specs;
  const files = await Promise.all(names.map((file) => subjectFile(root, file, whole)));
  for (const file of files) say(subjectText(file));
  say(`seed ${seed}`);
  const subjects = await loadSubjects(root, files);
  const program = await programOf(subjects, options);
  // Also where there is one only: a run that hangs can be ended from another process alone.
  const workers =
    entry === undefined
      ? playHere(subjects)
      : await forkWorkers(entry, Math.min(jobs, program.count ?? Number.POSITIVE_INFINITY), files);
  const tally = new Tally();
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const timer = setInterval(() => say(progressText(tally, program.count)), SAY_MS);
  // Whatever breaks, no process stays behind.
  await conduct({
    workers,
    files,
    program,
    whole,
    tally,
    stopped,
    limitMs: minutes === null ? null : minutes * 60_000,
    now: () => performance.now(),
    onViolation: (violation) => say(violationText(violation)),
  }).finally(() => {
    clearInterval(timer);
    workers.end();
  });
  const document = documentOf(tally, files, { seed, seconds: seconds() });
  print(
    options.json
      ? `${JSON.stringify(document, null, 2)}\n`
      : tallyText(tally, seconds(), seed, triedOf(options, program.count)),
  );
  return { code: tally.violations.length === 0 ? 0 : 1, document };
}

/** Random campaigns alone are a sample; single faults alone are a list. */
function triedOf({ single, pairs, random, faults }: Options, count: number | null): Tried {
  const drawn = pairs !== null || random !== null;
  return drawn
    ? { drawn: !single && faults === null, all: null }
    : { drawn: false, all: single && faults === null ? count : null };
}
