/** Runs a program of campaigns on workers, makes failing ones smaller, and keeps the tally. */
import { expected } from '../../lib/shapes/errors';
import type { Campaign } from './faults/campaign';
import { shrink } from './shrink';
import type { Outcome, SubjectFile } from './subject';
import { type Program, taken, type Trial } from './cases';
import { repeatCommand, type Tally, type Violation } from './tally';
import type { Workers } from './workers';

export interface ConductOptions {
  readonly workers: Workers;
  readonly files: readonly SubjectFile[];
  readonly program: Program;
  readonly whole: boolean;
  /** Milliseconds of real time after which no other run begins; null for no such bound. */
  readonly limitMs: number | null;
  readonly now: () => number;
  readonly stopped: () => boolean;
  /** Told of each violation as it is found. */
  readonly onViolation: (violation: Violation) => void;
  readonly tally: Tally;
}

/** Violations of the same codes that are made smaller: after that they are only counted and told. */
const SHRUNK_MOST = 3;

/** Resolves when all is tried, the time is up, or it was stopped. */
export async function conduct(options: ConductOptions): Promise<void> {
  const { workers, program, limitMs, now, stopped } = options;
  const began = now();
  const trials = taken(program.trials);
  const alike = new Map<string, number>();
  const work = async (): Promise<void> => {
    for (;;) {
      if (stopped() || (limitMs !== null && now() - began >= limitMs)) return;
      const trial = trials();
      if (trial === null) return;
      await tried(trial, options, alike);
    }
  };
  await Promise.all(Array.from({ length: workers.count }, work));
}

async function tried(trial: Trial, options: ConductOptions, alike: Map<string, number>): Promise<void> {
  const { workers, files, whole, tally, onViolation } = options;
  const { subject, one, seed } = trial;
  const { file } = expected(files[subject], 'the experiment of a trial');
  const run = (campaign: Campaign): Promise<Outcome> => workers.run({ subject, campaign, seed });
  const outcome = await run(one.campaign);
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
