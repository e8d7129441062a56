/** The task of a command, from its parameters and the plan. */
import { ensure, FsxbenchError } from '../../../shapes/errors';
import { layout } from '../../../shapes/layout';
import { findCell } from '../../../shapes/find-cell';
import type { Cell, CopyPlan, Plan, PlannedStep, RigPlan, TrialPlan } from '../../../shapes/plan';
import { createHash } from 'node:crypto';
import type { DesiredFixture } from '../../../experiment/fixtures/difference';
import { parseFixtures } from '../../../experiment/fixtures/script';
import { type Host, parseHosts } from '../../../aws/hosts';
import type { Workload } from '../../../workloads/contract';
import type { ObjectStore, StoredObject } from '../../cloud/s3/store';

/** Parameters of the SSM document that simulated hosts use. */
const PARAMETER_NAMES = [
  'ScriptKey',
  'ScriptSha256',
  'HostsKey',
  'EndpointsKey',
  'OutputPrefix',
  'Attempt',
  'Step',
  'StartAt',
  'IssuedAt',
  'ExecutionTimeout',
  'After',
] as const;
export type CommandParameters = Readonly<Record<(typeof PARAMETER_NAMES)[number], string>>;

/** The parameters of a command; empty if one is missing. */
export function readParameters(given: Readonly<Record<string, string>>): CommandParameters {
  return Object.fromEntries(PARAMETER_NAMES.map((name) => [name, given[name] ?? ''])) as CommandParameters;
}

/** The command that a host ends before it begins another, and how long it waits for that. */
interface Predecessor {
  /** `<attempt> <step>` */
  readonly command: string;
  readonly seconds: number;
}

/** @returns null if the command begins at once */
export function parsePredecessor({ After = 'none' }: Readonly<Record<string, string>>): Predecessor | null {
  const [attempt = '', step = '', seconds] = After.split('/');
  return seconds === undefined ? null : { command: `${attempt} ${step}`, seconds: Number(seconds) };
}

export interface RigExecution {
  readonly experiment: string;
  readonly executionId: string;
  readonly rig: string;
}

export interface HostTask {
  readonly plan: Plan;
  readonly rig: RigPlan;
  /** The target instance of the command. */
  readonly copy: CopyPlan;
  readonly command: PlannedStep;
  /** Null for the preparation of a target instance. */
  readonly trial: { readonly plan: TrialPlan; readonly cell: Cell; readonly attempt: number } | null;
}

/** `executions/<experiment>/<executionId>/raw/<rig>/…/`, as {@link layout} makes it. */
const OUTPUT_PREFIX = /^executions\/([^/]+)\/([^/]+)\/raw\/([^/]+)\/(?:[^/]+\/)+$/;
const TRIAL_ATTEMPT = /^(.+)\.a([1-9]\d*)$/;

/** The execution of a command; null if its results go elsewhere. */
export function parseExecution({ OutputPrefix }: Pick<CommandParameters, 'OutputPrefix'>): RigExecution | null {
  const found = OUTPUT_PREFIX.exec(OutputPrefix);
  if (found === null) return null;
  const [, experiment = '', executionId = '', rig = ''] = found;
  return { experiment, executionId, rig };
}

/** Finds rig, trial and command in the plan. @throws Error that names the part missing in the plan */
export function findHostTask(
  plan: Plan,
  { experiment, executionId, rig: name }: RigExecution,
  { Attempt, Step, OutputPrefix }: Pick<CommandParameters, 'Attempt' | 'Step' | 'OutputPrefix'>,
): HostTask {
  const keys = layout(experiment, executionId);
  const rig = plan.rigs.find((one) => one.rig === name);
  if (rig === undefined) throw new FsxbenchError('Unexpected', `the plan has no rig ${name}`);
  const ofTrial = TRIAL_ATTEMPT.exec(Attempt);
  if (ofTrial === null && rig.clean !== undefined && Step === rig.clean.name)
    return {
      plan,
      rig,
      copy: ensure(rig.copies[0], 'a target instance of every rig'),
      command: rig.clean,
      trial: null,
    };
  if (ofTrial === null) {
    const apart = ({ prepare, unmount = [] }: CopyPlan): PlannedStep | undefined =>
      findStep([...prepare, ...unmount], Step);
    const copy = rig.copies.find((one) => apart(one) !== undefined);
    const command = copy === undefined ? undefined : apart(copy);
    if (copy === undefined || command === undefined || !OutputPrefix.startsWith(keys.prepare(name)))
      throw new FsxbenchError(
        'Unexpected',
        `the plan has no preparation ${Attempt} ${Step} of rig ${name} into ${OutputPrefix}`,
      );
    return { plan, rig, copy, command, trial: null };
  }
  const [label = '', attempt] = [ofTrial[1], Number(ofTrial[2])];
  const trial = findTrial(plan, label);
  const cell = trial === undefined ? undefined : findCell(plan.cells, trial.cell);
  const command = trial === undefined ? undefined : findStep([...trial.steps, ...(trial.fixtures ?? [])], Step);
  const copy = rig.copies.find((one) => one.copy === trial?.copy);
  if (trial?.rig !== name || cell === undefined || command === undefined || copy === undefined)
    throw new FsxbenchError('Unexpected', `the plan has no command ${Step} of trial ${label} in rig ${name}`);
  if (OutputPrefix !== keys.attempt(name, label, attempt))
    throw new FsxbenchError(
      'Unexpected',
      `results of ${Attempt} belong in ${keys.attempt(name, label, attempt)}, not ${OutputPrefix}`,
    );
  return { plan, rig, copy, command, trial: { plan: trial, cell, attempt } };
}

/** Roles of the command whose hosts load the storage from the start, as the workload names them; without any, all. */
export function listStorageRoles(
  { rig, command, trial }: HostTask,
  workload: Pick<Workload, 'roles'>,
): RigPlan['roles'] {
  const all = rig.roles.map(({ role }) => role);
  const named = workload.roles(trial?.cell.params ?? {}, all);
  const loading = named.flatMap(({ role, mounts, loads }) => (mounts && loads === undefined ? [role] : []));
  const roles = rig.roles.filter(({ role }) => command.roles.includes(role));
  const found = roles.filter(({ role }) => loading.includes(role));
  return found.length > 0 ? found : roles;
}

/** Share of the time in which a host loads storage, 0–1: others may take over. @param isLoading from the start */
export function computeLoadShare(
  isLoading: boolean,
  { role, index }: Pick<Host, 'role' | 'index'>,
  events: NonNullable<TrialPlan['events']>,
  measuredSeconds: number,
): number {
  const moves = events.flatMap(({ atSeconds, action, hosts = [] }) =>
    'kill' in action && action.kill.resumeOn !== action.kill.role
      ? [{ ...action.kill, hosts, share: Math.min(1, atSeconds / measuredSeconds) }]
      : [],
  );
  if (!isLoading)
    return Math.max(0, ...moves.map((one) => (one.resumeOn === role && index < one.hosts.length ? 1 - one.share : 0)));
  return Math.min(1, ...moves.map((one) => (one.role === role && one.hosts.includes(index) ? one.share : 1)));
}

/** Trials are numbered consecutively, so the number is nearly always the index. */
function findTrial(plan: Plan, label: string): TrialPlan | undefined {
  const near = plan.trials[Number(label.slice(1)) - 1];
  return near?.trial === label ? near : plan.trials.find(({ trial }) => trial === label);
}

function findStep(commands: readonly PlannedStep[], name: string): PlannedStep | undefined {
  return commands.find((one) => one.name === name);
}

// Objects that hosts read from the bucket, each parsed once, not once per host.

export interface BucketDocuments {
  /** The plan of an execution: written once, so read once. Null if there is none. */
  plan(execution: RigExecution): Promise<Plan | null>;
  /** The line of a host in the host list; null if the file or the line is missing. */
  host(key: string, instanceId: string): Promise<Host | null>;
  /** SHA-256 of an object, hex digits; null if there is none. */
  sha256(key: string): Promise<string | null>;
  /** Fixtures of a script of the command `fixtures`; null if there is no such object. */
  fixtures(key: string): Promise<readonly DesiredFixture[] | null>;
}

/** @param store the bucket as hosts see it */
export function makeBucketDocuments(store: Pick<ObjectStore, 'get'>): BucketDocuments {
  const plans = new Map<string, Plan>();
  const hosts = cacheByEtag((text) => new Map(parseHosts(text).map((one) => [one.instanceId, one])));
  const digests = cacheByEtag((text) => createHash('sha256').update(text, 'utf8').digest('hex'));
  const wanted = cacheByEtag(parseFixtures);
  return {
    plan: async ({ experiment, executionId }) => {
      const key = layout(experiment, executionId).plan;
      const known = plans.get(key);
      if (known !== undefined) return known;
      const found = await store.get(key);
      if (found === undefined) return null;
      // Another host may have read it meanwhile.
      const plan = plans.get(key) ?? (JSON.parse(found.text) as Plan);
      plans.set(key, plan);
      return plan;
    },
    host: async (key, instanceId) => hosts(await store.get(key))?.get(instanceId) ?? null,
    sha256: async (key) => digests(await store.get(key)),
    fixtures: async (key) => wanted(await store.get(key)),
  };
}

/** Parses an object again only when its content has changed. */
function cacheByEtag<T>(parse: (text: string) => T): (object: StoredObject | undefined) => T | null {
  const known = new Map<string, { readonly etag: string; readonly value: T }>();
  return (object) => {
    if (object === undefined) return null;
    const before = known.get(object.key);
    if (before?.etag === object.etag) return before.value;
    const value = parse(object.text);
    known.set(object.key, { etag: object.etag, value });
    return value;
  };
}
