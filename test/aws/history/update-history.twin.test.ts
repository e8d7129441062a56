/**
 * Nights of one experiment: the plan and the results of a rehearsal, stored once for each night with levels that are
 * modelled here. Thirty whole executions would measure the simulation of hosts thirty times, and cost minutes of CPU.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normal } from '../../../checks/statistics/noise';
import { composeMail } from '../../../lib/aws/mail/compose';
import { analyseExecution } from '../../../lib/aws/results';
import { showAccount } from '../../../lib/cli/commands/history';
import { layout } from '../../../lib/shapes/layout';
import type { Mail } from '../../../lib/shapes/mail';
import type { Observation } from '../../../lib/shapes/observation';
import type { Plan } from '../../../lib/shapes/plan';
import { makeRandom } from '../../../lib/shapes/random';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { captureCli } from '../../cli/capture-cli';
import { temporaryFolder } from '../../temporary';
import { BEGINNING, EXECUTION, LUSTRE, makeOptions } from '../../twin/rehearsal/specs';

/** Six configurations: three file systems and two block sizes. */
const SPEC = `${LUSTRE.replace('replicates: 1', 'replicates: 3').replace('bs: 64k', 'bs: $bs')}
factors: { bs: [16k, 64k] }
`;
const EXPERIMENT = 'small-lustre';
const STEP_NIGHT = 20;
const DAY_MS = 86_400_000;

/** Spreads of hours and instances, and change from night to night. */
const LEVELS = { hour: 0.03, instance: 0.03, drift: -0.001 };

/** A rehearsal whose results every night repeats. */
async function makeNights(seed: string, ratio: (night: number, cell: number) => number) {
  const { store, plan, deployment } = await rehearse(makeOptions(SPEC));
  const cells = plan?.cells.map(({ cellId }) => cellId) ?? [];
  const random = makeRandom(seed);
  const { root } = layout(EXPERIMENT, EXECUTION);
  const objects = await Promise.all((await store.list(root)).map(async ({ key }) => (await store.get(key))!));
  const stored = objects.filter(({ key }) => /\/(plan|receipt|.*\.outcome)\.json$|\/(rows|observations)\//.test(key));
  const { context } = deployment;

  const storeNight = async (night: number, executionId: string): Promise<void> => {
    const hour = LEVELS.hour * normal(random) + LEVELS.drift * night;
    const factors = new Map(
      cells.map((id, nth) => [id, Math.exp(hour + LEVELS.instance * normal(random)) * ratio(night, nth)]),
    );
    const scale = (line: string): string => {
      const one = JSON.parse(line) as Observation;
      return JSON.stringify(one.unit === 'ops/s' ? { ...one, value: one.value * (factors.get(one.cell) ?? 1) } : one);
    };
    const startedAt = new Date(BEGINNING + night * DAY_MS).toISOString();
    for (const { key, text } of stored) {
      const renamed = text.replaceAll(EXECUTION, executionId);
      const kernel = `"kernel":"6.1.${night < STEP_NIGHT ? 1 : 2}"`;
      const changed = key.endsWith('.jsonl')
        ? renamed.trimEnd().split('\n').map(scale).join('\n')
        : key.endsWith('/plan.json')
          ? JSON.stringify({ ...(JSON.parse(renamed) as Plan), startedAt })
          : renamed.replace(/"kernel":"[^"]*"/, kernel);
      await store.put(key.replace(EXECUTION, executionId), changed, false);
    }
  };

  /** Analyses the night as its state machines do, and composes its mail. */
  const play = async (night: number): Promise<Mail> => {
    const executionId = `night-${String(night).padStart(2, '0')}`;
    await storeNight(night, executionId);
    await analyseExecution({ executionId, experiment: EXPERIMENT, ended: 'SUCCEEDED' }, context);
    const end = { why: 'ended', outcome: 'SUCCEEDED', clean: true, error: null, cause: null } as const;
    return composeMail({ executionId, experiment: EXPERIMENT, ...end }, context);
  };
  return { play, store, context };
}

/** Days of nights whose mail reports a change. */
const listAlarms = (mails: readonly Mail[]): number[] =>
  mails.flatMap(({ subject }, nth) => (subject.includes('level changed') ? [nth + 1] : []));

describe('updateHistory over thirty nights with a drift', () => {
  it.each([
    ['all configurations', () => true, /^all configurations together \(hour, hosts or AWS\): read IOPS −1\d/m],
    ['one configuration', (cell: number) => cell === 1, /^scratch, bs 64k: read IOPS −1\d/m],
  ] as const)('reports once that %s lost 15% in night 20, and the kernel of that night', async (_, isSlow, who) => {
    const { play, store, context } = await makeNights('levels', (night, cell) =>
      night >= STEP_NIGHT && isSlow(cell) ? 0.85 : 1,
    );
    const mails: Mail[] = [];
    for (let night = 1; night <= 30; night += 1) mails.push(await play(night));
    const alarms = listAlarms(mails);
    expect(alarms).toHaveLength(1);
    const [alarm = 0] = alarms;
    expect(alarm).toBeGreaterThanOrEqual(STEP_NIGHT);
    expect(alarm).toBeLessThanOrEqual(STEP_NIGHT + 3);
    const { text, detail } = mails[alarm - 1]!;
    expect(text).toMatch(who);
    expect(text).toMatch(/^kernel: 6\.1\.1 → 6\.1\.2$/m);
    expect(text).toContain('npx fsxbench history small-lustre --region us-east-1');
    const [change] = detail.history?.changes ?? [];
    expect(change).toMatchObject({ before: 'night-19', from: 'night-20', differs: ['kernel: 6.1.1 → 6.1.2'] });
    expect(change?.low).toBeLessThan(-0.15);
    expect(change?.high).toBeGreaterThan(-0.15);
    expect(detail.history?.levels).toHaveLength(6);
    const { cli, out } = captureCli(temporaryFolder('history'));
    const operator = {
      ...context,
      flags: '',
      removeStack: () => Promise.reject(new Error('no stack is removed here')),
      download: async (key: string) => (await store.get(key))!.bytes,
    };
    await showAccount(cli, operator, [EXPERIMENT], { rehearsals: true, html: 'page.html' });
    expect(out()).toContain('night-19 → night-20');
    expect(readFileSync(join(cli.cwd, 'page.html'), 'utf8')).toContain('kernel: 6.1.1 → 6.1.2');
  });
});
