/** Facts of a simulated deployment long after its experiments, for checkers that cover a time span. */
import { joinName, parseExecutionId, isOwnedBy, parseParts, findRig } from '../../lib/shapes/execution-names';
import { TAG_KEYS } from '../../lib/shapes/tags';
import type { PriceBook } from '../../lib/shapes/price';
import type { ChildExecution } from '../../lib/asl/interpreter/child-execution';
import type { ObjectStore } from '../../lib/twin/cloud/s3/store';
import type { CallRecord } from '../../lib/twin/cloud/service';
import type { PublishedMessage } from '../../lib/twin/cloud/messages';
import type { BillingLedger } from '../../lib/twin/ledger';
import { toMachineName } from '../../lib/twin/rehearsal/machine-use';
import { type PricedInterval, priceInterval } from '../../lib/twin/rehearsal/bill/prices';
import { type ExecutionFacts, gatherFacts } from '../../lib/twin/checkers/facts';
import type { SimulatedDeployment } from '../../lib/twin/simulated-deployment';
import type { Creation, HostCommandRecord } from './creation-log';

/** Error of an execution whose state machine was deleted while it ran. */
export const MACHINE_DELETED_ERROR = 'States.StateMachineDeleted';

/** Role of people who make calls by hand. */
export const PERSON_ROLE_NAME = 'person';

/** One started execution; null if the start failed. */
export interface ExecutionStart {
  readonly executionId: string;
  readonly execution: ChildExecution | null;
  /** Present if it differs from the judged experiment. */
  readonly experiment?: string;
}

/** A simulated deployment long after its experiments, and all observations. Times are epoch milliseconds. */
export interface Observations {
  readonly deployment: SimulatedDeployment;
  readonly store: ObjectStore;
  readonly ledger: BillingLedger;
  readonly calls: readonly CallRecord[];
  readonly messages: readonly PublishedMessage[];
  readonly creations: readonly Creation[];
  readonly work: readonly HostCommandRecord[];
  /** Start of the teardown of each rig, by the name of its execution. */
  readonly deleting: ReadonlyMap<string, number>;
  /** Ids of resources whose tags a person removed. */
  readonly untagged: ReadonlySet<string>;
  /** Ids of resources (names of launch templates) that a person created by hand, with the tags of an execution. */
  readonly copied: ReadonlySet<string>;
  /** Whether a fault prevented the delete of a resource. */
  readonly isStruck: (birth: Creation) => boolean;
  readonly started: readonly ExecutionStart[];
  readonly startedAt: number;
  /** End of the last fault; null if a fault never ends. */
  readonly healedAt: number | null;
  readonly now: number;
}

export interface ExecutionRecord<S extends Observations = Observations> {
  readonly observations: S;
  readonly facts: ExecutionFacts;
  readonly creations: readonly Creation[];
  readonly paid: readonly PricedInterval[];
  /** The last billed interval of each resource, by its id. */
  readonly paidLast: ReadonlyMap<string, PricedInterval['interval']>;
  /** End of the experiment, epoch milliseconds; null if it still runs or never started. */
  readonly endedAt: number | null;
}

/** One record for each started execution of an experiment. */
export async function gatherRecords<S extends Observations>(
  observations: S,
  experiment: string,
  prices: PriceBook,
): Promise<ExecutionRecord<S>[]> {
  const paid = observations.ledger.intervals(observations.now).map((one) => priceInterval(one, prices));
  const found: ExecutionRecord<S>[] = [];
  for (const { executionId, execution, experiment: own = experiment } of observations.started) {
    const creations = observations.creations.filter((one) => isOwnedBy(one.execution, executionId));
    const ids = new Set(creations.map(({ id }) => id));
    const itsPaid = paid.filter(({ interval }) => ids.has(interval.id));
    found.push({
      observations,
      facts: dropExternalFacts(
        await gatherFacts(observations.deployment, { experiment: own, executionId }, observations.calls, null),
        observations,
      ),
      creations,
      paid: itsPaid,
      paidLast: new Map(itsPaid.map(({ interval }) => [interval.id, interval])),
      endedAt: execution?.stopDate ?? null,
    });
  }
  return found;
}

/**
 * Removes resources and calls of people. A resource keeps its owner after its tags changed. A trial has not started if
 * its start mark was too slow and no host received a command.
 */
function dropExternalFacts(facts: ExecutionFacts, { creations, deployment }: Observations): ExecutionFacts {
  const delivered = new Set(
    deployment.account.sfn
      .executions()
      .filter(({ machineArn }) => toMachineName(machineArn) === 'host-command')
      .flatMap(({ name }) => parseAttempt(name) ?? []),
  );
  const makers = new Map(creations.map(({ execution, id }) => [id, execution]));
  return {
    ...facts,
    resources: facts.resources
      .filter(({ id }) => makers.get(id) !== '')
      .map((one) => {
        const maker = makers.get(one.id);
        return maker === undefined ? one : { ...one, tags: { [TAG_KEYS.execution]: parseExecutionId(maker) } };
      }),
    calls: facts.calls.filter(({ role }) => role !== PERSON_ROLE_NAME),
    starts: facts.starts.filter(({ started: { trial, attempt } }) =>
      delivered.has(joinName(facts.executionId, trial, attempt)),
    ),
  };
}

/** `night-1__r1__t0002__a1__1__0` → `night-1__t0002__1`; null for other commands. */
function parseAttempt(name: string): string | null {
  const [, trial = '', attempt = ''] = parseParts(name);
  return /^t\d+$/.test(trial) ? joinName(parseExecutionId(name), trial, attempt.slice(1)) : null;
}

/** When a resource became unneeded: end or teardown of its rig, or end of its experiment; now if both run. */
export function computeUnneededTime({ observations, endedAt }: ExecutionRecord, { execution, at }: Creation): number {
  const own = findRig(execution);
  const rig = own === null ? null : joinName(parseExecutionId(execution), own);
  const ran = observations.deployment.account.sfn.executions().find(({ name }) => name === rig);
  const deletingAt = rig === null ? undefined : observations.deleting.get(rig);
  return Math.max(
    at,
    Math.min(endedAt ?? observations.now, ran?.stopDate ?? observations.now, deletingAt ?? observations.now),
  );
}

/** Ids of existing resources without tags, and of their content, such as volumes. */
export function listUntaggedIds({ observations, creations }: ExecutionRecord): ReadonlySet<string> {
  const { untagged, deployment } = observations;
  const inside = deployment.account.stored
    .left()
    .flatMap(({ id, fileSystemId }) => (untagged.has(fileSystemId) ? [id] : []));
  const ids = new Set([...untagged, ...inside]);
  return new Set(creations.flatMap(({ id, goneAt }) => (goneAt === null && ids.has(id) ? [id] : [])));
}

/** Deletion, epoch milliseconds; null: exists. From the ledger; templates: creation log; volumes: with their parent. */
export function findDeletionTime(
  { paidLast, observations }: ExecutionRecord,
  { id, kind, goneAt }: Creation,
): number | null {
  if (goneAt === null) return null;
  const last = paidLast.get(id);
  if (last !== undefined) return last.open ? observations.now : last.until;
  return kind === 'ec2:launch-template' ? goneAt : 0;
}
