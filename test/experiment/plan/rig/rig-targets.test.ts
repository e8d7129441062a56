import { planSound } from '../../real-spec';
import { scheduleStarts, MAX_PRICE_RATIO } from '../../../../lib/experiment/plan/rig/rig-targets';
import type { RigDocument } from '../../../../lib/shapes/documents';
import { CLOUD, sound } from '../test-plan';
import cases from './rig-targets.cases.json';

/** One after the other. */
const makeWaves = (...seconds: number[]) => seconds.map((expectedSeconds, wave) => ({ expectedSeconds, wave }));

describe('target instances of a rig', () => {
  it('starts creation so that all target instances are ready together (scheduleStarts)', () => {
    expect(scheduleStarts([makeWaves(600), makeWaves(100, 200), [], makeWaves(600, 30)])).toEqual({
      starts: [30, 330, 0, 0],
      readySeconds: 630,
    });
    // What is made at once takes as long as the slowest of it.
    const volumes = [60, 90, 30].map((expectedSeconds) => ({ expectedSeconds, wave: 1 }));
    expect(scheduleStarts([[...makeWaves(600), ...volumes], makeWaves(600)])).toEqual({
      starts: [0, 90],
      readySeconds: 690,
    });
    expect(scheduleStarts([[], []])).toEqual({ starts: [0, 0], readySeconds: 0 });
    expect(scheduleStarts([])).toEqual({ starts: [], readySeconds: 0 });
  });

  it('gives each target instance its tag, price and client request token', () => {
    const targets = { far: { kind: 'cloud' }, farther: { kind: 'cloud', throughputMBps: 3000 } };
    const { plan, json } = sound({ ...CLOUD, targets });
    expect(plan.rigs).toHaveLength(1);
    const { copies, rigTag } = json<RigDocument>('rigs/r1.json');
    expect(copies.map(({ copy, copyTag, usdPerHour }) => [copy, copyTag, usdPerHour])).toEqual([
      ['c1', `${rigTag}__c1`, 2],
      ['c2', `${rigTag}__c2`, 6],
    ]);
    const sent = copies.flatMap(({ requests }) =>
      requests.map(({ input }) => input as { ClientRequestToken: string; Tags: { Key: string; Value: string }[] }),
    );
    const own = ['fsxbench:copy', 'fsxbench:rig', 'Name'];
    expect(sent.map(({ Tags }) => Tags.filter(({ Key }) => own.includes(Key)).map(({ Value }) => Value))).toEqual([
      [rigTag, `${rigTag}__c1`, `${rigTag}__c1.fs`],
      [rigTag, `${rigTag}__c2`, `${rigTag}__c2.fs`],
    ]);
    const tokens = sent.map(({ ClientRequestToken }) => ClientRequestToken);
    expect(new Set(tokens).size).toBe(2);
  });
});

/** Shipped kinds with their own lengths and prices. */
async function planRig(spec: Record<string, unknown>) {
  const limits = { maxUsd: 1000, maxHours: 48 };
  const { plan, advice } = await planSound({ limits, ...spec }, { seed: 'x' });
  const rig = plan.rigs[0];
  const changes = rig?.periods.flatMap(({ batches }) => batches.flatMap((batch) => batch.changes)) ?? [];
  return {
    usd: plan.estimate.usd,
    rig,
    copies: rig?.copies.map(({ target, separateCause: because }) => `${target} ${because ?? 'first'}`) ?? [],
    changes: changes.length,
    waited: changes.map(({ waitSeconds = 0 }) => waitSeconds),
    choices: rig?.choices ?? [],
    advice: advice.filter(({ code }) => code === 'MoreCopies').map(({ message }) => message),
  };
}

const ZFS = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_1', storageGiB: 64 };
const READ = { kind: 'fio', rw: 'read', bs: '1m', iodepth: 8, numjobs: 4, size: '3 GiB', runtime: 60 };
const LEVELS = [128, 256, 512, 1024];
const makeThroughputSpec = (
  levels: readonly number[],
  count: number,
  instanceType: string,
): Record<string, unknown> => ({
  experiment: 'throughput',
  factors: { thr: levels },
  targets: { z: { ...ZFS, throughputMBps: '$thr' } },
  fleet: { client: { count, instanceType } },
  workloads: { w: READ },
});

describe('levels that could be changed in place', () => {
  it('uses separate target instances when a large fleet would wait for changes', async () => {
    const factor = await planRig(makeThroughputSpec(LEVELS, 4, 'c5n.9xlarge'));
    expect(factor.copies).toEqual(['z first', 'z price', 'z price', 'z price']);
    expect(factor.changes).toBe(0);
    const targets = Object.fromEntries(LEVELS.map((level) => [`z${level}`, { ...ZFS, throughputMBps: level }]));
    const { factors: _, ...rest } = makeThroughputSpec(LEVELS, 4, 'c5n.9xlarge');
    expect(factor.usd).toBe((await planRig({ ...rest, targets })).usd);
    const [choice] = factor.choices;
    expect(choice).toMatchObject({ target: 'z', of: 'levels', chosen: 'copies', usd: factor.usd });
    expect(choice?.otherUsd).toBeGreaterThan(7 * factor.usd);
    const other = choice?.otherUsd.toFixed(2);
    const prices = `the rig costs ${factor.usd.toFixed(2)} USD this way, and ${other} if it were changed`;
    expect(factor.rig?.copies[1]?.separateReason).toBe(`${prices} in place in every pass`);
    expect(factor.advice).toEqual([expect.stringContaining(prices)]);
  });

  it('changes in place when another target instance would cost more', async () => {
    const { copies, changes, choices, usd, advice } = await planRig({
      ...makeThroughputSpec([5120, 10_240], 1, 'c5n.large'),
      targets: { z: { ...ZFS, deploymentType: 'SINGLE_AZ_2', storageGiB: 200_000, throughputMBps: '$thr' } },
      workloads: { w: { ...READ, runtime: 1800 } },
    });
    expect(copies).toEqual(['z first']);
    expect(changes).toBeGreaterThan(0);
    expect(choices).toEqual([expect.objectContaining({ target: 'z', of: 'levels', chosen: 'inPlace', usd })]);
    expect(choices[0]?.otherUsd).toBeGreaterThan(usd);
    expect(advice).toEqual([]);
  });

  const planNear = (
    runtime: number,
    more: Record<string, unknown> = {},
  ): Promise<Awaited<ReturnType<typeof planRig>>> =>
    planRig({ ...makeThroughputSpec([128, 256], 1, 'c5n.2xlarge'), workloads: { w: { ...READ, runtime } }, ...more });

  it('shares one target instance below 1.5 times the price of separate ones', async () => {
    const { choices, copies } = await planNear(1400);
    expect(copies).toEqual(['z first']);
    const [{ usd, otherUsd } = { usd: 0, otherUsd: 1 }] = choices;
    expect(usd / otherUsd).toBeGreaterThan(1.35);
    expect(usd / otherUsd).toBeLessThan(MAX_PRICE_RATIO);
  });

  it('uses separate target instances above 1.5 times their price', async () => {
    const { choices, copies } = await planNear(1100);
    expect(copies).toEqual(['z first', 'z price']);
    const [{ usd, otherUsd } = { usd: 1, otherUsd: 0 }] = choices;
    expect(otherUsd / usd).toBeGreaterThan(MAX_PRICE_RATIO);
    expect(otherUsd / usd).toBeLessThan(1.65);
  });

  it.each(cases.limits as [string, { maxUsd: number; maxHours: number; parallelRigs?: number }, number][])(
    'uses separate target instances at any price when only these keep to %s',
    async (_, limits, blocks) => {
      const { choices, copies } = await planNear(1800, { limits, design: { replicates: 5, blocks } });
      expect(copies).toEqual(['z first', 'z price']);
      expect(choices[0]?.otherUsd).toBeLessThan(MAX_PRICE_RATIO * (choices[0]?.usd ?? 0));
    },
  );

  it('changes NFS export options in place, since that takes a minute and keeps the data', async () => {
    const { copies, changes, choices } = await planRig({
      ...makeThroughputSpec([], 4, 'c5n.9xlarge'),
      factors: { exported: ['sync', 'async'] },
      targets: { z: { ...ZFS, throughputMBps: 128, nfsExport: '$exported' } },
    });
    expect(copies).toEqual(['z first']);
    expect(changes).toBeGreaterThan(0);
    expect(choices).toEqual([]);
  });

  it('separates throughput levels with costly changes, and changes export options in place on each', async () => {
    const { copies, changes } = await planRig({
      ...makeThroughputSpec([], 4, 'c5n.9xlarge'),
      factors: { thr: [128, 1024], exported: ['sync', 'async'] },
      targets: { z: { ...ZFS, throughputMBps: '$thr', nfsExport: '$exported' } },
    });
    expect(copies).toEqual(['z first', 'z price']);
    expect(changes).toBeGreaterThan(0);
  });
});

const ONTAP = cases.ontap;
const makeStagedSpec = (runtime: number, rivals: Record<string, unknown>): Record<string, unknown> => ({
  experiment: 'staged',
  targets: {
    o: { ...ONTAP, throughputMBps: 4096, stages: { a: {}, b: { diskIops: 20_000 }, c: { diskIops: 40_000 } } },
    ...rivals,
  },
  fleet: { client: { count: 1, instanceType: 'c5n.large' } },
  workloads: { w: { ...READ, runtime } },
  design: { replicates: 5 },
});

describe('stages with a pause required by AWS', () => {
  it('waits for the pause when other targets are measured meanwhile and a new target instance costs more', async () => {
    const rivals = { p: { ...ONTAP, throughputMBps: 512 }, q: { ...ONTAP, throughputMBps: 1024 } };
    const { copies, changes, waited, choices, usd, advice } = await planRig(makeStagedSpec(1800, rivals));
    expect(copies).toEqual(['o first', 'p first', 'q first']);
    expect(changes).toBe(2);
    // Of the six hours most is filled; what is left stands in the estimate.
    expect(waited).toEqual([0, expect.any(Number)]);
    expect(waited[1]).toBeGreaterThan(600);
    expect(waited[1]).toBeLessThan(3600);
    expect(choices).toEqual([expect.objectContaining({ target: 'o', of: 'stages', chosen: 'inPlace', usd })]);
    expect(choices[0]?.otherUsd).toBeGreaterThan(1.3 * usd);
    expect(advice).toEqual([]);
  });

  it('uses a new target instance when no other targets fill the pause, and reports both prices', async () => {
    const { copies, choices, usd, rig } = await planRig(makeStagedSpec(60, {}));
    expect(copies).toEqual(['o first', 'o pause']);
    const [choice] = choices;
    expect(choice).toMatchObject({ target: 'o', of: 'stages', chosen: 'copies', usd });
    expect((choice?.otherSeconds ?? 0) - (choice?.seconds ?? 0)).toBeGreaterThan(5 * 3600);
    const other = choice?.otherUsd.toFixed(2);
    const prices = `the rig costs ${usd.toFixed(2)} USD this way, and ${other} if it were waited for`;
    expect(rig?.copies[1]?.separateReason).toContain(`a new target instance is ready sooner; ${prices}`);
  });

  it('uses a new target instance when waiting would exceed limits.maxHours', async () => {
    const rivals = { p: { ...ONTAP, throughputMBps: 512 }, q: { ...ONTAP, throughputMBps: 1024 } };
    const { copies } = await planRig({ ...makeStagedSpec(1800, rivals), limits: { maxUsd: 1000, maxHours: 17 } });
    expect(copies).toEqual(['o first', 'o pause', 'p first', 'q first']);
  });
});
