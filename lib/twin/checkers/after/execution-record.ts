/** What is known of a world long after its experiments, for checkers that judge more than one moment of it. */
import { joinName, parseExecutionId, isOwnedBy, parseParts, findRig } from '../../../shapes/execution-names';
import { TAG } from '../../../shapes/layout';
import type { PriceBook } from '../../../shapes/price';
import type { ChildExecution } from '../../../asl/interpreter/child-execution';
import type { ObjectStore } from '../../cloud/s3/store';
import type { CallRecord } from '../../cloud/service';
import type { PublishedMessage } from '../../cloud/messages';
import type { Ledger } from '../../ledger';
import { toMachineName } from '../../rehearsal/machine-use';
import { type PricedInterval, priceInterval } from '../../rehearsal/bill/prices';
import { type ExecutionFacts, gatherFacts } from '../facts';
import type { World } from '../../world';
import type { Creation, HostWork } from './creation-log';

/** Error of an execution whose state machine was deleted while it ran. */
export const MACHINE_DELETED = 'States.StateMachineDeleted';

/** Role of people who call by hand. */
export const PERSON_ROLE = 'person';

/** One execution that was started; null where it could not be. */
export interface ExecutionStart {
  readonly executionId: string;
  readonly execution: ChildExecution | null;
  /** Where it is another one than that which is judged. */
  readonly experiment?: string;
}

/** A world long after, and all that was seen of it. Moments are epoch milliseconds. */
export interface Observations {
  readonly world: World;
  readonly store: ObjectStore;
  readonly ledger: Ledger;
  readonly calls: readonly CallRecord[];
  readonly messages: readonly PublishedMessage[];
  readonly births: readonly Creation[];
  readonly work: readonly HostWork[];
  /** When each rig wanted nothing any more and began to delete, by the name of its execution. */
  readonly deleting: ReadonlyMap<string, number>;
  /** Ids of what somebody took all tags off. */
  readonly untagged: ReadonlySet<string>;
  /** Ids, of templates the names, of what somebody made by hand in an execution's name. */
  readonly copied: ReadonlySet<string>;
  /** Whether somebody kept a thing from being deleted. */
  readonly isStruck: (birth: Creation) => boolean;
  readonly started: readonly ExecutionStart[];
  readonly startedAt: number;
  /** From here on nothing goes wrong any more; null where it never ends. */
  readonly healedAt: number | null;
  readonly now: number;
}

/** One execution with all that was ever made in its behalf. */
export interface ExecutionRecord<S extends Observations = Observations> {
  readonly played: S;
  readonly facts: ExecutionFacts;
  readonly births: readonly Creation[];
  readonly paid: readonly PricedInterval[];
  /** Of each thing the interval that was paid for last, by its id. */
  readonly paidLast: ReadonlyMap<string, PricedInterval['interval']>;
  /** Epoch milliseconds at which the experiment ended; null where it still runs, or was never started. */
  readonly endedAt: number | null;
}

/** One for each execution of an experiment that was started. */
export async function gatherRecords<S extends Observations>(
  played: S,
  experiment: string,
  prices: PriceBook,
): Promise<ExecutionRecord<S>[]> {
  const paid = played.ledger.intervals(played.now).map((one) => priceInterval(one, prices));
  const found: ExecutionRecord<S>[] = [];
  for (const { executionId, execution, experiment: own = experiment } of played.started) {
    const births = played.births.filter((one) => isOwnedBy(one.execution, executionId));
    const ids = new Set(births.map(({ id }) => id));
    const itsPaid = paid.filter(({ interval }) => ids.has(interval.id));
    found.push({
      played,
      facts: dropExternalFacts(
        await gatherFacts(played.world, { experiment: own, executionId }, played.calls, null),
        played,
      ),
      births,
      paid: itsPaid,
      paidLast: new Map(itsPaid.map(({ interval }) => [interval.id, interval])),
      endedAt: execution?.stopDate ?? null,
    });
  }
  return found;
}

/**
 * What people made and called is none of the execution's, and what it made stays its own, whatever tags say: those
 * somebody may have changed. A trial whose mark took so long to be written that it was given up, and that no host was
 * told of, was not started.
 */
function dropExternalFacts(facts: ExecutionFacts, { births, world }: Observations): ExecutionFacts {
  const told = new Set(
    world.account.sfn
      .executions()
      .filter(({ machineArn }) => toMachineName(machineArn) === 'host-command')
      .flatMap(({ name }) => parseAttempt(name) ?? []),
  );
  const makers = new Map(births.map(({ execution, id }) => [id, execution]));
  return {
    ...facts,
    resources: facts.resources
      .filter(({ id }) => makers.get(id) !== '')
      .map((one) => {
        const maker = makers.get(one.id);
        return maker === undefined ? one : { ...one, tags: { [TAG.execution]: parseExecutionId(maker) } };
      }),
    calls: facts.calls.filter(({ role }) => role !== PERSON_ROLE),
    starts: facts.starts.filter(({ started: { trial, attempt } }) =>
      told.has(joinName(facts.executionId, trial, attempt)),
    ),
  };
}

/** `night-1__r1__t0002__a1__1__0` → `night-1__t0002__1`; null for what is no command of a trial. */
function parseAttempt(name: string): string | null {
  const [, trial = '', attempt = ''] = parseParts(name);
  return /^t\d+$/.test(trial) ? joinName(parseExecutionId(name), trial, attempt.slice(1)) : null;
}

/**
 * When nobody had a use for a thing any more: its rig ended, or began to delete, or its experiment ended; never before
 * it was made.
 * The moment of asking where both run on.
 */
export function computeUnneededAt({ played, endedAt }: ExecutionRecord, { execution, at }: Creation): number {
  const own = findRig(execution);
  const rig = own === null ? null : joinName(parseExecutionId(execution), own);
  const ran = played.world.account.sfn.executions().find(({ name }) => name === rig);
  const deletingAt = rig === null ? undefined : played.deleting.get(rig);
  return Math.max(at, Math.min(endedAt ?? played.now, ran?.stopDate ?? played.now, deletingAt ?? played.now));
}

/** Ids of what lost its tags and still exists, and of what is in it: volumes go with their file system only. */
export function listUntaggedIds({ played, births }: ExecutionRecord): ReadonlySet<string> {
  const { untagged, world } = played;
  const inside = world.account.stored
    .left()
    .flatMap(({ id, fileSystemId }) => (untagged.has(fileSystemId) ? [id] : []));
  const meant = new Set([...untagged, ...inside]);
  return new Set(births.flatMap(({ id, goneAt }) => (goneAt === null && meant.has(id) ? [id] : [])));
}

/**
 * When it was gone, epoch milliseconds; null while it exists. The ledger knows of what costs something, births of
 * templates; volumes go with what they are in, and count as gone with the first look.
 */
export function findGoneAt({ paidLast, played }: ExecutionRecord, { id, kind, goneAt }: Creation): number | null {
  if (goneAt === null) return null;
  const last = paidLast.get(id);
  if (last !== undefined) return last.open ? played.now : last.until;
  return kind === 'ec2:launch-template' ? goneAt : 0;
}
