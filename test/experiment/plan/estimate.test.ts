import { readScripts } from '../../../lib/aws/scripts';
import { getVolumeChangeWait } from '../../../lib/targets/ebs/change';
import { DURATIONS as ONTAP } from '../../../lib/targets/fsx-ontap/durations';
import { DURATIONS } from '../../../lib/targets/fsx-openzfs/requests';
import { makeFio, lustreSpec, soundReal } from '../real-spec';
import type { ScriptFiles } from '../../../lib/workloads/contract';

const OPENZFS = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_1', storageGiB: 256 };
const FAST = { throughputMBps: 1024 };
const SLOW = { throughputMBps: 256 };
const HOUR = 3600;
const A_FEW_SECONDS = 20;
const HOURS_OF_A_MONTH = 730;

let scripts: ScriptFiles;
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

/** Line items of one OpenZFS, or of what else is said. */
function listLines(settings: Readonly<Record<string, unknown>>, of: object = OPENZFS) {
  const zfs = { ...of, ...settings };
  const fleet = { client: { count: 1, instanceType: 'c5n.large' } };
  const spec = lustreSpec({ targets: { zfs }, fleet, workloads: { fio: makeFio('1 MiB') } });
  return soundReal(spec, scripts).plan.estimate.lines;
}

/** Hours for which so many MB/s are paid. */
function sumHours(
  settings: Readonly<Record<string, unknown>>,
  { throughputMBps }: { readonly throughputMBps: number },
) {
  const { quantity = 0 } = listLines(settings).find(({ item }) => item.includes(`, ${throughputMBps} MB/s`)) ?? {};
  return (quantity / throughputMBps) * HOURS_OF_A_MONTH;
}

describe('plan.estimate', () => {
  const change = DURATIONS.changes.throughput.seconds / HOUR;

  it('charges the dearer of two throughputs while OpenZFS changes between stages, up and down', () => {
    const [up, down] = [{ stages: { a: SLOW, b: FAST } }, { stages: { a: FAST, b: SLOW } }];
    // A first stage has what makes hosts ready with it, a last one what deletes.
    const first = sumHours(down, FAST) - sumHours(up, SLOW);
    const last = sumHours(up, FAST) - sumHours(down, SLOW);
    // Data are laid out a few seconds faster on a faster one.
    expect(Math.abs(first - change)).toBeLessThan(A_FEW_SECONDS / HOUR);
    expect(Math.abs(last - change)).toBeLessThan(A_FEW_SECONDS / HOUR);
  });

  it('charges io2 IOPS at the new value from the request of the change on, and waits for each volume in turn', () => {
    const [few, many] = [{ iops: 3000 }, { iops: 6000 }];
    const hours = (a: object, b: object, more = {}): number => {
      const lines = listLines({ stages: { a, b }, ...more }, { kind: 'ebs', volumeType: 'io2', sizeGiB: 64 });
      return ((lines.find(({ item }) => item.includes('6000 IOPS'))?.quantity ?? 0) / 6000) * HOURS_OF_A_MONTH;
    };
    // Both are measured as long; up, the change is paid for as what is more, and down as what is less.
    const change = getVolumeChangeWait(64).expectedSeconds / HOUR;
    const [up, down] = [hours(few, many), hours(many, few)];
    expect(change).toBeGreaterThan(0.4);
    expect(up).toBeGreaterThan(change);
    expect(down).toBeLessThan(up - change + 0.1);
    // Of two, the second waits for the first, and costs what it did: both change in twice the time.
    const both = hours(many, few, { volumes: 2 }) - 2 * down;
    expect(Math.abs(both - 2 * 2 * change * 0.25)).toBeLessThan(0.1);
  });

  it('charges a file system while its volumes are created, in parallel', () => {
    const [one, three] = [1, 3].map((count) => sumHours({ ...FAST, volumes: { count } }, FAST)) as [number, number];
    expect(three).toBe(one);
    const ontap = { kind: 'fsx-ontap', storageGiB: 1024, ...FAST };
    // What its volumes are in is made before them, and deleted behind them.
    const { volumes, virtualMachines } = ONTAP;
    const making = virtualMachines.create.seconds + volumes.create.seconds - DURATIONS.volumes.create.seconds;
    const parts = volumes.delete.seconds + virtualMachines.delete.seconds + ONTAP.delete.seconds;
    const deleting = parts - DURATIONS.delete.seconds;
    expect(sumHours(ontap, FAST) - one).toBeCloseTo((making + deleting) / HOUR, 3);
  });
});

describe('plan in a short month', () => {
  const planOf = (startedAt: number) => soundReal(lustreSpec(), scripts, { startedAt }).plan;

  it("charges more per hour for monthly prices in February, without changing the cells' own prices", () => {
    const [january, february] = [planOf(Date.UTC(2026, 0, 10)), planOf(Date.UTC(2026, 1, 10))];
    const [rig, dear] = [january.rigs[0], february.rigs[0]];
    const storage = (plan: typeof january): number =>
      plan.estimate.lines.find(({ item }) => item.includes('1200 GiB'))?.usd ?? 0;
    expect(storage(february) / storage(january)).toBeCloseTo(730 / 672, 9);
    expect((dear?.copies[0]?.usdPerHour ?? 0) - (rig?.copies[0]?.usdPerHour ?? 0)).toBeCloseTo(
      (1200 * 0.14) / 672 - (1200 * 0.14) / 730,
      3,
    );
    expect(dear?.usdPerHour).toBeGreaterThan((rig?.usdPerHour ?? 0) + 0.01);
    expect(february.cells.map(({ storageUsdPerHour }) => storageUsdPerHour)).toEqual(
      january.cells.map(({ storageUsdPerHour }) => storageUsdPerHour),
    );
  });
});
