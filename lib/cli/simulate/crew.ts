/** Who runs campaigns: this process, or several of them side by side. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Campaign } from '../../twin/faults/campaign';
import type { Outcome, Subject } from '../../twin/simulate/subject';
import { expected, FsxbenchError } from '../../shapes/errors';
import type { SubjectFile } from './subjects';

/** One run that is asked for. */
export interface Order {
  /** Place of its experiment in the list. */
  readonly subject: number;
  readonly campaign: Campaign;
  readonly seed: string;
}

export interface Crew {
  /** How many run side by side. */
  readonly size: number;
  run(order: Order): Promise<Outcome>;
  end(): void;
}

/** What a process is asked, and what it answers. */
export type Question = { readonly subjects: readonly SubjectFile[] } | { readonly order: Order };
export type Answer = { readonly ready: true } | { readonly outcome: Outcome } | { readonly broke: string };

/** Runs all in this process, one after the other. */
export function alone(subjects: readonly Subject[]): Crew {
  return { size: 1, run: (order) => runHere(subjects, order), end: () => undefined };
}

/** Runs one here. What the twin does not know is a violation like others: some way leads to it. */
export async function runHere(subjects: readonly Subject[], { subject, campaign, seed }: Order): Promise<Outcome> {
  return expected(subjects[subject], `the experiment ${subject}`).run(campaign, seed);
}

/** A run takes a quarter of a second, a start two; on a machine with much else to do more. After this, never. */
const HUNG_MS = 180_000;

/**
 * So many processes of this program. One that hangs or dies is replaced, and what it was asked is a violation.
 * @param entry the file that it was started with
 */
export async function crewOf(entry: string, size: number, subjects: readonly SubjectFile[]): Promise<Crew> {
  const members = new Set<Member>();
  const idle: Member[] = [];
  const next = (): Promise<Member> =>
    new Promise((resolve) => {
      waiting.push(resolve);
    });
  const waiting: ((member: Member) => void)[] = [];
  const join = async (): Promise<void> => {
    const member = await memberOf(entry, subjects);
    members.add(member);
    free(member);
  };
  const free = (member: Member): void => {
    const first = waiting.shift();
    if (first === undefined) idle.push(member);
    else first(member);
  };
  await Promise.all(Array.from({ length: size }, join));
  return {
    size,
    run: async (order) => {
      const member = idle.pop() ?? (await next());
      const answer = await member.ask({ order }, HUNG_MS);
      if ('outcome' in answer) {
        free(member);
        return answer.outcome;
      }
      member.child.kill('SIGKILL');
      members.delete(member);
      await join();
      return broken('broke' in answer ? answer.broke : 'it was ready, and not asked whether it is');
    },
    end: () => {
      for (const { child } of members) child.kill('SIGKILL');
    },
  };
}

/** A run that could not be judged: a mistake of the twin or of a machine that no service would answer. */
export function broken(text: string): Outcome {
  const line = text.split('\n')[0] ?? text;
  return {
    complaints: [`twin: Broke: ${line}`],
    codes: ['Broke'],
    statuses: [],
    struck: [],
    lateUsd: 0,
    personUsd: 0,
    usedUsd: 0,
    hours: 0,
  };
}

interface Member {
  readonly child: ChildProcess;
  ask(question: Question, limitMs: number): Promise<Answer>;
}

async function memberOf(entry: string, subjects: readonly SubjectFile[]): Promise<Member> {
  const child = fork(entry, ['simulate', '--worker'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ask = (question: Question, limitMs: number): Promise<Answer> =>
    new Promise((resolve) => {
      const end = (answer: Answer): void => {
        clearTimeout(timer);
        child.off('exit', onExit);
        child.off('message', end);
        resolve(answer);
      };
      const onExit = (code: number | null): void => end({ broke: `its process ended with ${code ?? 'a signal'}` });
      const timer = setTimeout(() => end({ broke: 'it did not come to an end' }), limitMs);
      child.once('exit', onExit);
      child.once('message', end);
      child.send(question);
    });
  const answer = await ask({ subjects }, HUNG_MS);
  if ('broke' in answer)
    throw new FsxbenchError('Unexpected', `a process of the simulation did not start: ${answer.broke}`);
  return { child, ask };
}
