import { readFileSync } from 'node:fs';
import { run } from '../../../lib/cli/commands/plan';
import { CONTRACT_VERSION } from '../../../lib/shapes/contract-version';
import type { Plan, Scripts } from '../../../lib/shapes/plan';
import { captureCli, runOnSpec } from '../capture-cli';

const SPEC = 'experiments/local-disk.yaml';
const LOCAL = readFileSync(SPEC, 'utf8');
const LUSTRE = readFileSync('experiments/lustre-small.yaml', 'utf8');

async function runPlan(options: Record<string, unknown>, file = SPEC) {
  const { cli, out, err } = captureCli();
  return { code: await run(cli, [file], options), out: out(), err: err() };
}
const readPlan = async (options: Record<string, unknown>) =>
  JSON.parse((await runPlan({ ...options, json: true })).out) as Plan & { readonly scripts: Scripts };

describe('fsxbench plan', () => {
  it('prints configurations, order, time and cost in fewer than 25 lines', async () => {
    const { code, out, err } = await runPlan({ name: 'e1' });
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('configs    all 8 combinations of\n           target: disk, tmpfs\n');
    expect(out).toContain("trials     32: each of 8 configurations 4 times, in an order drawn from seed 'e1'\n");
    expect(out).toMatch(
      /rigs {7}r1 {2}c1 disk \(directory\), c2 tmpfs \(directory\) {2}block 1 {2}32 trials {2}1 host of role client/,
    );
    expect(out.match(/round \d: /g)).toHaveLength(3);
    expect(out).toMatch(/^order {6}r1 round 1: .*disk, rw randread, bs 4k/m);
    expect(out).toMatch(/^compared {3}interleaved: about .*\n {11}sequential would be about /m);
    expect(out).toMatch(/time {7}about 3m \d+s, one rig; no trial starts after 8h\n/);
    expect(out).toContain('cost       none: it runs on this machine\n');
    expect(out).not.toMatch(/[0-9a-f]{12}|ec2:|ssm:|^requests/m);
    expect(out.split('\n').length).toBeLessThan(25);
  });

  it('prints the first 30 trials of a long round, and counts the others', async () => {
    const levels = Array.from({ length: 40 }, (_, index) => `${index + 1}k`).join(', ');
    const { out } = await runOnSpec(run, LOCAL.replace('bs: [4k, 64k]', `bs: [${levels}]`), { name: 'e1' });
    const [round = ''] = out.match(/round 1: .*/) ?? [];
    expect(round.match(/bs /g)).toHaveLength(30);
    expect(round).toMatch(/ and 130 more trials \(--json has all\)$/);
  });

  it('prints threshold, hosts, requests and storage of an account, and items that sum to the total cost', async () => {
    const { out } = await runPlan({ name: 'e1', region: 'us-west-2' }, 'experiments/lustre-small.yaml');
    expect(out).toMatch(/^answer {5}the cheapest by typical bandwidth at least 250 MB\/s, where /m);
    expect(out).toContain('  2 hosts of role client (c5n.2xlarge)  ');
    expect(out).toMatch(/^requests {3}r1: 3 CreateFileSystem$/m);
    expect(out).toMatch(/^storage {4}scratch \$168\/month; persistent-125 \$174\/month; persistent-500 \$408\/month$/m);
    expect(out).toMatch(
      /^cost {7}\$\d+\.\d\d of at most \$20\.00, .* \$0\.\d\d for services, at list prices of us-west-2, dated /m,
    );
    const total = Number(/^cost {7}\$([\d.]+) of/m.exec(out)?.[1]);
    const parts = [...out.matchAll(/ x \$[\d.]+ = \$([\d.]+) \(/g)].map(([, usd]) => Number(usd));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(total, 9);
    // A threshold is printed unrounded.
    const exact = await runOnSpec(run, LUSTRE.replace('atLeast: 250 MB/s', 'atLeast: 250125 KB/s'));
    expect(exact).toMatchObject({ code: 0, out: expect.stringContaining('bandwidth at least 250.125 MB/s') as string });
  });

  it('prints the plan and exits 3 when the estimate exceeds maxUsd', async () => {
    const text = LUSTRE.replace(/maxUsd: [\d.]+/, 'maxUsd: 0.01');
    const { code, out, err } = await runOnSpec(run, text);
    expect(code).toBe(3);
    expect(out).toMatch(/^cost {7}\$2\.\d\d of at most \$0\.01,/m);
    expect(out).toMatch(/^rigs {7}r1 {2}c1 /m);
    expect(err).toMatch(/error: limits\.maxUsd: the estimate of \d\.\d\d USD is above the budget .* \[OverBudget\]/);
    const json = await runOnSpec(run, text, { json: true });
    expect([json.code, JSON.parse(json.out)]).toMatchObject([3, { error: { name: 'BudgetExceeded' } }]);
  });

  it('derives a missing question from decide, or from the factors when decide is missing, too', async () => {
    const made = await runOnSpec(run, LOCAL.replace(/^question: .*\n/m, ''));
    expect(made.out).toMatch(/^Which configuration has the highest typical IOPS at \w+ randread, bs 4k\?$/m);
    const open = await runOnSpec(run, LOCAL.replace(/^(question|decide): .*\n/gm, ''));
    expect(open.out).toMatch(/^local-disk: what is the effect of target, \w+ and bs\?$/m);
    expect(open.out).toMatch(/^answer {5}no question set \(decide\): the report only describes$/m);
    expect([made.code, open.code]).toEqual([0, 0]);
  });

  it('returns an identical plan for identical spec, seed and name', async () => {
    const plan = await readPlan({ name: 'e1', seed: 's' });
    expect(await readPlan({ name: 'e1', seed: 's' })).toEqual(plan);
    const found = { schemaVersion: CONTRACT_VERSION, executionId: 'e1', seed: 's', local: true };
    // users.md, defect 16: startedAt said 1970.
    expect(plan).toMatchObject({ ...found, startedAt: null });
    expect(plan.trials).toHaveLength(32);
    const other = await readPlan({ name: 'e1', seed: 't' });
    expect(other.trials.map(({ cell }) => cell)).not.toEqual(plan.trials.map(({ cell }) => cell));
    expect(other.cells).toEqual(plan.cells);
    expect((await readPlan({})).executionId).toMatch(/^\d{8}-\d{6}$/);
  });

  it('prints every script with its SHA-256 and the configurations that use it', async () => {
    const { out } = await runPlan({ name: 'e1', scripts: true });
    const { scripts, cells } = await readPlan({ name: 'e1', scripts: true });
    for (const [sha, text] of Object.entries(scripts)) {
      expect(out).toContain(`# sha256 ${sha}\n`);
      expect(out).toContain(text.trimEnd());
    }
    for (const { levels } of cells) {
      const name = Object.entries(levels).map(([factor, label]) => `${factor}=${label}`);
      expect(out).toMatch(new RegExp(`# measure of configurations .*${name.join(' ')}`));
    }
    expect(out).toContain('# boot of role client in rig r1\n');
  });

  it.each([
    [{ seed: '' }, 'BadSeed'],
    [{ name: 'a b' }, 'BadExecutionName'],
  ])('refuses %j: %s', async (options, name) => {
    await expect(runPlan(options)).rejects.toMatchObject({ name, exitCode: 2 });
  });

  it('exits 2 for a spec with mistakes, and 3 for one over its limits', async () => {
    const { code, out, err } = await runPlan({}, 'test/experiment/specs/ten-mistakes.yaml');
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('10 errors')]);
    const long = [
      'experiment: long',
      'question: How long?',
      'targets: { here: { kind: directory, path: x } }',
      'fleet: { client: }',
      'workloads: { fio: { kind: fio, rw: randread, bs: 4k, size: 1m, runtime: 2h } }',
      'decide: { metric: iops }',
      'limits: { maxHours: 4 }',
    ];
    const over = await runOnSpec(run, long.join('\n'), { json: true });
    const problems = [{ code: 'OverTime', line: 7, column: 21 }];
    expect([over.code, JSON.parse(over.out)]).toMatchObject([3, { problems }]);
  });
});

/** Four file systems that are dear to keep: interleaved they exist while each of the others is measured. */
const FOUR = [125, 250, 500, 1000].map(
  (rate) => `  t${rate}: { kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 12000, perUnitMBps: ${rate} }`,
);
const BAD = `experiment: bad
question: Which?
targets:
${FOUR.join('\n')}
fleet:
  client: { count: 1, instanceType: c5n.large }
workloads:
  fio: { kind: fio, rw: read, bs: 1m, numjobs: 2, size: 8 GiB, ramp_time: 5s, runtime: 60s }
decide: { metric: bandwidth, prefer: highest }
limits: { maxUsd: 40, maxHours: 8 }
`;
const DECIDE = 'metric: bandwidth, prefer: highest';

it.each<[string, string, string, RegExp | null, number]>([
  ['maxUsd: 40', 'maxUsd: 10', '13:19', /limits\.maxUsd: the estimate of \d+\.\d+ USD.*between targets \[OverBud/, 3],
  [DECIDE, 'metric: bandwidth, statistic: median', '12:41', /typical: the geometric mean of the trials decides/, 2],
  [DECIDE, 'metric: bandwidth, atLeast: 1000', '12:39', /found 1000, .* without a unit; .* write 1300 MB\/s/, 2],
  [
    'c5n.large }',
    'c5n.large, mount: { nconnect: 4 } }',
    '9:57',
    /unknown mount option `nconnect`; allowed: `flock`/,
    2,
  ],
  [
    'limits:',
    'factors: { depth: [1, 4] }\nlimits:',
    '13:12',
    /factors\.depth: no target.*remove the factor \[Unused/,
    2,
  ],
  [DECIDE, 'metric: iops, atLeast: 1000, prefer: cheapest', '', null, 0],
])('prints for %s changed to %s one error at %s: %s', async (from, to, place, text, code) => {
  const found = await runOnSpec(run, BAD.replace(from, to));
  const errors = found.err.split('\n').filter((line) => line.includes(': error: '));
  expect(errors).toEqual(text === null ? [] : [expect.stringMatching(text)]);
  expect(errors.filter((line) => !line.startsWith(`spec.yaml:${place}: error: `))).toEqual([]);
  expect(found.code).toBe(code);
});

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
  const printPlan = async (...changes: (readonly [string | RegExp, string])[]): Promise<string> => {
    const text = changes.reduce((changed, [from, to]) => changed.replace(from, to), LEVELS);
    const { code, out, err } = await runOnSpec(run, text, { name: 'e1' });
    expect(code).toBe(0);
    return `${out}${err}`;
  };

  it('counts target instances with levels and cost, and lists changes in place', async () => {
    const out = await printPlan();
    expect(out).toMatch(
      /^rigs {7}r1 {2}2 instances of lustre \(fsx-lustre\), c3 zfs \(fsx-openzfs\) {2}block 1 {2}24 trials /m,
    );
    expect(out).toContain(
      'targets    target instances to create: 4 of lustre, 2 of zfs\n' +
        '           r1, r2 c1 lustre: unit 125, $348/month\n' +
        '           r1, r2 c2 lustre: unit 250, $504/month; separate instance: changed in place (storage, ' +
        'throughput, metadata), it could be changed back only 6h later\n',
    );
    expect(out).toMatch(/^changes {4}r1 c3 in place, \d times: about \d+m.* in total\n {11}r2 c3 in place, /m);
    expect(out).toMatch(
      /^spec.yaml:4:3: advice: targets.lustre: its values of `unit` need 2 target instances in each block, all billed/m,
    );
    expect(out).toContain('trials     48: each of 8 configurations 3 times in each of 2 blocks, in an order drawn ');
    expect(out).toContain('configs    8 combinations of\n');
  });

  it('omits target instances and numbers of configurations when each target is created once', async () => {
    const out = await printPlan(
      [/factors: .*\n/, ''],
      ['$unit', '125'],
      ['$bs', '4k'],
      [/ {2}zfs:\n.*\n/, ''],
      [', blocks: 2', ''],
    );
    expect(out).not.toMatch(/^(targets|changes) /m);
    expect(out).toContain('configs    1: fio on lustre\n');
    expect(out).toContain('trials     3: the configuration 3 times, ');
    expect(out).toContain('order      r1 round 1: lustre\n');
  });

  it('prints a range of repetitions when stages repeat configurations, and names oneAtATime designs', async () => {
    const staged = await printPlan(
      ['throughputMBps: 64,', 'stages: { a: { throughputMBps: 64 }, b: { throughputMBps: 128 } },'],
      ['$exported', 'sync'],
      [', exported: [sync, async]', ''],
    );
    expect(staged).toContain('trials     72: each of 8 configurations 3 to 6 times in each of 2 blocks, ');
    const single = await printPlan(['blocks: 2', 'oneAtATime: true']);
    expect(single).toContain('configs    4: one factor at a time\n');
  });
});
