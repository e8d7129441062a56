/** Runs campaigns: in this process, or in several at the same time. */
import { type ChildProcess, fork } from 'node:child_process';
import { ensure } from '../../lib/shapes/errors';
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

/** Message to a process, and its answer. */
type Question = { readonly subjects: readonly SubjectFile[] } | { readonly order: Order };
type Answer = { readonly ready: true } | { readonly outcome: Outcome } | { readonly broke: string };

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
export async function forkWorkers(entry: string, count: number, subjects: readonly SubjectFile[]): Promise<Workers> {
  const idle: ChildProcess[] = [];
  /** Clean runs that each process knows, by experiment and seed: it need not repeat them. */
  const known = new Map<ChildProcess, Set<string>>();
  const all = new Set<ChildProcess>();
  const waiting: ((child: ChildProcess) => void)[] = [];
  const free = (child: ChildProcess): void => {
    const first = waiting.shift();
    if (first === undefined) idle.push(child);
    else first(child);
  };
  const nextFree = (): Promise<ChildProcess> =>
    new Promise((resolve) => {
      waiting.push(resolve);
    });
  const join = async (): Promise<void> => {
    const child = fork(entry, ['--worker'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const answer = await ask(child, { subjects });
    if ('broke' in answer) throw new Error(`a process of the campaign did not start: ${answer.broke}`);
    all.add(child);
    free(child);
  };
  await Promise.all(Array.from({ length: count }, join));
  return {
    count,
    run: async (order) => {
      const key = `${order.subject} ${order.seed}`;
      const best = Math.max(
        0,
        idle.findIndex((one) => known.get(one)?.has(key) === true),
      );
      const child = idle.splice(best, 1)[0] ?? (await nextFree());
      known.set(child, (known.get(child) ?? new Set()).add(key));
      const answer = await ask(child, { order });
      if ('outcome' in answer) {
        free(child);
        return answer.outcome;
      }
      child.kill('SIGKILL');
      all.delete(child);
      await join();
      return brokenOutcome('broke' in answer ? answer.broke : 'unexpected "ready" message');
    },
    end: () => {
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

function ask(child: ChildProcess, question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      child.off('exit', onExit);
      child.off('message', end);
      resolve(answer);
    };
    const onExit = (code: number | null): void => end({ broke: `its process ended with ${code ?? 'a signal'}` });
    const timer = setTimeout(() => end({ broke: 'it did not come to an end' }), HUNG_MS);
    child.once('exit', onExit);
    child.once('message', end);
    child.send(question);
  });
}

/** One of these processes: serves until its parent is gone. */
export async function serve(root: string): Promise<void> {
  let subjects: readonly Subject[] = [];
  const answer = async (question: Question): Promise<Answer> => {
    if ('order' in question) return { outcome: await runHere(subjects, question.order) };
    subjects = await loadSubjects(root, question.subjects);
    return { ready: true };
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
