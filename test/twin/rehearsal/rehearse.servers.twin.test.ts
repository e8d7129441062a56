import { gunzipSync } from 'node:zlib';
import type { RequestsRecord } from '../../../lib/results/servers/cloudwatch-answers';
import { readFileSync } from 'node:fs';
import { layout } from '../../../lib/shapes/layout';
import type { Observation } from '../../../lib/shapes/observation';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { EXECUTION, makeOptions } from './specs';

const THREE = readFileSync('cases/specs/three-servers.yaml', 'utf8');
/** Volumes are gone within minutes: CloudWatch has not all points by then. */
const QUICK = readFileSync('cases/specs/short-lived-volume.yaml', 'utf8');

async function rehearseSpec(spec: string) {
  const calls: CallRecord[] = [];
  const options = makeOptions(spec);
  const found = await rehearse({ ...options, record: (call) => calls.push(call) });
  const requests = await found.store.get(layout(options.experiment, EXECUTION).servers('outcome'));
  return {
    ...found,
    calls,
    requests: JSON.parse(requests?.text ?? 'null') as RequestsRecord | null,
    cells: found.summary?.cells ?? [],
    readPacked: async (): Promise<Observation[]> => {
      const key = `observations/v1/sim=1/day=2026-01-01/${options.experiment}.${EXECUTION}.jsonl.gz`;
      const text = gunzipSync((await found.store.get(key))?.bytes ?? '').toString();
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Observation);
    },
  };
}

/** Texts of reasons of the first trial, by their code. */
async function rehearseReasons(spec: string) {
  const { summary, complaints, cells } = await rehearseSpec(spec);
  expect(complaints).toEqual([]);
  const [trial] = summary?.trials ?? [];
  return { trial, cells, texts: new Map(trial?.reasons.map(({ code, text }) => [code, text])) };
}

it('returns server metrics after the receipt that match host measurements and show bottlenecks', async () => {
  const { status, complaints, receipt, requests, cells, readPacked } = await rehearseSpec(THREE);
  expect([status, complaints, receipt?.clean]).toEqual(['SUCCEEDED', [], true]);
  expect(requests).toMatchObject({ requests: 1, answered: 1, problem: null });
  expect(Date.parse(requests?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(receipt?.verifiedAt ?? ''));
  expect(cells).toHaveLength(3);
  for (const { measures, label } of cells) {
    const centre = (metric: string): number => {
      const found = measures.find((one) => one.metric === metric && ['write', null].includes(one.operation));
      if (typeof found?.statistics?.centre !== 'number') throw new Error(`${label} has no ${metric}`);
      return found.statistics.centre;
    };
    // A host has its own luck of up to two percent.
    expect(centre('server_write') / centre('bandwidth')).toBeCloseTo(1, 1);
    expect(centre('server_write_ops') / centre('iops')).toBeCloseTo(1, 1);
  }
  const limits = cells.map(({ target, bottleneck }) => [target, bottleneck.reached.map(({ resource }) => resource)]);
  expect(limits).toEqual([
    ['lustre', expect.not.arrayContaining(['server-side metrics'])],
    ['zfs', expect.arrayContaining(['disk operations'])],
    ['ebs', expect.arrayContaining(['throughput'])],
  ]);
  expect(cells.flatMap(({ bottleneck }) => bottleneck.missing)).toEqual([]);
  const ofServers = (await readPacked()).filter(({ source }) => source === 'servers/');
  expect(ofServers.map(({ metric }) => metric)).toEqual(expect.arrayContaining(['server_write', 'server_network']));
  expect(ofServers.every(({ simulated }) => simulated)).toBe(true);
});

it('reports CreditsSpent in the minute in which hosts report RateStep', async () => {
  const burst = QUICK.replace('gp3', 'gp2').replace('bs: 64k', 'bs: 16k').replace('runtime: 4m', 'runtime: 45m');
  const { trial, texts } = await rehearseReasons(burst);
  const [, second = ''] = / after (\d+) s of /.exec(texts.get('RateStep') ?? '') ?? [];
  const [, minute = ''] =
    /^volume credits were used up in minute (\d+) of /.exec(texts.get('CreditsSpent') ?? '') ?? [];
  expect([trial?.verdict, trial?.excludedFor]).toEqual(['SUSPECT', null]);
  // Minutes are counted from the first whole one.
  expect(Math.abs(Number(second) / 60 - Number(minute))).toBeLessThan(1.5);
});

it('reports CreditsSpent for the EBS throughput of a small host whose volume has no credits', async () => {
  const small = QUICK.replace('sizeGiB: 100', 'sizeGiB: 500, iops: 6000, throughputMiBps: 500')
    .replace('c5n.2xlarge', 'c5n.large')
    .replace('runtime: 4m', 'runtime: 60m');
  const { cells, texts } = await rehearseReasons(small);
  const [, point = ''] =
    /^host EBS throughput credits were used up in point (\d+) of 1[12] \(5 minutes each\), from/.exec(
      texts.get('CreditsSpent') ?? '',
    ) ?? [];
  // The rate falls in the last fifth: the level after it counts, 5,924 before.
  expect(texts.get('Unsteady')).toMatch(/, last level 1,2\d\d$/);
  expect(Number(point)).toBe(9);
  const metrics = cells.flatMap(({ measures }) => measures.map(({ metric }) => metric));
  expect(metrics).toEqual(expect.arrayContaining(['server_host_throughput_credits', 'server_host_iops_credits']));
  expect(metrics).not.toContain('server_credits');
});

it('reports EBS throughput of the instance type as bottleneck only when requests exceeded it', async () => {
  const small = QUICK.replace('sizeGiB: 100', 'sizeGiB: 500, iops: 6000, throughputMiBps: 1000')
    .replace('c5n.2xlarge', 'c5n.large')
    .replace('bs: 64k', 'bs: 256k');
  const lines = async (text: string): Promise<readonly string[]> =>
    (await rehearseReasons(text)).cells.map(({ bottleneck }) => bottleneck.text);
  expect(await lines(small)).toEqual([
    expect.stringMatching(
      /^EBS throughput of the instance type: .*with credits.*; host EBS throughput: requests exceeded it/,
    ),
  ]);
  // The volume ends it, whose 125 MiB/s the host moves with its credits: nobody held it back.
  expect(await lines(small.replace(', throughputMiBps: 1000', ''))).toEqual([
    expect.stringMatching(/^throughput: .*with credits \(\d+%\)$/),
  ]);
});

it('reads rates alone for trials shorter than three minutes, and does not query CloudWatch below one', async () => {
  const [short, shorter] = await Promise.all(
    ['2m', '40s'].map((time) => rehearseSpec(THREE.replace('runtime: 5m', `runtime: ${time}`))),
  );
  expect([shorter?.status, shorter?.requests]).toEqual(['SUCCEEDED', null]);
  const { requests, cells = [] } = short ?? {};
  expect(requests?.problem).toBe(null);
  const names = cells
    .flatMap(({ measures }) => measures.map(({ metric }) => metric))
    .filter((name) => name.startsWith('server_'));
  expect(names).toContain('server_read');
  expect(names).not.toContain('server_network');
  expect(cells.flatMap(({ bottleneck: { missing: lacking } }) => lacking)).toContain(
    'server-side metrics (trials of this configuration are shorter than 3 whole minutes)',
  );
});

it('delays the mail after an early receipt until the queries have completed', async () => {
  const { complaints, receipt, requests, calls } = await rehearseSpec(QUICK);
  expect([complaints, requests?.problem]).toEqual([[], null]);
  const waited = (Date.parse(requests?.at ?? '') - Date.parse(receipt?.verifiedAt ?? '')) / 1000;
  expect(waited).toBeGreaterThan(10);
  expect(waited).toBeLessThan(600);
  const mail = calls.find(({ state }) => state === 'Notify');
  expect(Date.parse(mail?.time ?? '')).toBeGreaterThan(Date.parse(requests?.at ?? ''));
});
