import { readFileSync } from 'node:fs';
import { run } from '../../../lib/cli/commands/plan';
import { CONTRACT_VERSION } from '../../../lib/shapes/contract-version';
import type { Plan, Scripts } from '../../../lib/shapes/plan';
import { captureCli, runOnSpec } from '../capture-cli';

const SPEC = 'experiments/local-disk.yaml';

async function runPlan(options: Record<string, unknown>, args: readonly string[] = [SPEC]) {
  const { cli, out, err } = captureCli();
  return { code: await run(cli, args, options), out: out(), err: err() };
}

describe('fsxbench plan', () => {
  it('prints configurations, order, time and cost in fewer than 25 lines', async () => {
    const { code, out, err } = await runPlan({ name: 'e1' });
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toContain('configs    all 8 combinations of\n           target: disk, tmpfs\n');
    expect(out).toContain("trials     32: each of 8 configurations 4 times, in an order drawn from seed 'e1'\n");
    expect(out).toMatch(
      /rigs {7}r1 {2}c1 disk \(directory\), c2 tmpfs \(directory\) {2}block 1 {2}32 trials {2}1 host of role client/,
    );
    expect(out.match(/round \d: /g)).toHaveLength(3);
    expect(out).toMatch(/^order {6}r1 round 1: .*disk, rw randread, bs 4k/m);
    expect(out).not.toMatch(/[0-9a-f]{12}/);
    expect(out).toMatch(/^compared {3}interleaved: about .*\n {11}sequential would be about /m);
    expect(out).toMatch(/time {7}about 3m \d+s, one rig; no trial starts after 8h\n/);
    expect(out).toContain('cost       none: it runs on this machine\n');
    expect(out).not.toMatch(/ec2:|ssm:|^requests/m);
    expect(out.split('\n').length).toBeLessThan(25);
  });

  it('prints the first 30 trials of a long round, and counts the others', async () => {
    const levels = Array.from({ length: 40 }, (_, index) => `${index + 1}k`).join(', ');
    const long = readFileSync(SPEC, 'utf8').replace('bs: [4k, 64k]', `bs: [${levels}]`);
    const { out } = await runOnSpec(run, long, { name: 'e1' });
    const [round = ''] = out.match(/round 1: .*/) ?? [];
    expect(round.match(/bs /g)).toHaveLength(30);
    expect(round).toMatch(/ and 130 more trials \(--json has all\)$/);
  });

  it('prints the threshold, the hosts and the requests of an FSx for Lustre spec', async () => {
    const { out } = await runPlan({ name: 'e1' }, ['experiments/lustre-small.yaml']);
    expect(out).toMatch(/^answer {5}the cheapest by typical bandwidth at least 250 MB\/s, where /m);
    expect(out).toContain('  2 hosts of role client (c5n.2xlarge)  ');
    expect(out).toMatch(/^requests {3}r1: 3 CreateFileSystem$/m);
  });

  it('prints storage cost per month, and line items that sum to the total cost', async () => {
    const { out } = await runPlan({ name: 'e1' }, ['experiments/lustre-small.yaml']);
    expect(out).toMatch(/^storage {4}scratch \$168\/month; persistent-125 \$174\/month; persistent-500 \$408\/month$/m);
    const total = Number(/^cost {7}\$([\d.]+) of/m.exec(out)?.[1]);
    const parts = [...out.matchAll(/ x \$[\d.]+ = \$([\d.]+) \(/g)].map(([, usd]) => Number(usd));
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(total, 9);
  });

  it('names the Region and the date of the price list', async () => {
    const { out } = await runPlan({ name: 'e1', region: 'us-west-2' }, ['experiments/lustre-small.yaml']);
    expect(out).toMatch(
      /^cost {7}\$\d+\.\d\d of at most \$20\.00, .* \$0\.\d\d for services, at list prices of us-west-2, dated /m,
    );
  });

  it('prints the plan and exits 3 when the estimate exceeds maxUsd', async () => {
    const text = readFileSync('experiments/lustre-small.yaml', 'utf8').replace(/maxUsd: [\d.]+/, 'maxUsd: 0.01');
    const { code, out, err } = await runOnSpec(run, text);
    expect(code).toBe(3);
    expect(out).toMatch(/^cost {7}\$4\.\d\d of at most \$0\.01,/m);
    expect(out).toMatch(/^rigs {7}r1 {2}c1 /m);
    expect(err).toMatch(/error: limits\.maxUsd: the estimate of \d\.\d\d USD is above the budget .* \[OverBudget\]/);
    const json = await runOnSpec(run, text, { json: true });
    expect(json.code).toBe(3);
    expect(JSON.parse(json.out)).toMatchObject({ error: { name: 'BudgetExceeded' } });
  });

  it('derives a missing question from decide, or from the factors when decide is missing, too', async () => {
    const whole = readFileSync(SPEC, 'utf8');
    const made = await runOnSpec(run, whole.replace(/^question: .*\n/m, ''));
    expect(made.out).toMatch(/^Which configuration has the highest typical IOPS at \w+ randread, bs 4k\?$/m);
    const open = await runOnSpec(run, whole.replace(/^(question|decide): .*\n/gm, ''));
    expect(open.out).toMatch(/^local-disk: what is the effect of target, \w+ and bs\?$/m);
    expect(open.out).toMatch(/^answer {5}no question set \(decide\): the report only describes$/m);
    expect([made.code, open.code]).toEqual([0, 0]);
  });

  it('prints a threshold of 250125 KB/s unrounded, as 250.125 MB/s', async () => {
    const text = readFileSync('experiments/lustre-small.yaml', 'utf8');
    const { code, out } = await runOnSpec(run, text.replace('atLeast: 250 MB/s', 'atLeast: 250125 KB/s'));
    expect([code, out]).toEqual([0, expect.stringContaining('bandwidth at least 250.125 MB/s')]);
  });

  it('refuses an empty seed', async () => {
    await expect(runPlan({ seed: '' })).rejects.toMatchObject({ name: 'BadSeed', exitCode: 2 });
  });

  it('returns an identical plan for identical spec, seed and name', async () => {
    const first = await runPlan({ name: 'e1', seed: 's', json: true });
    expect(await runPlan({ name: 'e1', seed: 's', json: true })).toEqual(first);
    const plan = JSON.parse(first.out) as Plan;
    expect(plan).toMatchObject({
      schemaVersion: CONTRACT_VERSION,
      executionId: 'e1',
      seed: 's',
      local: true,
      // users.md, defect 16: it said 1970.
      startedAt: null,
    });
    expect(plan.trials).toHaveLength(32);
    const other = JSON.parse((await runPlan({ name: 'e1', seed: 't', json: true })).out) as Plan;
    expect(other.trials.map(({ cell }) => cell)).not.toEqual(plan.trials.map(({ cell }) => cell));
    expect(other.cells).toEqual(plan.cells);
  });

  it('prints every script with its SHA-256 and the configurations that use it', async () => {
    const { out } = await runPlan({ name: 'e1', scripts: true });
    const json = JSON.parse((await runPlan({ name: 'e1', scripts: true, json: true })).out) as Plan & {
      scripts: Scripts;
    };
    for (const [sha, text] of Object.entries(json.scripts)) {
      expect(out).toContain(`# sha256 ${sha}\n`);
      expect(out).toContain(text.trimEnd());
    }
    for (const { levels } of json.cells) {
      const name = Object.entries(levels).map(([factor, label]) => `${factor}=${label}`);
      expect(out).toMatch(new RegExp(`# measure of configurations .*${name.join(' ')}`));
    }
    expect(out).toContain('# boot of role client in rig r1\n');
  });

  it('names an execution by the time by default, and refuses an invalid name', async () => {
    const { out } = await runPlan({ json: true });
    expect((JSON.parse(out) as Plan).executionId).toMatch(/^\d{8}-\d{6}$/);
    await expect(runPlan({ name: 'a b' })).rejects.toMatchObject({ name: 'BadExecutionName', exitCode: 2 });
  });

  it('exits 2 for a spec with mistakes, and 3 for one over its limits', async () => {
    const mistakes = await runPlan({}, ['test/experiment/specs/ten-mistakes.yaml']);
    expect(mistakes.code).toBe(2);
    expect(mistakes.out).toBe('');
    expect(mistakes.err).toContain('10 errors');
    const lines = [
      'experiment: long',
      'question: How long?',
      'targets: { here: { kind: directory, path: x } }',
      'fleet: { client: }',
      'workloads: { fio: { kind: fio, rw: randread, bs: 4k, size: 1m, runtime: 2h } }',
      'decide: { metric: iops }',
      'limits: { maxHours: 4 }',
    ];
    const { code, out } = await runOnSpec(run, lines.join('\n'), { json: true });
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject({ problems: [{ code: 'OverTime', line: 7, column: 21 }] });
  });
});

/** Four file systems that are dear to keep: interleaved they stand while each of the others is measured. */
const FOUR = [125, 250, 500, 1000]
  .map(
    (rate) => `  t${rate}: { kind: fsx-lustre, deploymentType: PERSISTENT_2, storageGiB: 12000, perUnitMBps: ${rate} }`,
  )
  .join('\n');
const BAD = `experiment: bad
question: Which?
targets:
${FOUR}
fleet:
  client: { count: 1, instanceType: c5n.large }
workloads:
  fio: { kind: fio, rw: read, bs: 1m, numjobs: 2, size: 8 GiB, ramp_time: 5s, runtime: 60s }
decide: { metric: bandwidth, prefer: highest }
limits: { maxUsd: 40, maxHours: 8 }
`;
const DECIDE = 'metric: bandwidth, prefer: highest';

/** What is wrong, the change that makes it so, where it is said, what is said, the exit code. */
const CASES: readonly (readonly [string, readonly [string, string], string, RegExp, number])[] = [
  [
    'a budget that only the sequential comparison keeps',
    ['maxUsd: 40', 'maxUsd: 10'],
    '13:19',
    /error: limits\.maxUsd: the estimate of \d+\.\d+ USD.*between targets \[OverBudget\]/,
    3,
  ],
  [
    'another statistic than the one that is decided',
    [DECIDE, 'metric: bandwidth, statistic: median, prefer: highest'],
    '12:41',
    /typical: the geometric mean of the trials decides/,
    2,
  ],
  [
    'a limit without a unit',
    [DECIDE, 'metric: bandwidth, atLeast: 1000, prefer: cheapest'],
    '12:39',
    /found 1000, which is a number without a unit; .* write 1300 MB\/s/,
    2,
  ],
  [
    'an option that no target knows',
    ['c5n.large }', 'c5n.large, mount: { nconnect: 4 } }'],
    '9:57',
    /unknown mount option `nconnect`; allowed: `flock`, `noatime`/,
    2,
  ],
  [
    'a factor that nothing uses',
    ['limits:', 'factors: { depth: [1, 4] }\nlimits:'],
    '13:12',
    /error: factors\.depth: no target, fleet or.*remove the factor \[UnusedFactor\]/,
    2,
  ],
];

describe('fsxbench plan of an invalid spec', () => {
  const planChanged = async (change: readonly [string, string]) => {
    const { code, err } = await runOnSpec(run, BAD.replace(...change));
    return { code, errors: err.split('\n').filter((line) => line.includes(': error: ')) };
  };

  it.each(CASES)('prints one error at the line to change: %s', async (_what, change, place, text, code) => {
    const found = await planChanged(change);
    expect(found.errors).toEqual([expect.stringMatching(text)]);
    expect(found.errors[0]).toMatch(new RegExp(`^spec\\.yaml:${place}: `));
    expect(found.code).toBe(code);
  });

  it('accepts a threshold in operations per second without a unit', async () => {
    const found = await planChanged([DECIDE, 'metric: iops, atLeast: 1000, prefer: cheapest']);
    expect([found.code, found.errors]).toEqual([0, []]);
  });
});
