/** Runs campaigns: in this process, or in several at the same time. */
import { ensure } from '../../lib/shapes/errors';
import { AnsweringProcess } from '../answering-process';
import type { Campaign } from './faults/campaign';
import { loadSubjects, type Outcome, type Subject, type SubjectFile } from './subject';

/** One requested run. */
export interface Order {
  /** Index of its experiment in the list. */
  readonly subject: number;
  readonly campaign: Campaign;
  readonly seed: string;
}

export interface Workers {
  /** Number of parallel runs. */
  readonly count: number;
  run(order: Order): Promise<Outcome>;
  end(): void;
}

/** Message to a process, which loads the experiments once. */
interface Question {
  readonly subjects: readonly SubjectFile[];
  readonly order: Order;
}
interface Answer {
  readonly kind: 'outcome';
  readonly outcome: Outcome;
}

/** Runs all in this process, one after another. */
export function playHere(subjects: readonly Subject[]): Workers {
  return { count: 1, run: (order) => runHere(subjects, order), end: () => undefined };
}

/** A call that is not simulated is a violation like others: some path leads to it. */
async function runHere(subjects: readonly Subject[], { subject, campaign, seed }: Order): Promise<Outcome> {
  const one = ensure(subjects[subject], `the experiment ${subject}`);
  try {
    return await one.run(campaign, seed);
  } catch (error) {
    return brokenOutcome(error instanceof Error ? error.message : String(error));
  }
}

/** Time-out of a run, ms: usually a run takes a quarter of a second, a start two, more on a busy machine. */
const HUNG_MS = 180_000;

/**
 * Several processes of this program. One that hangs or dies is replaced, and its request is a violation.
 * @param entry the file that it was started with
 */
export function forkWorkers(entry: string, count: number, subjects: readonly SubjectFile[]): Workers {
  const all = Array.from({ length: count }, () => new AnsweringProcess<Question, Answer>(entry, ['--worker']));
  const idle = [...all];
  type Worker = (typeof all)[number];
  /** Clean runs that each process knows, by experiment and seed: it need not repeat them. */
  const known = new Map<Worker, Set<string>>();
  const waiting: ((worker: Worker) => void)[] = [];
  const nextFree = (): Promise<Worker> =>
    new Promise((resolve) => {
      waiting.push(resolve);
    });
  return {
    count,
    run: async (order) => {
      const key = `${order.subject} ${order.seed}`;
      const best = idle.findIndex((one) => known.get(one)?.has(key) === true);
      const worker = idle.splice(Math.max(0, best), 1)[0] ?? (await nextFree());
      known.set(worker, (known.get(worker) ?? new Set()).add(key));
      const answer = await worker.ask({ subjects, order }, () => HUNG_MS);
      const next = waiting.shift();
      if (next === undefined) idle.push(worker);
      else next(worker);
      if (answer.kind === 'answer') return answer.answer.outcome;
      known.delete(worker);
      return brokenOutcome(
        answer.kind === 'crash' ? `its process ended: ${answer.stderr}` : 'it did not come to an end',
      );
    },
    end: () => {
      for (const worker of all) worker.stop();
    },
  };
}

/** One of these processes: serves until its parent is gone. */
export async function serve(root: string): Promise<void> {
  let loaded: Promise<Subject[]> | undefined;
  const answer = async ({ subjects, order }: Question): Promise<Answer> => {
    loaded ??= loadSubjects(root, subjects);
    return { kind: 'outcome', outcome: await runHere(await loaded, order) };
  };
  process.on('message', (question: Question) => {
    void answer(question).then((given) => process.send?.(given));
  });
  await new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
  });
}

/** A run that could not be judged: a bug in the simulation or in a machine, which no service would report. */
function brokenOutcome(text: string): Outcome {
  const line = text.split('\n')[0] ?? text;
  const nothing = {
    statuses: [],
    struck: [],
    lateUsd: 0,
    personUsd: 0,
    paidUsd: 0,
    usedUsd: 0,
    hours: 0,
    hasChangedUnderLoad: false,
  };
  return { ...nothing, complaints: [`twin: Broke: ${line}`], codes: ['Broke'] };
}
