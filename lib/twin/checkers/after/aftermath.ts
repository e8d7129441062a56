/** What is known of a world long after its experiments, for checkers that judge more than one moment of it. */
import { childOf, executionIdOf, isOf, partsOf, rigOf } from '../../../shapes/execution-names';
import { TAG } from '../../../shapes/layout';
import type { PriceBook } from '../../../shapes/price';
import type { Birth } from '../../faults/births';
import { PERSON } from '../../faults/calls';
import { machineOf } from '../../faults/states';
import type { Played } from '../../faults/play';
import { priceInterval, type PricedInterval } from '../../rehearsal/bill/prices';
import type { ExecutionFacts } from '../facts';
import { gatherFacts } from '../gather';

/** One execution with all that was ever made in its behalf. */
export interface Aftermath {
  readonly played: Played;
  readonly facts: ExecutionFacts;
  readonly births: readonly Birth[];
  readonly paid: readonly PricedInterval[];
  /** Of each thing the interval that was paid for last, by its id. */
  readonly paidLast: ReadonlyMap<string, PricedInterval['interval']>;
  /** Epoch milliseconds at which the experiment ended; null where it still runs, or was never started. */
  readonly endedAt: number | null;
}

/** One for each execution of an experiment that was started. */
export async function aftermathsOf(played: Played, experiment: string, prices: PriceBook): Promise<Aftermath[]> {
  const paid = played.ledger.intervals(played.now).map((one) => priceInterval(one, prices));
  const found: Aftermath[] = [];
  for (const { executionId, execution } of played.started) {
    const births = played.births.filter((one) => isOf(one.execution, executionId));
    const ids = new Set(births.map(({ id }) => id));
    const own = paid.filter(({ interval }) => ids.has(interval.id));
    found.push({
      played,
      facts: withoutOthers(await gatherFacts(played.world, { experiment, executionId }, played.calls, null), played),
      births,
      paid: own,
      paidLast: new Map(own.map(({ interval }) => [interval.id, interval])),
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
function withoutOthers(facts: ExecutionFacts, { births, world }: Played): ExecutionFacts {
  const told = new Set(
    world.account.sfn
      .executions()
      .filter(({ machineArn }) => machineOf(machineArn) === 'host-command')
      .flatMap(({ name }) => attemptOf(name) ?? []),
  );
  const makers = new Map(births.map(({ execution, id }) => [id, execution]));
  return {
    ...facts,
    resources: facts.resources
      .filter(({ id }) => makers.get(id) !== '')
      .map((one) => {
        const maker = makers.get(one.id);
        return maker === undefined ? one : { ...one, tags: { [TAG.execution]: executionIdOf(maker) } };
      }),
    calls: facts.calls.filter(({ role }) => role !== PERSON),
    starts: facts.starts.filter(({ started: { trial, attempt } }) =>
      told.has(childOf(facts.executionId, trial, attempt)),
    ),
  };
}

/** `night-1__r1__t0002__a1__1__0` → `night-1__t0002__1`; null for what is no command of a trial. */
function attemptOf(name: string): string | null {
  const [, trial = '', attempt = ''] = partsOf(name);
  return /^t\d+$/.test(trial) ? childOf(executionIdOf(name), trial, attempt.slice(1)) : null;
}

/**
 * When nobody had a use for a thing any more: its rig ended, or began to delete, or its experiment ended; never before
 * it was made.
 * The moment of asking where both run on.
 */
export function uselessFrom({ played, endedAt }: Aftermath, { execution, at }: Birth): number {
  const own = rigOf(execution);
  const rig = own === null ? null : childOf(executionIdOf(execution), own);
  const ran = played.world.account.sfn.executions().find(({ name }) => name === rig);
  const deletingAt = rig === null ? undefined : played.deleting.get(rig);
  return Math.max(at, Math.min(endedAt ?? played.now, ran?.stopDate ?? played.now, deletingAt ?? played.now));
}

/**
 * When it was gone, epoch milliseconds; null while it exists. The ledger knows of what costs something, births of
 * templates; volumes go with what they are in, and count as gone with the first look.
 */
export function goneAtOf({ paidLast, played }: Aftermath, { id, kind, goneAt }: Birth): number | null {
  if (goneAt === null) return null;
  const last = paidLast.get(id);
  if (last !== undefined) return last.open ? played.now : last.until;
  return kind === 'ec2:launch-template' ? goneAt : 0;
}
