import type { BatchDocument } from '../../../lib/shapes/documents';
import type { Kinds } from '../../../lib/experiment/kinds';
import type { PlanOptions } from '../../../lib/experiment/plan/make-plan';
import type { Plan } from '../../../lib/shapes/plan';

import { FAKE } from '../fake-kinds';
import { BOOK, CLOUD, makeTestPlan, sound, START } from './test-plan';

const cellsOf = (plan: Plan, replicate: number): string[] =>
  plan.trials.filter((trial) => trial.replicate === replicate).map(({ cell }) => cell);

describe('makePlan', () => {
  it('returns identical bytes for identical input', () => {
    const whole = () => {
      const made = makeTestPlan();
      return made.ok ? { ...made, objects: made.objects() } : made;
    };
    expect(whole()).toEqual(whole());
    expect(JSON.stringify(whole())).toBe(JSON.stringify(whole()));
    expect(whole()).toHaveProperty('objects');
  });

  it('runs every cell once per round, each round in a different order', () => {
    const { plan } = sound();
    expect(plan.trials.map(({ trial }) => trial)).toEqual(
      Array.from({ length: 18 }, (_, n) => `t${String(n + 1).padStart(4, '0')}`),
    );
    const rounds = [1, 2, 3].map((replicate) => cellsOf(plan, replicate));
    for (const round of rounds) expect([...round].sort()).toEqual(plan.cells.map(({ cellId }) => cellId).sort());
    expect(plan.trials.map(({ replicate }) => replicate)).toEqual(
      [1, 2, 3].flatMap((round) => Array<number>(6).fill(round)),
    );
    expect(new Set(rounds.map((round) => round.join())).size).toBe(3);
  });

  it('records the offered load of a cell as the sum over its hosts', () => {
    const load = { metric: 'iops', rate: 4000, least: 0.95, by: 'rate' } as const;
    const kinds: Kinds = {
      ...FAKE,
      workloadOf: (kind) => {
        const found = FAKE.workloadOf(kind);
        return found === undefined ? undefined : { ...found, traffic: { ...found.traffic, load: () => load } };
      },
    };
    expect(sound(CLOUD, { kinds }).plan.cells.map((cell) => cell.load)).toEqual(
      sound(CLOUD).plan.cells.map(() => ({ ...load, rate: 8000 })),
    );
    expect(sound(CLOUD).plan.cells[0]).not.toHaveProperty('load');
  });

  it('draws the trial order from the seed: option before spec, spec before execution id', () => {
    const order = (changes: Record<string, unknown>, options: Partial<PlanOptions>): string =>
      sound(changes, options)
        .plan.trials.map(({ cell }) => cell)
        .join();
    const seeded = { design: { seed: 7 } };
    expect(order(seeded, { executionId: 'e2' })).toBe(order(seeded, {}));
    expect(order({}, { executionId: 'e2' })).not.toBe(order({}, {}));
    expect(order(seeded, { seed: 'x' })).toBe(order({}, { seed: 'x' }));
    expect(order({ design: { order: 'asWritten' } }, {})).toBe(
      [1, 2, 3]
        .map(() => sound().plan.cells.map(({ cellId }) => cellId))
        .flat()
        .join(),
    );
  });

  const rigsIn = (comparison: string) => {
    const targets = { a: { kind: 'folder', path: '/a' }, b: { kind: 'folder', path: '/b' } };
    const { plan } = sound({ targets, design: { replicates: 2, blocks: 2, comparison } });
    const text = (rig: (typeof plan.rigs)[number]) => rig.copies.map(({ copy, target }) => `${copy} ${target}`).join();
    return { plan, rigs: plan.rigs.map((rig) => `${rig.rig} block ${rig.block}: ${text(rig)}`) };
  };

  it('creates one rig with all targets per block when interleaved, and mixes targets in every round', () => {
    const { plan, rigs } = rigsIn('interleaved');
    expect(rigs).toEqual(['r1 block 1: c1 a,c2 b', 'r2 block 2: c1 a,c2 b']);
    expect(plan.comparison).toBe('interleaved');
    for (const round of [1, 2]) {
      const its = plan.trials.filter((trial) => trial.rig === 'r1' && trial.round === round);
      expect(its.map(({ cell }) => cell).sort()).toEqual(plan.cells.map(({ cellId }) => cellId).sort());
      // Rivals in turn, not one after the other.
      const turns = its.filter(({ copy }, index) => copy !== its[index - 1]?.copy);
      expect(turns.length).toBeGreaterThan(2);
    }
    expect(plan.alternative).toMatchObject({ comparison: 'sequential', usd: 0 });
  });

  it('creates one rig per target and block when sequential, in random order', () => {
    const { plan, rigs } = rigsIn('sequential');
    expect(
      rigs
        .slice(0, 2)
        .map((text) => text.slice(-1))
        .sort(),
    ).toEqual(['a', 'b']);
    expect(
      rigs
        .slice(2)
        .map((text) => text.slice(-1))
        .sort(),
    ).toEqual(['a', 'b']);
    expect(rigs.map((text) => text.slice(0, 10))).toEqual(['r1 block 1', 'r2 block 1', 'r3 block 2', 'r4 block 2']);
    expect(plan.trials).toHaveLength(2 * 6 * 2 * 2);
    expect(plan.trials.filter(({ rig }) => rig === 'r3').every(({ block }) => block === 2)).toBe(true);
    expect(plan.parallelRigs).toBe(1);
    expect(plan.factors[0]).toEqual({ name: 'target', levels: ['a', 'b'] });
  });

  it('keeps the stages of a target in one rig, in the order as written', () => {
    const targets = {
      far: { kind: 'cloud', stages: { small: { throughputMBps: 500 }, large: { throughputMBps: 1000 } } },
    };
    const { plan, json } = sound({ ...CLOUD, targets });
    expect(plan.rigs).toHaveLength(1);
    expect(plan.rigs[0]?.periods.map(({ period, batches }) => [period, batches.map(({ batch }) => batch)])).toEqual([
      [1, [1]],
      [2, [2]],
    ]);
    expect(plan.rigs[0]?.periods[1]?.batches[0]?.changes).toMatchObject([{ copy: 'c1', stage: 'large' }]);
    expect(plan.trials.map(({ stage }) => stage)).toEqual([
      ...Array<string>(18).fill('small'),
      ...Array<string>(18).fill('large'),
    ]);
    expect(json<BatchDocument>('batches/r1.2.json')).toMatchObject({ batch: 2, rig: 'r1' });
  });

  it('keeps all polling intervals of a local plan at 1 s or less, and computes deadlines from the start time', () => {
    const { plan } = sound({ limits: { maxHours: 2 } });
    const { timing } = plan;
    for (const wait of [
      timing.guardianPollSeconds,
      timing.settleSeconds,
      timing.barrierLeadSeconds,
      timing.pollSeconds,
      timing.teardownPollSeconds,
    ]) {
      expect(wait).toBeLessThanOrEqual(1);
    }
    for (const trial of plan.trials)
      for (const command of trial.steps) expect(command.pollSeconds).toBeLessThanOrEqual(1);
    expect(plan.startedAt).toBe('2026-01-01T00:00:00.000Z');
    expect(plan.deadline).toBe(START / 1000 + 7200);
    expect(plan.expiresAt).toBe(START / 1000 + 7200 + timing.teardownAllowanceSeconds);
    expect(plan).toMatchObject({ local: true, estimate: { usd: 0, lines: [] } });
  });

  it('throws for an executionId with a space', () => {
    expect(() => makeTestPlan({}, { executionId: 'a b' })).toThrow('executionId');
  });
});

describe('steps of a plan', () => {
  it('contains name, S3 key and SHA-256 of the script, with expected time and timeout', () => {
    const { plan, scripts, objects } = sound();
    const command = plan.trials[0]?.steps[0];
    expect(command).toMatchObject({ name: 'measure', roles: ['client'], hosts: 2, barrier: true, expectedSeconds: 10 });
    expect(command?.scriptKey).toBe(`executions/demo/e1/scripts/${command?.scriptSha256}.sh`);
    const text = (scripts[command?.scriptSha256 ?? ''] ?? '').replaceAll(/ [0-9a-f]{12} /g, ' KEY ');
    const slots = 'data/c1/load KEY client\nmount/c1 KEY client\n';
    const before = `#!/bin/bash\nexport FSXBENCH_SLOTS='${slots}'\nexport FSXBENCH_COPY='c1'\n# measure `;
    expect(text.slice(0, before.length)).toBe(before);
    expect(objects.get(`scripts/${command?.scriptSha256}.sh`)).toBe(scripts[command?.scriptSha256 ?? '']);
    // A tenth of its time is kept for storing results.
    expect(command?.timeoutSeconds).toBe(100);
    expect(plan.trials[0]?.expectedSeconds).toBe(10 + plan.timing.barrierLeadSeconds);
  });

  it('shares one script between trials of equal cells, without trial or execution names in it', () => {
    const { plan, scripts } = sound();
    const shas = new Set(plan.trials.flatMap(({ steps }) => steps.map(({ scriptSha256 }) => scriptSha256)));
    expect(shas.size).toBe(plan.cells.length);
    for (const text of Object.values(scripts)) expect(text).not.toMatch(/t0001|\be1\b/);
  });

  it('prepares the target before the fixtures that all cells of the rig need', () => {
    const { plan, scripts } = sound();
    const prepare = plan.rigs[0]?.copies[0]?.prepare ?? [];
    expect(prepare.map(({ name, expectedSeconds }) => [name, expectedSeconds])).toEqual([['c1-fixtures', 6.2]]);
    expect(scripts[prepare[0]?.scriptSha256 ?? '']).toMatch(
      /\nexport FSXBENCH_COPY='c1'\n# ready folder .*\n# fill 3\n.*wanted 'mount\/c1' .*wanted 'data\/c1\/load' /s,
    );
    expect(plan.trials.every(({ fixturesFirst }) => fixturesFirst === false)).toBe(true);
  });

  it('keeps the order of several steps in a trial', () => {
    const { plan } = sound({ workloads: { w: { kind: 'load', mode: '$mode', size: '$size', second: true } } });
    expect(plan.trials[0]?.steps.map(({ name, barrier, measures }) => [name, barrier, measures])).toEqual([
      ['settle', false, false],
      ['measure', true, true],
    ]);
    expect(plan.trials[0]?.expectedSeconds).toBe(20 + plan.timing.barrierLeadSeconds);
  });
});

describe('costs of a plan', () => {
  it('charges targets and hosts for the time of the rig, and splits limits.maxUsd in proportion', () => {
    const targets = { far: { kind: 'cloud' }, farther: { kind: 'cloud', throughputMBps: 3000 } };
    const design = { comparison: 'sequential', order: 'asWritten' };
    const { plan } = sound({ ...CLOUD, targets, design, limits: { maxUsd: 20 } });
    const [first, second] = plan.rigs;
    // Nothing is paid for while it is created: 600 s.
    const hours = ((first?.expectedSeconds ?? 0) - 600) / 3600;
    expect(first?.estimateUsd).toBeCloseTo(hours * (2 + 2 * 0.108), 6);
    expect(second?.estimateUsd).toBeCloseTo(hours * (6 + 2 * 0.108), 6);
    expect(first?.usdPerHour).toBeCloseTo(2.216, 3);
    expect(plan.estimate.usd).toBeCloseTo(hours * (8 + 4 * 0.108), 1);
    expect(plan.estimate.lines.map(({ item }) => item)).toEqual([
      'c5n.large, 2 hosts',
      'root volumes, 2 hosts',
      'cloud',
    ]);
    const shares = plan.rigs.map(({ shareUsd }) => shareUsd);
    expect(shares[0]).toBeCloseTo((20 * 2.216) / (2.216 + 6.216), 1);
    expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBeLessThanOrEqual(20);
    expect(plan).toMatchObject({ local: false, parallelRigs: 3 });
  });

  it('refuses a plan without a price of root volumes, which are not free', () => {
    const prices = { ...BOOK, prices: BOOK.prices.slice(0, -1) };
    expect(makeTestPlan(CLOUD, { prices })).toMatchObject({ ok: false, problems: [{ code: 'UnknownPrice' }] });
  });
});
