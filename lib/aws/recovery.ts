/** Recovery: which executions left something, and starting a guardian for them. Needs nothing but tags and names. */
import { pointerKey, TAG } from '../experiment/layout';
import type { Timing } from '../experiment/plan';
import { readJson } from './bucket';
import type { Context } from './context';
import { describe, type Described, executionArn, guardianNames, guardians } from './executions';
import { listResources, type Resource } from './resources';

/** Written by admit: where an executionId belongs. */
export interface Pointer {
  readonly experiment: string;
  readonly timing: Timing;
}

/** Waits of a recovery whose pointer is lost: the longest that any plan uses. */
export const DEFAULT_TIMING: Timing = {
  guardianPollSeconds: 60,
  guardianPollGrowth: 0,
  settleSeconds: 300,
  resultsGraceSeconds: 600,
  teardownAllowanceSeconds: 10_800,
  barrierLeadSeconds: 60,
  pollSeconds: 15,
  hostsOnlineSeconds: 900,
  deliverySeconds: 120,
  stopSeconds: 900,
  teardownPollSeconds: 72,
};

/**
 * Starts a guardian in recover mode under the next free name, unless one is running, or one has succeeded and nobody claims that
 * something is left.
 */
export async function startGuardian(
  event: { executionId: string; experiment?: string | undefined; why: string; left?: boolean | undefined },
  context: Context,
): Promise<{ executionId: string; started: string | null; why: string }> {
  const { executionId } = event;
  const decided = nextGuardian(executionId, await guardians(context, executionId), event.left === true);
  if (decided.name === null) return { executionId, started: null, why: decided.why };
  const pointer = await readJson<Pointer>(context, pointerKey(executionId));
  const experiment = pointer?.experiment ?? event.experiment;
  if (experiment === undefined)
    return { executionId, started: null, why: 'it was never admitted, so it created nothing' };
  try {
    await context.aws.sfn.startExecution({
      stateMachineArn: context.config.machineArns.guardian,
      name: decided.name,
      input: JSON.stringify({
        executionId,
        experiment,
        executionArn: executionArn(context.config, 'experiment', executionId),
        until: 0,
        timing: pointer?.timing ?? DEFAULT_TIMING,
      }),
    });
  } catch (error) {
    // Another caller was quicker: the guardian it started serves as well.
    if ((error as Error).name !== 'ExecutionAlreadyExists') throw error;
  }
  context.log.warn('guardian started in recover mode', { executionId, name: decided.name, why: event.why });
  return { executionId, started: decided.name, why: event.why };
}

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
  const free = guardianNames(executionId)
    .slice(1)
    .find((name) => !taken.has(name));
  return free === undefined ? { name: null, why: 'all recoveries are used up' } : { name: free, why: 'free' };
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
  const resources = await listResources(context, { key: TAG.stack, value: context.config.stack });
  const orphans: Orphan[] = [];
  for (const [executionId, its] of byExecution(resources)) {
    const experiment = its[0]?.tags[TAG.experiment] ?? '';
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

function byExecution(resources: readonly Resource[]): Map<string, Resource[]> {
  const groups = new Map<string, Resource[]>();
  for (const one of resources) {
    if (!one.living) continue;
    const id = one.tags[TAG.execution] ?? '';
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
