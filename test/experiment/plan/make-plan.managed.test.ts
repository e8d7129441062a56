/** Plans on hosts that exist: nothing of them is made, ended or paid for. */
import { soundReal } from '../real-spec';
import { readFileSync } from 'node:fs';
import { readScripts } from '../../../lib/aws/scripts';
import type { PlanResult } from '../../../lib/experiment/plan/make-plan';

let planned: Extract<PlanResult, { ok: true }>;
beforeAll(async () => {
  const text = readFileSync('experiments/managed-small.yaml', 'utf8');
  planned = soundReal(text, await readScripts('workloads'), { stack: 'fsxbench' });
});

describe('makePlan on managed hosts', () => {
  it('selects hosts by tag, without user data, and costs nothing in this account', () => {
    const { plan } = planned;
    expect(plan.local).toBe(false);
    expect(plan.rigs[0]?.roles).toEqual([
      {
        role: 'client',
        count: 2,
        instanceType: 'managed',
        managed: { key: 'fsxbench', value: 'client' },
        userData: '',
      },
    ]);
    expect([plan.estimate.usd, plan.estimate.lines, plan.parallelRigs]).toEqual([0, [], 1]);
    expect(plan.cells.map(({ externalUsdPerHour }) => externalUsdPerHour)).toEqual([0.1, 0.1, 0.1, 0.1]);
  });

  it('renders no script that shuts down or reboots a host', () => {
    const scripts = Object.values(planned.scripts);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).not.toMatch(/\b(shutdown|poweroff|reboot|halt)\b/);
  });
});
