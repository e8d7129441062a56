/**
 * Prices of shipped experiments, by hand: those of the pages of AWS for us-east-1, as third parties have them in 2026.
 * A month has 730 hours, and of the plan only the hours are taken.
 */
import { readFileSync } from 'node:fs';
import { readScripts } from '../../../lib/aws/scripts';
import { formatUsd, formatUsdPerMonth } from '../../../lib/results/format';
import { computeOverheadUsd } from '../../../lib/pricing/overhead';
import { ensure } from '../../../lib/shapes/errors';
import type { Plan } from '../../../lib/shapes/plan';
import type { ScriptFiles } from '../../../lib/workloads/contract';
import { soundReal } from '../real-spec';

let scripts: ScriptFiles;
beforeAll(async () => {
  scripts = await readScripts('workloads');
});

function planExperiment(name: string): Plan {
  return soundReal(readFileSync(`experiments/${name}.yaml`, 'utf8'), scripts).plan;
}

/** Storage by the month of each target, or of each of its stages, without hosts. */
function listMonthlyPrices({ cells }: Plan): Readonly<Record<string, string>> {
  return Object.fromEntries(
    cells.map(({ target, stage, storageUsdPerHour }) => [stage ?? target, formatUsdPerMonth(storageUsdPerHour, '')]),
  );
}

/** Hours for which a line item is paid. @param amount of it, e.g. GiB @param month 730 where it is paid by the month */
function sumHours({ estimate }: Plan, item: string, amount: number, month = 1): number {
  return (
    (ensure(
      estimate.lines.find((line) => line.item === item),
      item,
    ).quantity /
      amount) *
    month
  );
}

/** Public address and root volume of a host, for an hour: 8 GiB of gp3. */
const WITH_HOST = 0.005 + (8 * 0.08) / 730;

it('estimates home-directories as by hand: OpenZFS in one zone and in two, and EFS', () => {
  const plan = planExperiment('home-directories');
  expect(listMonthlyPrices(plan)).toEqual({
    openzfs: '$51', // 100 GiB x 0.09 + 160 MB/s x 0.26 = 9 + 41.60
    'openzfs-two-zones': '$157', // 100 GiB x 0.18 + 160 MB/s x 0.87 = 18 + 139.20
    efs: '$30', // 100 GiB x 0.30; an estimate has what is stored meanwhile: 0.28 GiB
  });
  const [host, storage] = [
    sumHours(plan, 'c6in.large, 1 host', 1),
    sumHours(plan, 'OpenZFS SINGLE_AZ_2, 100 GiB', 100, 730),
  ];
  const usd = host * (0.1134 + WITH_HOST) + (storage * (50.6 + 157.2) + host * 0.28 * 0.3) / 730;
  expect(Math.abs(plan.estimate.usd - usd)).toBeLessThan(0.01);
});

it('estimates gp3-settings as by hand: three gp3 configurations, and gp2', () => {
  const plan = planExperiment('gp3-settings');
  expect(listMonthlyPrices(plan)).toEqual({
    'as-it-comes': '$1.60', // 20 GiB x 0.08, 3,000 operations a second with it
    faster: '$17', // 1.60 + 3,000 more x 0.005 = 16.60
    pair: '$1.60', // 2 x 10 GiB x 0.08
    gp2: '$10', // 100 GiB x 0.10
  });
  const host = sumHours(plan, 'c5n.2xlarge, 1 host', 1);
  const faster = sumHours(plan, 'EBS gp3, 3000 IOPS above 3000', 3000, 730);
  expect(faster).toBeLessThan(host);
  const usd = host * (0.432 + WITH_HOST + (1.6 + 1.6 + 10) / 730) + (faster * 15) / 730;
  expect(Math.abs(plan.estimate.usd - usd)).toBeLessThan(0.01);
});

it('estimates wal-on-ebs as by hand: gp3, io2 and the instance store', () => {
  const plan = planExperiment('wal-on-ebs');
  const months = plan.cells.map(({ storageUsdPerHour }) => formatUsdPerMonth(storageUsdPerHour));
  // gp3: 100 GiB x 0.08. io2: 100 GiB x 0.125 + 4,000 x 0.065 = 12.50 + 260. The disk is in the price of the host.
  expect(months).toEqual(['$8.00/month', '$273/month', '$0/month']);
  const host = sumHours(plan, 'i3en.2xlarge, 1 host', 1);
  const usd = host * (0.904 + WITH_HOST + (8 + 272.5) / 730);
  expect(Math.abs(plan.estimate.usd - usd)).toBeLessThan(0.01);
});

it('estimates lustre-small as by hand: SCRATCH_2, and PERSISTENT_2 at two throughputs', () => {
  const plan = planExperiment('lustre-small');
  // 1200 GiB x 0.14, x 0.145 and x 0.34.
  expect(listMonthlyPrices(plan)).toEqual({ scratch: '$168', 'persistent-125': '$174', 'persistent-500': '$408' });
  const [hosts, storage] = [
    sumHours(plan, 'c5n.2xlarge, 2 hosts', 2),
    sumHours(plan, 'Lustre SCRATCH_2, 1200 GiB', 1200, 730),
  ];
  // 72 trials of 75 s, and what is around each: commands, the barrier, results.
  expect(hosts * 3600).toBeGreaterThan(72 * 75);
  expect(hosts * 3600).toBeLessThan(1.5 * 72 * 75);
  const usd = hosts * 2 * (0.432 + WITH_HOST) + (storage * (168 + 174 + 408)) / 730;
  expect(Math.abs(plan.estimate.usd - usd)).toBeLessThan(0.01);
});

/** A row of README: `| question | [name](experiments/name.yaml) | $0.14 | 43 min |`. */
const ROW = /\| \[[\w-]+\]\(experiments\/([\w-]+)\.yaml\) *\| (\S+) *\| ([\d.]+ \w+) *\|/g;

it('matches costs and durations in the README with the estimates of the experiments, including overhead', () => {
  const rows = [...readFileSync('README.md', 'utf8').matchAll(ROW)].map(([, name = '', usd, time]) => [
    name,
    usd,
    time,
  ]);
  expect(rows.length).toBeGreaterThan(5);
  const found = rows.map(([name = '']) => {
    const plan = planExperiment(name);
    const { estimate, local } = plan;
    const minutes = Math.ceil(estimate.seconds / 60);
    return [
      name,
      local ? '–' : formatUsd(estimate.usd + computeOverheadUsd(plan)),
      minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`,
    ];
  });
  expect(rows).toEqual(found);
});
