import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScheduledSpecs } from '../../../lib/cli/schedules/scheduled-specs';

const SPEC = `
experiment: nightly
schedule: { cron: "0 3 ? * SUN *", timezone: Asia/Tokyo }
targets: { disk: { kind: fsx-lustre, deploymentType: SCRATCH_2, storageGiB: 1200 } }
fleet: { client: { count: 1, instanceType: c5n.large } }
workloads: { read: { kind: fio, rw: randread, bs: 4k, iodepth: 4, size: 1 GiB, runtime: 60s } }
design: { replicates: 2 }
limits: { maxUsd: 20, maxHours: 8 }
`;

async function readSpecs(...texts: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'scheduled-'));
  const files = texts.map((text, index) => {
    writeFileSync(join(cwd, `${index}.yaml`), text);
    return `${index}.yaml`;
  });
  return readScheduledSpecs({ root: process.cwd(), cwd }, files, 'us-east-1');
}

it('returns the schedule of a valid spec', async () => {
  expect(await readSpecs(SPEC)).toMatchObject({
    specs: [{ experiment: 'nightly', text: SPEC, expression: 'cron(0 3 ? * SUN *)', timezone: 'Asia/Tokyo' }],
    faults: '',
    advice: '',
  });
});

it.each([
  ['eu-west-1', /^advice: schedules: .* no prices for eu-west-1; .* ap-northeast-1, us-east-1, .*\n$/],
  ['us-west-2', /^$/],
  [undefined, /^$/],
])('advises in one line against a schedule in %s where there are no prices', async (region, advice) => {
  const cwd = mkdtempSync(join(tmpdir(), 'scheduled-'));
  writeFileSync(join(cwd, 'a.yaml'), SPEC);
  const cli = { root: process.cwd(), cwd };
  expect((await readScheduledSpecs(cli, ['a.yaml'], region)).advice).toMatch(advice);
  expect((await readScheduledSpecs(cli, [], region)).advice).toBe('');
});

it('reports all problems of all specs with their lines', async () => {
  const wrong = SPEC.replace('"0 3 ? * SUN *"', 'bogus')
    .replace('Asia/Tokyo', 'Mars/Olympus')
    .replace('iodepth', 'depth');
  const { specs, faults } = await readSpecs(wrong, SPEC, 'a: [');
  expect(specs).toHaveLength(1);
  for (const part of [
    '0.yaml:3',
    'six fields',
    'Mars/Olympus',
    'depth',
    '0.yaml cannot be scheduled: errors: ',
    '2.yaml',
  ])
    expect(faults).toContain(part);
});

it.each([
  [SPEC.replace(/schedule:.*/, ''), 'it has no `schedule` with a `cron`'],
  [SPEC.replace('0 3 ? * SUN *', '99 3 ? * SUN *'), "found '99' for minutes"],
  [SPEC.replace('0 3 ? * SUN *', '* 3 * * ? *'), 'starts the experiment again after 1m;'],
  [SPEC.replace('maxUsd: 20', 'maxUsd: 0.01'), 'is above the budget of 0.01 USD'],
])('refuses a spec that cannot be scheduled (case %#)', async (text, part) => {
  const { specs, faults } = await readSpecs(text);
  expect(specs).toEqual([]);
  expect(faults).toContain(part);
  expect(faults).toContain('0.yaml cannot be scheduled');
});

it('names the file that cannot be read', async () => {
  const { faults } = await readScheduledSpecs({ root: process.cwd(), cwd: '/' }, ['no-such.yaml'], undefined);
  expect(faults).toMatch(/^no-such.yaml cannot be scheduled: no such file/);
});
