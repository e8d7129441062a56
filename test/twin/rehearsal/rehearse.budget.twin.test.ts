import { ServiceError } from '../../../lib/twin/cloud/service';
import { layout } from '../../../lib/shapes/layout';
import type { RigOutcome } from '../../../lib/shapes/outcomes';
import type { Plan } from '../../../lib/shapes/plan';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { priceInterval } from '../../../lib/twin/rehearsal/bill/prices';
import { listProblems, play, type Scene, type Trouble } from './faults/play';
import { EXECUTION } from './specs';

const MAX_USD = 1.2;
/** A dear rig: about 1.9 USD an hour, of which the hosts are a fifth; raised in place once. */
const SPEC = `
experiment: tight
question: Is the budget held outside of trials too?
targets:
  lasting:
    kind: fsx-lustre
    deploymentType: PERSISTENT_2
    storageGiB: 1200
    perUnitMBps: 1000
    stages: { few: { metadataIops: 6000 }, many: { metadataIops: 12000 } }
fleet: { client: { count: 2, instanceType: c5n.xlarge } }
workloads:
  fio: { kind: fio, rw: randread, bs: 64k, iodepth: 4, size: 1 GiB, ramp_time: 1s, runtime: 10s }
design: { replicates: 1 }
decide: { metric: iops, prefer: highest }
limits: { maxUsd: ${MAX_USD}, maxHours: 24 }
`;
const KEYS = layout('tight', EXECUTION);
const PRICES = buildPriceBook('us-east-1');
/** What a teardown may cost: twelve minutes of everything, more than any takes here. */
const TEARDOWN_HOURS = 0.2;

const makeBusyError = (): ServiceError => new ServiceError('InternalServerError', 'busy', 500);

interface RigSpend {
  readonly usd: number;
  readonly most: number;
  readonly outcome: RigOutcome | null;
}

async function computeSpend({ store, ledger, clock }: Scene): Promise<RigSpend> {
  const plan = JSON.parse((await store.get(KEYS.plan))?.text ?? 'null') as Plan | null;
  const usd = ledger
    .intervals(clock.now())
    .map((one) => priceInterval(one, PRICES))
    .reduce((sum, one) => sum + one.usd, 0);
  const outcome = JSON.parse((await store.get(KEYS.rigOutcome('r1')))?.text ?? 'null') as RigOutcome | null;
  return { usd, most: MAX_USD + TEARDOWN_HOURS * (plan?.rigs[0]?.usdPerHour ?? 0), outcome };
}

/** Commands of the execution's preparation, or of its trials, of which nobody hears anything. */
const failLooks =
  (execution: RegExp): Trouble =>
  () => ({
    fault: ({ action, caller: { execution: name, state } }) =>
      action === 'Invoke' && state === 'Look' && execution.test(name) ? makeBusyError() : undefined,
  });

const TROUBLES: readonly (readonly [string, Trouble])[] = [
  ['preparation takes its time-out', failLooks(/__p__/)],
  ['a change stays PENDING', () => ({ fsx: { timing: { pendingMs: 1e9 } } })],
  ['a change takes a day', () => ({ fsx: { timing: { steps: { change: { seconds: 86_400 } } } } })],
];

it('stays within maxUsd without faults', async () => {
  const scene = await play(SPEC, () => ({}));
  const { usd, outcome } = await computeSpend(scene);
  expect([outcome?.status, outcome?.reason]).toEqual(['SUCCEEDED', null]);
  expect(usd).toBeLessThan(MAX_USD);
  expect(await listProblems(scene)).toEqual([]);
});

it('stays within maxUsd when ListCommands fails, since results in the bucket show the end of commands', async () => {
  const scene = await play(SPEC, () => ({
    fault: ({ action }) => (action === 'ListCommands' ? makeBusyError() : undefined),
  }));
  const { usd, outcome } = await computeSpend(scene);
  expect([outcome?.status, outcome?.reason]).toEqual(['SUCCEEDED', null]);
  expect(usd).toBeLessThan(MAX_USD);
  expect(await listProblems(scene)).toEqual([]);
});

it.each(TROUBLES)('stays within maxUsd plus teardown, and ends with BudgetReached, when %s', async (_, trouble) => {
  const scene = await play(SPEC, trouble);
  const { usd, most, outcome } = await computeSpend(scene);
  expect(usd).toBeLessThanOrEqual(most);
  expect([outcome?.status, outcome?.reason?.code]).toEqual(['STOPPED', 'BudgetReached']);
  expect(await listProblems(scene)).toEqual([]);
});
