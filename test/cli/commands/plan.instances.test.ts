import { run } from '../../../lib/cli/commands/plan';
import { runOnSpec } from '../capture-cli';

describe('target instances in fsxbench plan', () => {
  const LEVELS = `experiment: levels
factors: { unit: [125, 250], bs: [4k, 64k], exported: [sync, async] }
targets:
  lustre: { kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 2400, perUnitMBps: $unit }
  zfs:
    { kind: fsx-openzfs, deploymentType: SINGLE_AZ_1, storageGiB: 128, throughputMBps: 64, nfsExport: $exported }
fleet: { client: { count: 1, instanceType: c5n.large } }
workloads: { fio: { kind: fio, rw: randread, bs: $bs, size: 256 MiB, ramp_time: 5s, runtime: 20s } }
design: { replicates: 3, blocks: 2 }
`;
  const printPlan = async (text: string): Promise<string> => {
    const { code, out, err } = await runOnSpec(run, text, { name: 'e1' });
    expect(code).toBe(0);
    return `${out}${err}`;
  };

  it('counts target instances with levels and cost, and lists changes in place', async () => {
    const out = await printPlan(LEVELS);
    expect(out).toMatch(
      /^rigs {7}r1 {2}2 instances of lustre \(fsx-lustre\), c3 zfs \(fsx-openzfs\) {2}block 1 {2}24 trials /m,
    );
    expect(out).toContain(
      [
        'targets    target instances to create: 4 of lustre, 2 of zfs',
        '           r1, r2 c1 lustre: unit 125, $348/month',
        '           r1, r2 c2 lustre: unit 250, $504/month; separate instance: changed in place (storage, ' +
          'throughput, metadata), it could be ' +
          'changed back only 6h later\n',
      ].join('\n'),
    );
    expect(out).toMatch(/^changes {4}r1 c3 in place, \d times: about \d+m.* in total\n {11}r2 c3 in place, /m);
    expect(out).toMatch(
      /^spec.yaml:4:3: advice: targets.lustre: its values of `unit` need 2 target instances in each block, all billed/m,
    );
    expect(out).toContain(
      "trials     48: each of 8 configurations 3 times in each of 2 blocks, in an order drawn from seed 'e1'\n",
    );
    expect(out).toContain('configs    8 combinations of\n');
  });

  it('omits target instances and numbers of configurations when each target is created once', async () => {
    const one = LEVELS.replace(/factors: .*\n/, '')
      .replace('$unit', '125')
      .replace('$bs', '4k')
      .replace('$exported', 'sync')
      .replace(/ {2}zfs:\n.*\n/, '')
      .replace(', blocks: 2', '');
    const out = await printPlan(one);
    expect(out).not.toMatch(/^(targets|changes) /m);
    expect(out).toContain('configs    1: fio on lustre\n');
    expect(out).toContain('trials     3: the configuration 3 times, ');
    expect(out).toContain('order      r1 round 1: lustre\n');
  });

  it('prints a range of repetitions when stages repeat configurations, and names oneAtATime designs', async () => {
    const staged = LEVELS.replace(
      'throughputMBps: 64,',
      'stages: { a: { throughputMBps: 64 }, b: { throughputMBps: 128 } },',
    )
      .replace('$exported', 'sync')
      .replace(', exported: [sync, async]', '');
    expect(await printPlan(staged)).toContain(
      'trials     72: each of 8 configurations 3 to 6 times in each of 2 blocks, ',
    );
    expect(await printPlan(LEVELS.replace('blocks: 2', 'oneAtATime: true'))).toContain(
      'configs    4: one factor at a time\n',
    );
  });
});
