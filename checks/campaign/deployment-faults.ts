/** Campaigns with actions on a deployment, and with faults of its functions. Times in seconds. */
import { FUNCTION_NAMES } from '../../lib/shapes/machines';
import { CALM, type Campaign, type Rule } from './faults/campaign';

const HOUR = 3600;

type FaultRow = readonly ['function' | 'host' | 'event', Rule, ...Rule[]];

/** Functions that crash, a bucket that rejects writes, an event rule without access to its function. */
export function listFunctionFaults(moments: readonly number[]): FaultRow[] {
  const names: readonly string[] = [...FUNCTION_NAMES.safety, ...FUNCTION_NAMES.bench];
  const denied: Rule = { fault: 'call', role: 'event-rule', effect: 'denied', lasts: HOUR };
  return [
    ...names.flatMap((name) =>
      (['throws', 'memory'] as const).flatMap((effect) =>
        [{ nth: 1 }, { lasts: HOUR }].map(
          (length): FaultRow => ['function', { fault: 'function', name, effect, ...length }],
        ),
      ),
    ),
    ...moments.flatMap((from): FaultRow[] => [
      ['function', { fault: 'function', effect: 'throws', rate: 0.3, from, until: from + HOUR }],
      ['host', { fault: 'bucket', from, until: from + HOUR / 6 }],
      [
        'event',
        { fault: 'state', machine: 'rig', state: 'PrepareHosts', nth: 1, effect: 'abort', who: 'both' },
        denied,
      ],
    ]),
  ];
}

/** Concurrent starts, limits of the deployment, faults of its register, and actions of a person at various times. */
export function listStarts(moments: readonly number[], seconds: number): Campaign[] {
  const starts = ([0, 1, 60, seconds / 2] as const).flatMap((apart) =>
    (['others', 'same-name', 'same-moment', 'renamed'] as const).map((as): Campaign => {
      return { ...CALM, beside: { count: 2, apart, as } };
    }),
  );
  const limits = [0, 1, seconds / 2, 2 * seconds].flatMap((apart): Campaign[] => [
    { ...CALM, beside: { count: 3, apart }, limits: { maxRunning: 1 } },
    { ...CALM, beside: { count: 3, apart }, limits: { maxRunning: 2 } },
    { ...CALM, beside: { count: 3, apart }, limits: { maxUsdPerMonth: 25 } },
  ]);
  const persons = [1, ...moments].flatMap((at): Campaign[] => [
    { ...CALM, rules: [{ fault: 'person', effect: 'stop', at }] },
    { ...CALM, rules: [{ fault: 'person', effect: 'down', at }], beside: { count: 1, apart: at + 60 } },
    { ...CALM, rules: [{ fault: 'person', effect: 'pause', at }], beside: { count: 2, apart: 2 * at } },
    {
      ...CALM,
      rules: [
        { fault: 'person', effect: 'pause', at },
        { fault: 'person', effect: 'resume', at: at + 60 },
      ],
      beside: { count: 3, apart: at },
    },
  ]);
  const register = (['raced', 'conflict', 'unreadable', 'spoilt', 'gone'] as const).flatMap((effect) =>
    [1, 2, 3, 4].flatMap((nth): Campaign[] => [
      { ...CALM, rules: [{ fault: 'register', effect, nth }], beside: { count: 2, apart: 0 } },
      {
        ...CALM,
        rules: [{ fault: 'register', effect, nth }],
        beside: { count: 1, apart: 0.1 },
        limits: { maxRunning: 2 },
      },
    ]),
  );
  const between = ['control/running.json', 'pointers/', 'plan.json'].flatMap((key) =>
    (['stop', 'pause', 'down'] as const).map((effect): Campaign => {
      const rules: Rule[] = [{ fault: 'person', effect, before: { role: 'admit', action: 'PutObject', key, nth: 1 } }];
      return { ...CALM, rules };
    }),
  );
  return [...starts, ...limits, ...persons, ...register, ...between];
}

/** Tight budgets, and the edge of the estimate. @param usd the estimate; 0: nothing has a price */
export function listBudgets(usd: number): number[] {
  const edges = [0.99, 1, 1.01, 1.1, 1.3].map((share) => Math.ceil(100 * share * usd) / 100);
  return [0.3, 0.6, 1, 2, 5, ...edges].filter((maxUsd) => maxUsd > 0);
}
