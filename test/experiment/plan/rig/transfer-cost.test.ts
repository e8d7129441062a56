import { planShipped, planSound, readShipped } from '../../real-spec';
import { toTimeBudget } from '../../../../lib/experiment/plan/rig/transfer-cost';
import type { Plan } from '../../../../lib/shapes/plan';

const GIB = 1024 ** 3;

async function planSpec(
  fio: string,
  target = 'throughputMode: elastic',
  count = 2,
  mount = '{}',
  type = 'c5n.large',
): Promise<Plan> {
  const text = `
experiment: moved
targets: { elastic: { kind: efs, storedGiB: 0, ${target} } }
fleet: { client: { count: ${count}, instanceType: ${type}, mount: ${mount} } }
workloads: { fio: { kind: fio, ${fio}, ramp_time: 10s, runtime: 50s } }
design: { replicates: 3 }
limits: { maxUsd: 100, maxHours: 4 }
`;
  return (await planSound(text)).plan;
}

const listMovedGib = ({ estimate }: Plan): number[] =>
  estimate.lines.filter(({ item }) => item.includes('simulated')).map(({ quantity }) => quantity);

describe('charges per byte of EFS elastic throughput', () => {
  it('estimates the most that hosts can request in all trials, plus the data layout', async () => {
    // 4 in flight at 600 us, 4 KiB each, by 2 hosts for 3 x 60 s; and 2 x 2 jobs x 1 GiB of files.
    const [read = 0, written = 0] = listMovedGib(
      await planSpec('rw: randread, bs: 4k, iodepth: 2, numjobs: 2, size: 1 GiB'),
    );
    expect(read).toBeCloseTo(((4 / 600e-6) * 4096 * 2 * 180) / GIB, 6);
    expect(written).toBeCloseTo(4, 6);
  });

  it('limits bytes to the network of the hosts and to the write throughput of the file system', async () => {
    const [read = 0] = listMovedGib(await planSpec('rw: read, bs: 1m, iodepth: 16, size: 1 GiB'));
    expect(read).toBeCloseTo((2 * 500 * 180) / 1024, 6);
    const [written = 0] = listMovedGib(await planSpec('rw: write, bs: 1m, iodepth: 64, size: 1 GiB', undefined, 12));
    // 5 GiB/s of the file system in the Regions that have most, where twelve hosts could write 5.9.
    expect(written).toBeCloseTo(5 * 180 + 12, 6);
  });

  it('limits sequential small reads to the network of the hosts, since they are merged', async () => {
    const [read = 0] = listMovedGib(
      await planSpec('rw: read, bs: 4k, iodepth: 32, numjobs: 4, size: 1 GiB', undefined, 4),
    );
    // 128 in flight of each host at 600 us x 0.7 would be 4.7 GiB/s: the network of hosts moves 500 MiB/s each.
    expect(read).toBeCloseTo((4 * 500 * 180) / 1024, 6);
  });

  it('triples the bytes of one host when EFS is mounted with TLS', async () => {
    const readMovedGib = async (mount: string) =>
      listMovedGib(await planSpec('rw: read, bs: 1m, iodepth: 64, size: 1 GiB', undefined, 1, mount))[0];
    expect(await readMovedGib('{ tls: true }')).toBeCloseTo(3 * ((await readMovedGib('{}')) ?? 0), 6);
  });

  it('limits bytes to the network of the instance type, and a tenth more', async () => {
    const mount = '{ tls: true }';
    const [read = 0] = listMovedGib(
      await planSpec('rw: read, bs: 1m, iodepth: 64, size: 1 GiB', undefined, 1, mount, 't3.micro'),
    );
    // 5 Gbit/s, where the client would move 1,500 MiB/s.
    expect(read).toBeCloseTo((1.1 * 0.625e9 * 180) / GIB, 6);
  });

  it('has no line for EFS with provisioned throughput', async () => {
    const plan = await planSpec(
      'rw: randread, bs: 4k, size: 1 GiB',
      'throughputMode: provisioned, provisionedMiBps: 10',
    );
    expect(listMovedGib(plan)).toEqual([]);
  });

  it('adds to the estimate, and reduces the budget of the rig for costs over time', async () => {
    const plan = await planSpec('rw: read, bs: 1m, iodepth: 16, size: 1 GiB');
    const bytes = plan.estimate.lines.filter(({ item }) => item.includes('simulated')).map(({ usd }) => usd);
    // 175.8 GiB read at 0.03, 2 GiB laid out at 0.06
    const usd = bytes.reduce((sum, one) => sum + one, 0);
    expect(usd).toBeCloseTo(5.27 + 0.12, 2);
    expect(plan.estimate.usd).toBeGreaterThan(usd);
    expect(plan.rigs[0]?.shareUsd).toBe(toTimeBudget(usd, 100));
    expect(toTimeBudget(12, 10)).toBe(0);
  });
});

describe('traffic between Availability Zones', () => {
  const listTraffic = ({ estimate }: Plan): readonly number[] =>
    estimate.lines.flatMap(({ item, usd }) => (item.startsWith('Traffic between zones') ? [usd] : []));

  it('charges both directions while a trial changes a MULTI_AZ_1 file system, served by the standby', async () => {
    const usd = listTraffic((await planShipped('kafka-on-ontap')).plan);
    // 2048 MB/s for 600 s at 0.01 USD for each GiB and direction: about 23 USD, as it was reckoned by hand.
    const once = (2 * 0.01 * 2048e6 * 600) / GIB;
    expect(usd.reduce((sum, one) => sum + one, 0) / once).toBeCloseTo(1, 6);
  });

  it('costs nothing in SINGLE_AZ_1', async () => {
    const text = readShipped('kafka-on-ontap').replace('MULTI_AZ_1', 'SINGLE_AZ_1');
    expect(listTraffic((await planSound(text)).plan)).toEqual([]);
  });
});
