import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { buildTiming } from '../../../lib/experiment/plan/timing';
import {
  countPolls,
  MAX_EVENTS,
  checkWorstCase,
  computeWorstCase as worstOfRigs,
} from '../../../lib/experiment/plan/worst-case';
import type { RigDocument } from '../../../lib/shapes/documents';
import { MAX_GUARDIAN_POLL_SECONDS, type Timing } from '../../../lib/shapes/timing';
import { FAKE, rawSpec, HOST_SCRIPTS } from '../fake-kinds';
import { makeFio, lustreSpec, planSound } from '../real-spec';
import cases from './worst-case.cases.json';

/** Looks of a guardian, counted by waiting. */
function countWaits(timing: ReturnType<typeof buildTiming>, horizonSeconds: number): number {
  let count = 1;
  for (let now = 0; now < horizonSeconds; count += 1)
    now += Math.min(MAX_GUARDIAN_POLL_SECONDS, Math.max(timing.guardianPollSeconds, timing.guardianPollGrowth * now));
  return count;
}

describe('countPolls', () => {
  it.each(cases.looks as [boolean, number][])(
    'bounds the polls of a guardian from above within 2 % (local %p, %p hours)',
    (local, hours) => {
      const timing = buildTiming(local, 1);
      const horizon = hours * 3600 + timing.teardownAllowanceSeconds;
      const counted = countWaits(timing, horizon);
      expect(countPolls(timing, horizon)).toBeGreaterThanOrEqual(counted);
      expect(countPolls(timing, horizon)).toBeLessThan(counted * 1.02 + 5);
      expect(countPolls(timing, horizon) * 9).toBeLessThan(MAX_EVENTS);
    },
  );
});

describe('computeWorstCase and checkWorstCase', () => {
  function planLongNames(changes: Record<string, unknown>) {
    const { spec } = readSpecObject(rawSpec(changes), FAKE);
    if (spec === undefined) throw new Error('no spec');
    const names = { executionId: 'x'.repeat(48), stack: 's', startedAt: 0 };
    return makePlan(spec, { ...names, scripts: HOST_SCRIPTS, kinds: FAKE });
  }

  it('counts the events of every state machine, growing with trials', () => {
    const few = planLongNames({});
    const many = planLongNames({ design: { replicates: 16, otherReplicates: 16 } });
    if (!few.ok || !many.ok) throw new Error('refused');
    expect(Object.keys(few.plan.worstCase.events)).toEqual(cases.machines);
    const events = many.plan.worstCase.events['trial-batch'] ?? 0;
    expect(events).toBeGreaterThan(5 * (few.plan.worstCase.events['trial-batch'] ?? 0));
    expect(events).toBeLessThan(MAX_EVENTS);
    expect(Math.max(...Object.values(many.plan.worstCase.events))).toBeLessThan(MAX_EVENTS);
  });

  it('bounds the events of a rig with forty target instances from above within 20 %', () => {
    const { cases: played } = parse(readFileSync('cases/machines/rig-events.yaml', 'utf8')) as {
      cases: { rows: { events: number }[] }[];
    };
    const counted = Math.max(...played.flatMap(({ rows }) => rows.map(({ events }) => events)));
    const names = Array.from({ length: 40 }, (_, index) => `c${index + 1}`);
    const requests = [{ of: 'fs' }, { of: 'volume' }];
    const changes = names.map((copy) => ({ copy, requests }));
    const document = {
      copies: names.map((copy) => ({ copy, requests: [{ wave: 0 }, { wave: 1 }], prepare: [{}, {}], unmount: [{}] })),
      batches: [{ changes: [] }, { changes }, { changes }],
      roles: [{ role: 'client' }, { role: 'watcher' }],
      bucketKeys: {},
    } as unknown as RigDocument;
    const timing = { hostsOnlineSeconds: 100, pollSeconds: 20 } as Timing;
    const planned = worstOfRigs(timing, 3600, [{ document, batches: [] }]).events['rig'] ?? 0;
    expect(planned).toBeGreaterThanOrEqual(counted);
    expect(planned).toBeLessThan(1.2 * counted);
  });

  it('reports how many rigs fit when 1000 exceed the payload (PayloadTooLarge)', () => {
    const one = planLongNames({});
    if (!one.ok) throw new Error('refused');
    const text = one.objects().find(({ key }) => key.endsWith('/rigs/r1.json'))?.text ?? '';
    const rigs = Array.from({ length: 1000 }, () => ({ document: JSON.parse(text) as RigDocument, batches: [] }));
    const problems = checkWorstCase(worstOfRigs(one.plan.timing, 3600, rigs), rigs);
    expect(problems).toEqual([expect.objectContaining({ code: 'PayloadTooLarge', path: ['design'] })]);
    const [, most] = /There are 1000 rigs; at most (\d+) fit/.exec(problems[0]?.message ?? '') ?? [];
    expect(Number(most)).toBeGreaterThan(500);
    expect(Number(most)).toBeLessThan(1000);
  });

  it('stays below MAX_EVENTS for the longest EBS volume change, since long waits are polled less often', async () => {
    const stages = { 'as-it-comes': {}, faster: { iops: 6000 } };
    const large = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 16384, stages };
    const limits = { maxUsd: 5000, maxHours: 90 };
    const fleet = { client: { count: 1, instanceType: 'c5n.2xlarge' } };
    const changes = { targets: { large }, fleet, workloads: { fio: makeFio('8 GiB') }, limits };
    const { plan } = await planSound(lustreSpec(changes), { executionId: 'x'.repeat(48), startedAt: 0 });
    expect(Math.max(...Object.values(plan.worstCase.events))).toBeLessThan(MAX_EVENTS);
  });

  it('names the state machine that would need too many events (TooManyEvents)', () => {
    const [problem] = checkWorstCase({ events: { rig: 10, guardian: MAX_EVENTS + 1 }, payloadBytes: 0 });
    expect(problem).toMatchObject({ code: 'TooManyEvents' });
    expect(problem?.message).toContain('`guardian` could need 20001');
  });
});
