import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScheduledSpecs } from '../../../lib/cli/schedules/scheduled-specs';
import { listRefusedStarts } from '../../../lib/cli/schedules/scheduled-starts';

const SPEC = `
experiment: nightly
schedule: { cron: "0 3 * * ? *" }
targets:
  given: { kind: external-nfs, address: 10.20.0.15, export: /x, folder: bench, provisioned: { iops: 20k } }
  zones: { kind: fsx-openzfs, deploymentType: MULTI_AZ_1, storageGiB: 64, throughputMBps: 160 }
fleet: { client: { count: 1, instanceType: c5n.large } }
workloads: { read: { kind: fio, rw: randread, bs: 8k, iodepth: 16, size: 4 GiB, ramp_time: 5s, runtime: 60s } }
limits: { maxUsd: 50 }
`;
type Given = Parameters<typeof listRefusedStarts>[1];

async function listRefusals(settings: Given): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'scheduled-'));
  writeFileSync(join(cwd, 'a.yaml'), SPEC);
  const { specs, faults } = await readScheduledSpecs({ root: process.cwd(), cwd }, ['a.yaml'], 'us-east-1');
  expect(faults).toBe('');
  return listRefusedStarts(specs, settings);
}
const readCodes = (texts: readonly string[]) => texts.map((text) => /refused \((\w+)\)/.exec(text)?.[1]);

const RANGE = { cidr: '10.20.0.0/24', ports: [2049] };
const FITTING: Given = {
  network: { kind: 'own', availabilityZone: 'us-east-1a', secondAvailabilityZone: 'us-east-1b' },
  external: [RANGE],
  limits: { maxUsd: 50, maxUsdPerMonth: 100 },
};

it('accepts a spec that fits the settings, in either kind of network', async () => {
  expect(await listRefusals(FITTING)).toEqual([]);
  expect(await listRefusals({ ...FITTING, network: { kind: 'existing', second: {} } })).toEqual([]);
});

it.each<readonly [what: string, change: Partial<Given>, code: string]>([
  ['a budget above that of a start', { limits: { maxUsd: 10 } }, 'BudgetExceeded'],
  ['a budget above that of a month', { limits: { maxUsdPerMonth: 20 } }, 'MonthlyBudgetExceeded'],
  ['storage that hosts may not reach', { external: [] }, 'EgressNotAllowed'],
  ['file systems in two zones in a network of one', { network: { kind: 'existing' } }, 'NetworkUnsupported'],
])('names the experiment and the refusal of %s', async (_, change, code) => {
  const texts = await listRefusals({ ...FITTING, ...change });
  expect(readCodes(texts)).toEqual([code]);
  expect(texts[0]).toMatch(/^schedules: each start of nightly would be refused/);
});
