import { readJson } from '../../../../lib/aws/bucket';
import { sumRigCosts } from '../../../../lib/results/rig-cost';
import { layout } from '../../../../lib/shapes/layout';
import type { RigOutcome } from '../../../../lib/shapes/outcomes';
import type { Plan } from '../../../../lib/shapes/plan';
import type { Receipt } from '../../../../lib/shapes/receipt';
import type { TrialRow } from '../../../../lib/shapes/verdict';
import { judge } from '../../../../checks/campaign/judge/judge';
import { CALM, type Rule } from '../../../../checks/campaign/faults/campaign';
import { play } from '../../../../checks/campaign/faults/run-campaign';
import { EXECUTION } from '../../../../checks/campaign/faults/starts';
import { LUSTRE, makeOptions } from '../../../twin/rehearsal/specs';
import cases from './resource-faults.dropped.cases.json';

const options = makeOptions(LUSTRE);
const { experiment, prices } = options;
const keys = layout(experiment, EXECUTION);
const HOUR = 3600;
/** Half an hour of trials. */
const LONG = LUSTRE.replace('runtime: 10s', 'runtime: 400s');
/** Data that are half an hour in the writing. */
const FILLED = LUSTRE.replace('size: 1 GiB', 'size: 300 GiB');
/** One of two rivals is not made. */
const FAILS: Rule = { fault: 'thing', kind: 'fsx:file-system', effect: 'fails', nth: 1 };

async function playFailing(spec: string, ...rules: Rule[]) {
  return playWith(spec, FAILS, ...rules);
}

async function playWith(spec: string, ...rules: Rule[]) {
  const campaign = { ...CALM, rules, hours: 8 };
  const one = await play({ ...options, spec, campaign, seed: 'dropped' });
  const read = async <T>(key: string): Promise<T> => (await readJson<T>(one.deployment.context, key)) as T;
  const { complaints, usedUsd, afterUsd } = await judge(one, experiment, prices);
  const plan = await read<Plan>(keys.plan);
  const outcome = await read<RigOutcome>(keys.rigOutcome('r1'));
  const rows = await Promise.all(plan.trials.map(({ trial }) => read<TrialRow>(keys.row(trial))));
  const lost = outcome.failed?.[0]?.copy;
  const markedAt = (mark: string): number => Date.parse(outcome.marks.find((one) => one.mark === mark)?.at ?? '');
  const copies = new Map(plan.trials.map(({ trial, copy }) => [trial, copy]));
  const made = one.creations.filter(({ kind }) => kind === 'fsx:file-system');
  const [born] = made.toSorted((a, b) => (a.goneAt ?? Infinity) - (b.goneAt ?? Infinity));
  const drop = one.deployment.account.sfn.executions().find(({ name }) => name.includes('__drop__'));
  const unmounts = one.deployment.account.sfn.executions().filter(({ name }) => name.includes('__unmount__'));
  return {
    complaints,
    unmounts: unmounts.map(({ status }) => status),
    struck: one.struck.times,
    lost,
    drop,
    left: made.some(({ goneAt }) => goneAt === null),
    // Until when it is paid for: creations are seen to be gone with the next call that changes something.
    goneAt: one.ledger.intervals(one.now).findLast(({ id }) => id === born?.id)?.until ?? 0,
    preparingAt: markedAt('preparing'),
    measuringAt: markedAt('measuring'),
    deletingAt: one.deleting.get(`${EXECUTION}__r1`) ?? 0,
    // What was measured of the rival, and what became of the trials of the copy that is not there.
    verdicts: [
      ...new Set(rows.map(({ trial, verdict }) => `${copies.get(trial) === lost ? 'lost' : 'rival'} ${verdict}`)),
    ],
    clean: (await read<Receipt>(keys.receipt)).clean,
    paidUsd: usedUsd + afterUsd,
    toldUsd: sumRigCosts(plan, [outcome], null).usd,
    dearest: sumRigCosts(
      plan,
      [{ ...outcome, failed: [], marks: outcome.marks.map(({ at, mark }) => ({ at, mark })) }],
      null,
    ),
  };
}

describe('target instance whose creation fails while others measure', () => {
  it('is deleted before the others, and its cost ends then', async () => {
    const { complaints, verdicts, goneAt, deletingAt, drop, paidUsd, toldUsd, dearest } = await playFailing(LONG);
    expect(complaints).toEqual([]);
    expect(drop?.status).toBe('SUCCEEDED');
    expect(goneAt).toBeLessThan(deletingAt);
    expect(verdicts.sort()).toEqual(['lost NOT_RUN', 'rival VALID']);
    // Never less than the bill, and above it by what hosts cost while storage is deleted: 0.40 USD for 0.33.
    expect(toldUsd).toBeGreaterThanOrEqual(paidUsd);
    expect(toldUsd).toBeLessThan(1.25 * paidUsd);
    // Both copies to the end would be 0.55 USD.
    expect(dearest.usd).toBeGreaterThan(1.3 * toldUsd);
  });

  it.each<[string, Rule]>([
    ['breaks', { fault: 'state', machine: 'teardown', state: 'Delete', nth: 1, effect: 'runtime' }],
    ['is refused for an hour', { fault: 'call', role: 'delete-storage', effect: 'denied', lasts: HOUR }],
    ['is started without an answer', { fault: 'state', machine: 'rig', state: 'DropCopy', effect: 'silence' }],
  ])('is deleted with its rig when its early teardown %s', async (_how, rule) => {
    const { complaints, struck, verdicts, clean, left } = await playFailing(LUSTRE, rule);
    expect(complaints).toEqual([]);
    expect(struck.every((times) => times > 0)).toBe(true);
    expect(verdicts.sort()).toEqual(['lost NOT_RUN', 'rival VALID']);
    expect([clean, left]).toEqual([true, false]);
  });
});

describe('target instance whose change fails while others measure', () => {
  const BREAKS: Rule = { fault: 'thing', effect: 'update-fails', nth: 1 };

  it('is unmounted and deleted before the others', async () => {
    const one = await playWith(LONG, BREAKS);
    expect([one.complaints, one.unmounts, one.drop?.status]).toEqual([[], ['SUCCEEDED'], 'SUCCEEDED']);
    expect(one.goneAt).toBeLessThan(one.deletingAt);
    expect(one.verdicts.sort()).toEqual(['lost NOT_RUN', 'lost VALID', 'rival VALID']);
    expect(one.toldUsd).toBeGreaterThanOrEqual(one.paidUsd);
    expect(one.toldUsd).toBeLessThan(1.25 * one.paidUsd);
  });

  it.each(cases.gone as [string, Rule][])('is deleted at the end of the rig when %s', async (_how, rule) => {
    const { complaints, struck, clean, left } = await playWith(LUSTRE, BREAKS, rule);
    expect(complaints).toEqual([]);
    expect(struck.every((times) => times > 0)).toBe(true);
    expect([clean, left]).toEqual([true, false]);
  });
});

describe('target instance that cannot be prepared while others measure', () => {
  const BREAKS: Rule = { fault: 'state', machine: 'host-command', state: 'Look', nth: 1, effect: 'runtime' };

  it('is unmounted and deleted before the others, which saves at least 20 % of the cost', async () => {
    const one = await playWith(LONG, BREAKS);
    const kept = await playWith(LONG, BREAKS, { fault: 'call', role: 'rig', state: 'DropUnready', effect: 'denied' });
    expect(one.complaints).toEqual([]);
    expect(one.drop?.status).toBe('SUCCEEDED');
    expect(one.unmounts).toEqual(['SUCCEEDED']);
    expect(one.goneAt).toBeLessThan(one.deletingAt);
    expect(one.verdicts.sort()).toEqual(['lost NOT_RUN', 'rival VALID']);
    expect(one.toldUsd).toBeGreaterThanOrEqual(one.paidUsd);
    expect(one.toldUsd).toBeLessThan(1.25 * one.paidUsd);
    expect(one.paidUsd).toBeLessThan(0.8 * kept.paidUsd);
  });

  it('is deleted within 10 minutes, before the others have written their data', async () => {
    const one = await playWith(FILLED, BREAKS);
    const kept = await playWith(FILLED, BREAKS, {
      fault: 'call',
      role: 'rig',
      state: 'DropUnready',
      effect: 'denied',
    });
    expect(one.complaints).toEqual([]);
    expect([one.unmounts, one.drop?.status]).toEqual([['SUCCEEDED'], 'SUCCEEDED']);
    // Unmounted beside a rival that goes on being made ready.
    expect(one.verdicts.sort()).toEqual(['lost NOT_RUN', 'rival VALID']);
    const minutes = (at: number): number => (at - one.preparingAt) / 60_000;
    expect(minutes(one.measuringAt)).toBeGreaterThan(30);
    // Deletes take five of them. Behind the slowest it would be gone after 42, and 0.67 USD would be paid.
    expect(minutes(one.goneAt)).toBeLessThan(10);
    expect(one.paidUsd).toBeLessThan(0.8 * kept.paidUsd);
    expect(one.toldUsd).toBeGreaterThanOrEqual(one.paidUsd);
    expect(one.toldUsd).toBeLessThan(1.25 * one.paidUsd);
  });

  it.each(cases.goneInOtherWays as [string, Rule][])('is deleted at the end of the rig when %s', async (_how, rule) => {
    const { complaints, struck, verdicts, clean, left } = await playWith(LUSTRE, BREAKS, rule);
    expect(complaints).toEqual([]);
    expect(struck.every((times) => times > 0)).toBe(true);
    expect(verdicts.sort()).toEqual(['lost NOT_RUN', 'rival VALID']);
    expect([clean, left]).toEqual([true, false]);
  });
});
