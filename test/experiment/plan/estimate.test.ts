import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeOverheadUsd } from '../../../lib/pricing/overhead';
import { formatUsd, formatUsdPerMonth } from '../../../lib/results/format';
import { ensure } from '../../../lib/shapes/errors';
import type { LineItem } from '../../../lib/shapes/line-item';
import type { Plan } from '../../../lib/shapes/plan';
import { getVolumeChangeWait } from '../../../lib/targets/ebs/change';
import { DURATIONS as ONTAP } from '../../../lib/targets/fsx-ontap/durations';
import { DURATIONS } from '../../../lib/targets/fsx-openzfs/durations';
import { lustreSpec, makeFio, planShipped, planSound } from '../real-spec';

const OPENZFS = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_1', storageGiB: 256 };
const FAST = { throughputMBps: 1024 };
const SLOW = { throughputMBps: 256 };
const HOUR = 3600;
const A_FEW_SECONDS = 20;
const HOURS_OF_A_MONTH = 730;

/** Hours for which a line item is paid. @param amount of it, e.g. GiB @param month 730 where it is paid by the month */
function sumHours(lines: readonly LineItem[], item: string, amount: number, month = 1): number {
  const found = lines.find((line) => line.item.includes(item));
  return (ensure(found, item).quantity / amount) * month;
}

/** Line items of one OpenZFS, or of another target. */
async function listLines(settings: object, of: object = OPENZFS): Promise<readonly LineItem[]> {
  const fleet = { client: { count: 1, instanceType: 'c5n.large' } };
  const spec = lustreSpec({ targets: { zfs: { ...of, ...settings } }, fleet, workloads: { fio: makeFio('1 MiB') } });
  return (await planSound(spec)).plan.estimate.lines;
}

/** Hours for which so many MB/s are paid. */
async function sumThroughputHours(settings: object, { throughputMBps }: typeof FAST): Promise<number> {
  return sumHours(await listLines(settings), `, ${throughputMBps} MB/s`, throughputMBps, HOURS_OF_A_MONTH);
}

describe('plan.estimate', () => {
  it('charges the dearer of two throughputs while OpenZFS changes between stages, up and down', async () => {
    const change = DURATIONS.changes.throughput.seconds / HOUR;
    const [up, down] = [{ stages: { a: SLOW, b: FAST } }, { stages: { a: FAST, b: SLOW } }];
    // A first stage has what makes hosts ready with it, a last one what deletes.
    const first = (await sumThroughputHours(down, FAST)) - (await sumThroughputHours(up, SLOW));
    const last = (await sumThroughputHours(up, FAST)) - (await sumThroughputHours(down, SLOW));
    // Data are laid out a few seconds faster on a faster one.
    expect(Math.abs(first - change)).toBeLessThan(A_FEW_SECONDS / HOUR);
    expect(Math.abs(last - change)).toBeLessThan(A_FEW_SECONDS / HOUR);
  });

  it('charges io2 IOPS at the new value from the request of the change on, one volume after another', async () => {
    const [few, many] = [{ iops: 3000 }, { iops: 6000 }];
    const sumIopsHours = async (a: object, b: object, more = {}): Promise<number> => {
      const lines = await listLines({ stages: { a, b }, ...more }, { kind: 'ebs', volumeType: 'io2', sizeGiB: 64 });
      return sumHours(lines, '6000 IOPS', 6000, HOURS_OF_A_MONTH);
    };
    // Both are measured as long; up, the change is paid for as what is more, and down as what is less.
    const change = getVolumeChangeWait(64).expectedSeconds / HOUR;
    const [up, down] = [await sumIopsHours(few, many), await sumIopsHours(many, few)];
    expect(change).toBeGreaterThan(0.4);
    expect(up).toBeGreaterThan(change);
    expect(down).toBeLessThan(up - change + 0.1);
    // Of two, the second waits for the first, and costs what it did: both change in twice the time.
    const both = (await sumIopsHours(many, few, { volumes: 2 })) - 2 * down;
    expect(Math.abs(both - 2 * 2 * change * 0.25)).toBeLessThan(0.1);
  });

  it('charges a file system while its volumes are created, in parallel', async () => {
    const [one, three] = [1, 3].map((count) => sumThroughputHours({ ...FAST, volumes: { count } }, FAST));
    expect(await three).toBe(await one);
    // What its volumes are in is made before them, and deleted behind them.
    const { volumes, virtualMachines } = ONTAP;
    const making = virtualMachines.create.seconds + volumes.create.seconds - DURATIONS.volumes.create.seconds;
    const parts = volumes.delete.seconds + virtualMachines.delete.seconds + ONTAP.delete.seconds;
    const deleting = parts - DURATIONS.delete.seconds;
    const ontap = await sumThroughputHours({ kind: 'fsx-ontap', storageGiB: 1024, ...FAST }, FAST);
    expect(ontap - ((await one) ?? 0)).toBeCloseTo((making + deleting) / HOUR, 3);
  });

  it("charges more per hour for monthly prices in February, without changing the cells' own prices", async () => {
    const planMonth = async (month: number) =>
      (await planSound(lustreSpec(), { startedAt: Date.UTC(2026, month, 10) })).plan;
    const [january, february] = [await planMonth(0), await planMonth(1)];
    const [rig, dear] = [january.rigs[0], february.rigs[0]];
    const sumStorage = (plan: Plan) => plan.estimate.lines.find(({ item }) => item.includes('1200 GiB'))?.usd ?? 0;
    expect(sumStorage(february) / sumStorage(january)).toBeCloseTo(730 / 672, 9);
    expect((dear?.copies[0]?.usdPerHour ?? 0) - (rig?.copies[0]?.usdPerHour ?? 0)).toBeCloseTo(
      (1200 * 0.14) / 672 - (1200 * 0.14) / 730,
      3,
    );
    expect(dear?.usdPerHour).toBeGreaterThan((rig?.usdPerHour ?? 0) + 0.01);
    const listPrices = ({ cells }: Plan) => cells.map(({ storageUsdPerHour }) => storageUsdPerHour);
    expect(listPrices(february)).toEqual(listPrices(january));
  });
});

/** Public address and root volume of a host, for an hour: 8 GiB of gp3. */
const WITH_HOST = 0.005 + (8 * 0.08) / 730;

/**
 * Prices of shipped experiments, by hand: those of the pages of AWS for us-east-1, as third parties have them in 2026.
 * A month has 730 hours, and of the plan only the hours are taken.
 */
describe('estimates of shipped experiments, by hand', () => {
  it.each<
    readonly [name: string, months: Readonly<Record<string, string>>, sumUsd: (lines: readonly LineItem[]) => number]
  >([
    [
      'home-directories',
      {
        openzfs: '$51', // 100 GiB x 0.09 + 160 MB/s x 0.26 = 9 + 41.60
        'openzfs-two-zones': '$157', // 100 GiB x 0.18 + 160 MB/s x 0.87 = 18 + 139.20
        efs: '$30', // 100 GiB x 0.30; an estimate has what is stored meanwhile: 0.28 GiB
      },
      (lines) => {
        const host = sumHours(lines, 'c6in.large, 1 host', 1);
        const storage = sumHours(lines, 'OpenZFS SINGLE_AZ_2, 100 GiB', 100, 730);
        return host * (0.1134 + WITH_HOST) + (storage * (50.6 + 157.2) + host * 0.28 * 0.3) / 730;
      },
    ],
    [
      'gp3-settings',
      {
        'as-it-comes': '$1.60', // 20 GiB x 0.08, 3,000 operations a second with it
        faster: '$17', // 1.60 + 3,000 more x 0.005 = 16.60
        pair: '$1.60', // 2 x 10 GiB x 0.08
        gp2: '$10', // 100 GiB x 0.10
      },
      (lines) => {
        const host = sumHours(lines, 'c5n.2xlarge, 1 host', 1);
        const faster = sumHours(lines, 'EBS gp3, 3000 IOPS above 3000', 3000, 730);
        expect(faster).toBeLessThan(host);
        return host * (0.432 + WITH_HOST + (1.6 + 1.6 + 10) / 730) + (faster * 15) / 730;
      },
    ],
    [
      'wal-on-ebs',
      // gp3: 100 GiB x 0.08. io2: 100 GiB x 0.125 + 4,000 x 0.065 = 12.50 + 260. The disk is in the price of the host.
      { gp3: '$8.00', io2: '$273', 'instance-store': '$0' },
      (lines) => sumHours(lines, 'i3en.2xlarge, 1 host', 1) * (0.904 + WITH_HOST + (8 + 272.5) / 730),
    ],
    [
      'lustre-small',
      // 1200 GiB x 0.14, x 0.145 and x 0.34.
      { scratch: '$168', 'persistent-125': '$174', 'persistent-500': '$408' },
      (lines) => {
        const hosts = sumHours(lines, 'c5n.2xlarge, 2 hosts', 2);
        // 54 trials of 75 s, and what is around each: commands, the barrier, results.
        expect(hosts * 3600).toBeGreaterThan(54 * 75);
        expect(hosts * 3600).toBeLessThan(1.5 * 54 * 75);
        const storage = sumHours(lines, 'Lustre SCRATCH_2, 1200 GiB', 1200, 730);
        return hosts * 2 * (0.432 + WITH_HOST) + (storage * (168 + 174 + 408)) / 730;
      },
    ],
  ])('estimates %s', async (name, months, sumUsd) => {
    const { cells, estimate } = (await planShipped(name)).plan;
    // Storage by the month of each target, or of each of its volumes or stages, without hosts.
    const found = cells.map((cell) => [
      cell.levels['volume'] ?? cell.stage ?? cell.target,
      formatUsdPerMonth(cell.storageUsdPerHour, ''),
    ]);
    expect(Object.fromEntries(found)).toEqual(months);
    expect(Math.abs(estimate.usd - sumUsd(estimate.lines))).toBeLessThan(0.01);
  });

  it('matches the number of trials in the comment of each shipped experiment', async () => {
    const found = readdirSync('experiments').flatMap((file) => {
      const [comment = ''] = readFileSync(join('experiments', file), 'utf8').split(/^experiment:/m);
      const [, count] = /(\d+) trials(?! of the first)/.exec(comment.replaceAll(/\n#/g, '')) ?? [];
      return count === undefined ? [] : [{ name: file.replace('.yaml', ''), trials: Number(count) }];
    });
    expect(found.length).toBeGreaterThan(20);
    const plans = found.map(async ({ name }) => ({ name, trials: (await planShipped(name)).plan.trials.length }));
    expect(found).toEqual(await Promise.all(plans));
  });

  /** A row of README: `| question | [name](experiments/name.yaml) | $0.14 | 43 min |`. */
  const ROW = /\| \[[\w-]+\]\(experiments\/([\w-]+)\.yaml\) *\| (\S+) *\| ([\d.]+ \w+) *\|/g;

  it('matches costs and durations in the README, including overhead', async () => {
    const rows = [...readFileSync('README.md', 'utf8').matchAll(ROW)].map(([, ...columns]) => columns);
    expect(rows.length).toBeGreaterThan(5);
    const found = rows.map(async ([name = '']) => {
      const { plan } = await planShipped(name);
      const minutes = Math.ceil(plan.estimate.seconds / 60);
      return [
        name,
        plan.local ? '–' : formatUsd(plan.estimate.usd + computeOverheadUsd(plan)),
        minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`,
      ];
    });
    expect(rows).toEqual(await Promise.all(found));
  });
});
