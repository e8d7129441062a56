/** Recovery: which executions left something, and starting a guardian for them. Needs nothing but tags and names. */
import { EXECUTION_ID_PATTERN } from '../shapes/execution-names';
import { pointerKey, TAG } from '../shapes/layout';
import type { Timing } from '../shapes/plan';
import { LONGEST_TIMING, timingOf } from '../experiment/plan/timing';
import { readJson } from './bucket';
import type { Context } from './context';
import { describe, type Described, executionArn, guardianNames, guardians } from './executions';
import { Transient } from './handler';
import { listResources } from './ledger/list';
import type { Resource } from './ledger/resource';

/** Written by admit: where an executionId belongs. */
export interface Pointer {
  readonly experiment: string;
  readonly timing: Timing;
  /** ISO 8601: tells a second try of the same start from another execution of the same name. */
  readonly startedAt: string;
}

/**
 * Recoveries that the event rule may start: a failing guardian must not call itself for ever. The janitor's schedule
 * bounds itself, and must be able to come back when a long trouble is over.
 */
export const RECOVERIES_BY_RULE = 5;

/** Tries to find a name that nobody else took meanwhile. */
const LOOKS_MAX = 5;

/**
 * Starts a guardian in recover mode under the next free name, unless one is running, or one has succeeded and nobody
 * claims that something is left.
 * @param event `left`: the janitor has seen that something exists; `experiment`: from its tags, absent where only a
 * name is known
 * @throws Transient where names are taken that cannot be seen yet
 */
export async function startGuardian(
  event: { executionId: string; experiment?: string | undefined; why: string; left?: boolean | undefined },
  context: Context,
): Promise<{ executionId: string; started: string | null; why: string }> {
  const { executionId } = event;
  const left = event.left === true;
  for (let looks = 0; looks <= LOOKS_MAX; looks += 1) {
    const decided = nextGuardian(executionId, await guardians(context, executionId), left);
    if (decided.name === null) {
      // Nobody comes again by himself: a person must look.
      if (left && decided.why === USED_UP) context.log.error('something is left and no recovery is', { executionId });
      return { executionId, started: null, why: decided.why };
    }
    const input = await guardianInput(event, context);
    if (input === null) return { executionId, started: null, why: 'it was never admitted, so it created nothing' };
    if (await startedNow(decided.name, input, context)) {
      context.log.warn('guardian started in recover mode', { executionId, name: decided.name, why: event.why });
      return { executionId, started: decided.name, why: event.why };
    }
  }
  throw new Transient(`names of guardians of ${executionId} are taken by executions that cannot be seen yet`);
}

/**
 * @returns false where the name is taken: by a caller that was quicker, or by a guardian that ended and was not seen
 * yet
 */
async function startedNow(name: string, input: unknown, context: Context): Promise<boolean> {
  try {
    const stateMachineArn = context.config.machineArns.guardian;
    await context.aws.sfn.startExecution({ stateMachineArn, name, input: JSON.stringify(input) });
    return true;
  } catch (error) {
    if ((error as Error).name === 'ExecutionAlreadyExists') return false;
    throw error;
  }
}

/** Input of a guardian in recover mode; null where nobody knows the experiment. */
async function guardianInput(
  event: { executionId: string; experiment?: string | undefined },
  context: Context,
): Promise<unknown> {
  const { executionId } = event;
  const pointer = await readPointer(event, context);
  const experiment = pointer?.experiment ?? event.experiment;
  if (experiment === undefined) return null;
  return {
    executionId,
    experiment,
    executionArn: executionArn(context.config, 'experiment', executionId),
    until: 0,
    timing: pointer?.timing ?? (context.config.local ? timingOf(true, 1, 1) : LONGEST_TIMING),
  };
}

/** Null where there is none. Tags are enough: with them, a bucket that cannot be read keeps nothing alive. */
async function readPointer(
  event: { executionId: string; experiment?: string | undefined },
  context: Context,
): Promise<Pointer | null> {
  try {
    return await readJson<Pointer>(context, pointerKey(event.executionId));
  } catch (error) {
    if (event.experiment === undefined) throw error;
    context.log.warn('the pointer cannot be read', { executionId: event.executionId, error: String(error) });
    return null;
  }
}

const USED_UP = 'all recoveries are used up';

/** The next free name, or why there is none. */
export function nextGuardian(
  executionId: string,
  found: readonly Described[],
  left: boolean,
): { name: string | null; why: string } {
  const running = found.find((one) => one.status === 'RUNNING');
  if (running !== undefined) return { name: null, why: `${running.name} is running` };
  if (!left && found.some((one) => one.status === 'SUCCEEDED'))
    return { name: null, why: 'a guardian has proven it clean' };
  const taken = new Set(found.map((one) => one.name));
  // The first name belongs to the experiment machine.
  const recoveries = guardianNames(executionId).slice(1);
  const free = recoveries.find((name) => !taken.has(name));
  if (free === undefined) return { name: null, why: USED_UP };
  if (!left && recoveries.indexOf(free) >= RECOVERIES_BY_RULE)
    return { name: null, why: 'the event rule has used up its recoveries; the janitor comes by its schedule' };
  return { name: free, why: 'free' };
}

export interface Orphan {
  readonly executionId: string;
  readonly experiment: string;
  readonly why: string;
}

/** A guardian that ended less than this ago may still be followed by the one that its end started. */
const GUARDIAN_OVER_SECONDS = 900;

/** Executions of this stack that left something and that nobody looks after. */
export async function findOrphans(context: Context): Promise<{ orphans: Orphan[] }> {
  const { resources } = await listResources(context, { key: TAG.stack, value: context.config.stack });
  const orphans: Orphan[] = [];
  for (const [executionId, its] of byExecution(resources)) {
    if (executionId === undefined || !EXECUTION_ID_PATTERN.test(executionId)) {
      // No execution has such a name, and no guardian can look for it; the others must not wait for a person.
      context.log.error('something carries no readable execution', { executionId, ids: its.map((one) => one.id) });
      continue;
    }
    const experiment = experimentOf(executionId, its, context);
    const why = orphaned({
      now: context.now() / 1000,
      expiresAt: Math.min(...its.map((one) => expiry(one))),
      execution: await describe(context, 'experiment', executionId),
      guardians: await guardians(context, executionId),
    });
    if (why !== null) orphans.push({ executionId, experiment, why });
  }
  return { orphans };
}

/** Unreadable means expired: something that nobody can date must not live for ever. */
function expiry(resource: Resource): number {
  const seconds = Number(resource.tags[TAG.expiresAt]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}

/** Stands for an experiment that no tag names; no spec may call itself so. */
const UNTAGGED = '_untagged';

/** A missing tag must not keep the guardian from deleting: only where its receipt is written depends on it. */
function experimentOf(executionId: string, its: readonly Resource[], context: Context): string {
  const [experiment] = its.flatMap(({ tags }) => tags[TAG.experiment] ?? []);
  if (experiment !== undefined) return experiment;
  context.log.error('what is left names no experiment', { executionId, ids: its.map(({ id }) => id) });
  return UNTAGGED;
}

/** Under undefined what has no tag of an execution. */
function byExecution(resources: readonly Resource[]): Map<string | undefined, Resource[]> {
  const groups = new Map<string | undefined, Resource[]>();
  for (const one of resources) {
    if (!one.living) continue;
    const id = one.tags[TAG.execution];
    groups.set(id, [...(groups.get(id) ?? []), one]);
  }
  return groups;
}

/** Why an execution's things are orphans; null while somebody looks after them. Times are epoch seconds. */
export function orphaned(facts: {
  now: number;
  expiresAt: number;
  execution: Described | null;
  guardians: readonly Described[];
}): string | null {
  if (facts.guardians.some((one) => one.status === 'RUNNING')) return null;
  if (facts.now > facts.expiresAt) return 'its expiry has passed';
  if (facts.execution?.status === 'RUNNING') return null;
  const ended = Math.max(0, ...facts.guardians.map((one) => (one.endedAt ?? 0) / 1000));
  return facts.now - ended >= GUARDIAN_OVER_SECONDS ? 'its execution has ended and no guardian looks after it' : null;
}
