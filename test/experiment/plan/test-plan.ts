/** Plans of fake kinds, for tests. */
import { makePlan, type PlanOptions, type PlanResult } from '../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { FAKE, FAKE_PRICE, rawSpec, HOST_SCRIPTS } from '../fake-kinds';

export const START = Date.UTC(2026, 0, 1);
export const BOOK = {
  region: 'us-east-1',
  prices: [
    {
      service: 'ec2',
      dimension: 'c5n.large.linux.ondemand',
      region: 'us-east-1',
      unit: 'instance-hour',
      usd: 0.108,
      source: 'test',
    },
    { ...FAKE_PRICE, region: 'us-east-1' },
    // Price 0, so that figures contain only machines and targets.
    { service: 'ebs', dimension: 'gp3.storage', region: 'us-east-1', unit: 'GiB-month', usd: 0, source: 'test' },
  ],
};
export const CLOUD = {
  targets: { far: { kind: 'cloud' } },
  fleet: { client: { count: 2, instanceType: 'c5n.large' } },
};

/** A plan of fake kinds, or the reason of its refusal. */
export function makeTestPlan(changes: Record<string, unknown> = {}, options: Partial<PlanOptions> = {}): PlanResult {
  const { spec, problems } = readSpecObject(rawSpec(changes), FAKE);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return makePlan(spec, {
    executionId: 'e1',
    stack: 's',
    startedAt: START,
    scripts: HOST_SCRIPTS,
    prices: BOOK,
    kinds: FAKE,
    ...options,
  });
}

/** A plan of fake kinds, with its objects by key. */
export function sound(changes: Record<string, unknown> = {}, options: Partial<PlanOptions> = {}) {
  const result = makeTestPlan(changes, options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const objects = new Map(result.objects().map(({ key, text }) => [key.replace('executions/demo/e1/', ''), text]));
  const json = <T>(key: string): T => JSON.parse(objects.get(key) ?? 'null') as T;
  return { ...result, objects, json };
}
