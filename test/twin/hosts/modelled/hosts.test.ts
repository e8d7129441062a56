import { MAX_RATE_NOISE } from '../../../../lib/twin/hosts/modelled/performance/noise';
import { makeVirtualClock } from '../../../../lib/asl/clock/virtual';
import { makeMemoryStore } from '../../../../lib/twin/cloud/s3/store';
import { makeModelledHosts } from '../../../../lib/twin/hosts/modelled/hosts';
import type { Plan } from '../../../../lib/shapes/plan';
import type { FioParams } from '../../../../lib/workloads/fio/schema';
import { fio } from '../../../../lib/workloads/fio/workload';
import {
  BEGINNING,
  findFigure,
  KEYS,
  makeParameters,
  PLAIN,
  play,
  RANDREAD,
  readLeft,
  runModelledTrial,
  send,
  SMALL,
} from './play';

describe('trial on simulated hosts', () => {
  it('is VALID, marked as simulated, and measures 14,000 to 20,000 IOPS on a target with 20,000', async () => {
    const on = await play();
    const start = on.clock.now() / 1000;
    const { results, row, observations } = await runModelledTrial(on, 't0001');
    const success = { status: 'Success', exitCode: 0 };
    expect(results).toMatchObject([success, success]);
    const facts = { mount: 'modelled on modelled-store (simulated)' };
    expect(row).toMatchObject({ verdict: 'VALID', reasons: [], simulated: true, facts });
    expect(row.overlap).toBeGreaterThan(0.99);
    // At the agreed start and after the warm-up; it takes the measured time.
    expect(Date.parse(row.started ?? '') / 1000 - start).toBeCloseTo(65, 1);
    expect((Date.parse(row.ended ?? '') - Date.parse(row.started ?? '')) / 1000).toBeCloseTo(30, 1);
    expect(on.clock.now() / 1000 - start).toBeLessThan(97);
    expect(observations.every(({ simulated }) => simulated)).toBe(true);
    const iops = findFigure(observations, 'iops');
    expect(iops).toBeLessThan(20_000 * (1 + MAX_RATE_NOISE));
    expect(iops).toBeGreaterThan(14_000);
    expect(findFigure(observations, 'bandwidth')).toBeCloseTo(iops * 4096, -4);
    // Little: 32 in flight.
    expect(findFigure(observations, 'latency_mean') * iops * 1e-6).toBeCloseTo(32, 0);
    const p50 = findFigure(observations, 'latency_p50');
    expect(findFigure(observations, 'latency_p99')).toBeGreaterThan(1.5 * p50);
    expect(findFigure(observations, 'latency_p99_9')).toBeGreaterThan(findFigure(observations, 'latency_p99'));
  });

  it('reports all metrics and no reasons for every fio operation and engine', async () => {
    const data = ['randread', 'randwrite', 'read', 'write', 'randrw', 'rw'].map((rw) => ({ ...RANDREAD, rw }));
    const files = { kind: 'fio', nrfiles: 20_000, numjobs: 2 };
    const metadata = ['filecreate', 'filestat', 'filedelete'].map((ioengine) => ({ ...files, ioengine }));
    const on = await play({ cells: [...data, ...metadata], model: SMALL });
    const found: [string, number, number][] = [];
    for (const { trial } of on.plan.trials) {
      const { row, observations } = await runModelledTrial(on, trial);
      expect({ trial, reasons: row.reasons }).toEqual({ trial, reasons: [] });
      expect(new Set(observations.map(({ operation, metric }) => `${operation} ${metric}`))).toEqual(
        new Set(listPromisedMetrics(on.plan, row.cell)),
      );
      found.push([trial, findFigure(observations, 'iops'), findFigure(observations, 'iops', 'write')]);
    }
    const [, , , , randrw, , creates, stats, deletes] = found;
    expect(randrw?.[1]).toBeGreaterThan(0);
    expect(randrw?.[2]).toBeCloseTo(randrw?.[1] ?? 0, -3);
    expect(creates?.[1]).toBeLessThan(3000 * (1 + MAX_RATE_NOISE));
    expect(deletes?.[1]).toBeLessThan(4000 * (1 + MAX_RATE_NOISE));
    expect(stats?.[1]).toBeGreaterThan(creates?.[1] ?? 0);
  });

  it('measures the burst rate in the first trial, and less in later ones as burst credits run out', async () => {
    const cell = { ...RANDREAD, rw: 'read', bs: '1 MiB', iodepth: 8, runtime: '60s' };
    const read = { baseline: 250e6, burst: 1000e6, burstSeconds: 100 };
    const on = await play({ cells: [cell], replicates: 3, model: { ...PLAIN, read } });
    const trials: Awaited<ReturnType<typeof runModelledTrial>>[] = [];
    for (const trial of ['t0001', 't0002', 't0003']) trials.push(await runModelledTrial(on, trial));
    const [first = 0, second, third] = trials.map(({ observations }) => findFigure(observations, 'bandwidth'));
    expect(trials[0]?.row.verdict).toBe('VALID');
    expect(first).toBeGreaterThan(800e6);
    expect(second).toBeLessThan(0.95 * first);
    expect(third).toBeLessThan(0.6 * first);
    expect(third).toBeGreaterThan(250e6);
    // The rate fell to a quarter in the middle, which a reader must know.
    expect(trials[2]?.row.reasons.map(({ code }) => code)).toEqual(['RateStep']);
  });

  it('reports LatencyUnsteady when burst credits run out at a fixed rate, without RateStep', async () => {
    // 3% more than the baseline, of a reserve that lasts for 50 s of it: half of the trial, and the rate hardly falls.
    const read = { baseline: 250e6, burst: 1000e6, burstSeconds: 0.5 };
    const cell = { ...RANDREAD, bs: '64k', iodepth: 64, runtime: '90s', rate: `${(1.03 * 250e6) / 2} B/s` };
    const on = await play({ cells: [cell], model: { ...PLAIN, read } });
    const { row, observations } = await runModelledTrial(on, 't0001');
    expect(findFigure(observations, 'bandwidth') / 250e6).toBeGreaterThan(1);
    const found = row.reasons.find(({ code }) => code === 'LatencyUnsteady');
    expect(row.reasons.map(({ code }) => code)).not.toContain('RateStep');
    expect(Number(/, a ratio of (\d+(?:\.\d+)?) /.exec(found?.text ?? '')?.[1])).toBeGreaterThan(10);
    const steady = await play({ cells: [{ ...cell, rate: '100 MB/s' }], model: { ...PLAIN, read } });
    expect((await runModelledTrial(steady, 't0001')).row.reasons).toEqual([]);
  });

  it('writes the same bytes for the same seed, and other bytes for another seed', async () => {
    const left = async (seed: string): Promise<Record<string, string>> => {
      const on = await play({ seed });
      await runModelledTrial(on, 't0001');
      const keys = (await on.store.list(KEYS.trial('r1', 't0001'))).map(({ key }) => key);
      const texts = await Promise.all(keys.map(async (key) => [key, (await on.store.get(key))?.text ?? ''] as const));
      return Object.fromEntries(texts);
    };
    const first = await left('one');
    expect(await left('one')).toEqual(first);
    const other = await left('two');
    expect(Object.keys(other)).toEqual(Object.keys(first));
    expect(other).not.toEqual(first);
  });

  it('varies IOPS by less than 5% between hosts, and by less than 20% between trials', async () => {
    const on = await play({ replicates: 2, hosts: 3 });
    const one = await runModelledTrial(on, 't0001');
    const rates = one.observations.filter(({ scope, metric }) => scope !== 'aggregate' && metric === 'iops');
    const values = rates.map(({ value }) => value);
    expect(new Set(values).size).toBe(3);
    expect(Math.max(...values) / Math.min(...values)).toBeLessThan(1.05);
    const other = await runModelledTrial(on, 't0002');
    const ratio = findFigure(other.observations, 'iops') / findFigure(one.observations, 'iops');
    expect(ratio).not.toBe(1);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.2);
  });
});

describe('command on a simulated host', () => {
  it('takes about the time that the plan expects, and writes status.json', async () => {
    const on = await play();
    const parameters = { OutputPrefix: `${KEYS.prepare('r1')}a1/`, Attempt: 'p1', Step: 'fill' };
    const before = on.clock.now();
    expect((await send(on, 1, parameters).done).status).toBe('Success');
    expect((on.clock.now() - before) / 1000).toBeGreaterThan(80);
    expect((on.clock.now() - before) / 1000).toBeLessThan(125);
    const status = await on.store.get(`${KEYS.prepare('r1')}a1/client-1/fill/status.json`);
    expect(JSON.parse(status?.text ?? '')).toMatchObject({ host: 'client-1', rc: 0, facts: { simulated: '1' } });
  });

  it('runs once when it is delivered twice, and returns its exit code to both deliveries', async () => {
    const on = await play();
    const parameters = makeParameters(on, 't0001');
    const [first, second] = [send(on, 0, parameters), send(on, 0, parameters)];
    expect(await first.done).toMatchObject({ exitCode: 0, status: 'Success' });
    const after = on.clock.now();
    const stdout = expect.stringContaining('twice') as string;
    expect(await second.done).toMatchObject({ exitCode: 0, status: 'Success', stdout });
    expect(on.clock.now()).toBe(after);
    expect(await send(on, 0, parameters).done).toMatchObject({ exitCode: 0 });
    expect(on.clock.now()).toBe(after);
  });

  it('ends immediately when it is cancelled, with rc 143 in status.json', async () => {
    const on = await play();
    const running = send(on, 0, makeParameters(on, 't0001'));
    await on.clock.sleep(20_000);
    running.cancel();
    expect(await running.done).toMatchObject({ status: 'Cancelled', exitCode: -1 });
    expect(on.clock.now() / 1000 - BEGINNING).toBeCloseTo(21, 3);
    expect(await readLeft(on, 'measure/status.json')).toContain('"rc":143');
    expect(await readLeft(on, 'measure/raw/fio.json')).toBeUndefined();
  });

  it('ends with exit code 124 when it needs more than its time', async () => {
    const on = await play();
    const result = await send(on, 0, makeParameters(on, 't0001'), 50).done;
    expect(result).toMatchObject({ status: 'Failed', exitCode: 124 });
    expect(on.clock.now() / 1000 - BEGINNING - 1).toBeCloseTo(45, 3);
    expect(await readLeft(on, 'measure/raw/stderr.txt')).toContain('the time was over');
    expect(await readLeft(on, 'measure/status.json')).toContain('"rc":124');
  });

  it('ends as TimedOut by the time-out of its document, without output', async () => {
    const on = await play();
    const running = send(on, 0, { ...makeParameters(on, 't0001'), ExecutionTimeout: '600' }, 30);
    expect(await running.done).toMatchObject({ status: 'TimedOut', exitCode: -1 });
    expect(await on.store.list(KEYS.trial('r1', 't0001'))).toEqual([]);
  });

  it('fails without output when its host is terminated', async () => {
    const on = await play();
    const running = send(on, 0, makeParameters(on, 't0001'));
    await on.clock.sleep(10_000);
    await Promise.all([on.driver.terminate('i-0'), on.driver.terminate('i-0')]);
    expect(await running.done).toMatchObject({ status: 'Failed', stderr: 'the host was terminated' });
    expect(await on.store.list(KEYS.trial('r1', 't0001'))).toEqual([]);
    const again = await send(on, 0, makeParameters(on, 't0001')).done;
    expect(again).toMatchObject({ status: 'Failed', exitCode: -1 });
    await on.driver.terminate('i-0');
  });

  it.each([
    ['HostsKey', 'hosts/none.txt', 91],
    ['ScriptKey', 'scripts/none.sh', 92],
    ['EndpointsKey', 'endpoints/none.txt', 92],
    ['OutputPrefix', 'elsewhere/', 92],
    ['ScriptSha256', '0'.repeat(64), 97],
    ['Step', 'other', 1],
  ])('fails for %s = %j with exit code %i', async (name, value, exitCode) => {
    const on = await play();
    const result = await send(on, 0, { ...makeParameters(on, 't0001'), [name]: value }).done;
    expect(result).toMatchObject({ status: 'Failed', exitCode });
    expect(result.stderr).not.toBe('');
  });

  it('requests the target model for the mount options of the cell', async () => {
    const modelOf = jest.fn(() => PLAIN);
    const mounts = { client: { nconnect: 1 } };
    const amend = (plan: Plan): Plan => ({ ...plan, cells: plan.cells.map((cell) => ({ ...cell, mounts })) });
    const on = await play({ amend, modelOf });
    expect(await send(on, 0, makeParameters(on, 't0001')).done).toMatchObject({ status: 'Success' });
    const mounted = (modelOf.mock.calls as unknown[][]).map(([, , mount]) => mount).filter(Boolean);
    expect(mounted).toEqual([{ nconnect: 1 }]);
  });

  it('fails with exit code 1 and a reason when the target kind has no model', async () => {
    const on = await play({ model: null });
    const stderr = expect.stringContaining('targets of kind modelled-store cannot be rehearsed') as string;
    const result = await send(on, 0, makeParameters(on, 't0001')).done;
    expect(result).toMatchObject({ status: 'Failed', exitCode: 1, stderr });
  });
});

describe('boot of a simulated host', () => {
  const launch = { tags: {}, userData: '', privateIp: '10.0.0.1', instanceType: 'm5.large', launchedAt: 0 };
  const hosts = () => {
    const clock = makeVirtualClock(BEGINNING * 1000);
    const store = makeMemoryStore(clock);
    return { clock, driver: makeModelledHosts({ clock, store, seed: 's', modelOf: () => PLAIN }) };
  };

  it('takes 60 to 150 s, with a different time for each host', async () => {
    const { clock, driver } = hosts();
    const times = await Promise.all(
      ['i-1', 'i-2', 'i-3'].map(async (instanceId) => {
        await driver.launch({ ...launch, instanceId });
        return clock.now() / 1000 - BEGINNING;
      }),
    );
    expect(Math.min(...times)).toBeGreaterThanOrEqual(60);
    expect(Math.max(...times)).toBeLessThanOrEqual(150);
    expect(new Set(times).size).toBe(3);
    expect(await driver.survivors()).toEqual([]);
  });

  it('fails when the host is terminated meanwhile', async () => {
    const { driver } = hosts();
    const booted = driver.launch({ ...launch, instanceId: 'i-1' });
    const [refused] = await Promise.allSettled([booted, driver.terminate('i-1')]);
    const message = expect.stringContaining('while it booted') as string;
    expect(refused).toMatchObject({ status: 'rejected', reason: { message } });
    await driver.terminate('i-none');
  });
});

/** Operations and metrics that the workload of a cell says it gives. */
function listPromisedMetrics({ cells }: Plan, id: string): string[] {
  const params = cells.find(({ cellId }) => cellId === id)?.params as unknown as FioParams;
  return fio.listMetrics(params).flatMap(({ operation, metrics }) => metrics.map((metric) => `${operation} ${metric}`));
}
