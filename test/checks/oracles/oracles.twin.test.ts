/** Single promises, on facts made by hand; and executions with faults, which keep them. */
import { CALM, type Rule } from '../../../checks/campaign/faults/campaign';
import { makeSubject } from '../../../checks/campaign/subject';
import { checkNotifications } from '../../../checks/oracles/check-promises';
import { CreationLog, type HostCommandRecord } from '../../../checks/oracles/creation-log';
import type { ExecutionRecord } from '../../../checks/oracles/execution-record';
import { checkFenceEndsTrials, checkFixtures } from '../../../checks/oracles/valid-trials';
import { TAG_KEYS } from '../../../lib/shapes/tags';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import type { SimulatedDeployment } from '../../../lib/twin/simulated-deployment';
import { trial } from '../../results/raw-objects';
import { LUSTRE, makeOptions } from '../../twin/rehearsal/specs';

const { experiment, startedAt, prices, machineText, scripts } = makeOptions(LUSTRE);
const on = makeSubject({ spec: LUSTRE, experiment, startedAt, prices, machineText, scripts });
const aborted: Rule = { fault: 'state', machine: 'experiment', state: 'Admit', nth: 1, effect: 'abort' };

it.each<[string, Rule[]]>([
  ['an abort before admission whose event is lost', [aborted, { fault: 'event', effect: 'lost', times: 10 }]],
  [
    'a refusal, when the notify machine fails for an hour',
    [
      { ...aborted, effect: 'silence' },
      { fault: 'state', machine: 'notify', state: 'Begin', effect: 'runtime', until: 3600 },
    ],
  ],
  [
    'an abort, when every guardian fails',
    [
      { ...aborted, state: 'Rigs' },
      { fault: 'state', machine: 'guardian', state: 'Fenced', effect: 'runtime' },
    ],
  ],
])('sends every notification that is due after %s', async (_, rules) => {
  const { complaints, struck } = await on.run({ ...CALM, rules, hours: 6 }, 'told');
  expect(complaints).toEqual([]);
  expect(struck.every((times) => times > 0)).toBe(true);
});

const HOUR = 3_600_000;

it.each([
  [[], 25, ''],
  [[], 27, 'ExpiryNotReported'],
  [[15, 27], 80, ''],
  [[15, 25.5], 52, ''],
  [[15, 25.5], 62, 'ExpiryNotReported'],
  [[3], 40, 'ExpiryNotReported'],
])('judges a resource that expired at 26 h, with mails at %j h, at %d h: %s', (mailed, now, codes) => {
  const subject = '[fsxbench] ACTION e1: cleanup not verified';
  const messages = mailed.map((hours) => ({ subject, message: 'e1', at: hours * HOUR }));
  const creations = [{ kind: 'fsx:file-system', id: 'fs-1', execution: 'e1', at: 0, goneAt: null }];
  const record = {
    observations: { now: now * HOUR, started: [], messages, creations },
    facts: { executionId: 'e1', plan: { expiresAt: 26 * 3600 } },
    creations,
    paid: [{ interval: { id: 'fs-1', from: 0, until: now * HOUR, open: true } }],
    endedAt: 0,
  } as unknown as ExecutionRecord;
  expect(checkNotifications(record).map(({ code }) => code)).toEqual(codes === '' ? [] : [codes]);
});

it('attributes a creation to the rig in its tags, and to no execution when a person made it', () => {
  const rig = (name: string) => ({ [TAG_KEYS.rig]: name });
  const left = () => [1, 2].map((n) => ({ kind: 'fsx:file-system', id: `fs-${n}`, tags: rig(`night__r${n}`) }));
  const templates = { templates: () => ['template-1'], templateTags: () => rig('night__r2') };
  const account = { ec2: { hosts: () => [], volumes: () => [], ...templates }, stored: { left } };
  const listMakers = (execution: string): string[] => {
    const creations = new CreationLog(
      () => ({ account }) as unknown as SimulatedDeployment,
      () => 7,
    );
    creations.recordCall({ action: 'CreateFileSystem', execution } as CallRecord);
    return creations.all().map((one) => `${one.id} ${one.execution}`);
  };
  // Two rigs create at the same moment.
  const makers = ['template-1 night__r2', 'fs-1 night__r1', 'fs-2 night__r2'];
  expect(listMakers('night__r1__make__c1__fs__0')).toEqual(makers);
  expect(listMakers('')).toEqual(['template-1 ', 'fs-1 ', 'fs-2 ']);
});

const KEY = 'aaaaaaaaaaaa';
const slots = (more: object) => ({ 'mount/c1': { key: KEY, state: 'standing', stays: true, ...more } });

it.each<[boolean, string, Partial<HostCommandRecord>, string?]>([
  [true, 'had its mount', {}],
  [false, 'had another mount', { slots: slots({ key: 'b' }) } as Partial<HostCommandRecord>],
  [false, 'had a dirty mount', { slots: slots({ state: 'dirty' }) } as Partial<HostCommandRecord>],
  [false, 'had no recorded mount', { slots: undefined }],
  [true, 'has another role', { slots: undefined, role: 'broker' }],
  [true, 'made another attempt', { slots: undefined, attempt: 't0001.a2' }],
  [true, 'only prepared', { slots: undefined, step: 'layout' }],
  [true, 'made an INVALID trial', { slots: undefined }, 'INVALID'],
  [true, 'has a plan without mounts', { slots: undefined }, 'unplanned'],
])('answers %s where a host of a VALID trial %s (checkFixtures)', (accepted, _, more, verdict = 'VALID') => {
  const prefix = 'executions/exp/e1/raw/r1/t0001/a1/';
  const ran = { instanceId: 'i-1', attempt: 't0001.a1', step: 'measure', outputPrefix: prefix, role: 'client' };
  const work = [{ ...ran, from: 0, until: 1, succeeded: true, slots: slots({}), ...more }];
  const planned = verdict === 'unplanned' ? {} : { slots: [{ slot: 'mount/c1', key: KEY, roles: ['client'] }] };
  const plan = { trials: [{ ...trial, ...planned }] };
  const row = { trial: 't0001', attempt: 1, verdict: verdict === 'unplanned' ? 'VALID' : verdict };
  const facts = { rows: [{ key: 'k', row }], plan, executionId: 'e1' };
  const record = { observations: { work }, facts } as unknown as ExecutionRecord;
  const complaint = 't0001 is VALID, but i-1 had another mount/c1';
  expect(checkFixtures(record).map(({ text }) => text)).toEqual(accepted ? [] : [complaint]);
});

it.each([
  [['t0001.a1', 't0002.a1'], 150, []],
  [['t0001.a1', 't0001.a1', 'clean'], 50, []],
  [['t0001.a1', 't0002.a1'], 50, ['TrialsAfterFence']],
])('judges commands of %j from 100 s on, with the fence closed at %d s: %j', (attempts, closed, codes) => {
  const work = attempts.map((attempt, nth) => ({
    attempt,
    from: 100_000 + 100_000 * nth,
    outputPrefix: `executions/lustre/e1/raw/r1/${attempt}/`,
  }));
  const calls = [
    { action: 'PutObject', input: { Key: 'fences/e1.json' }, time: new Date(1000 * closed).toISOString() },
  ];
  const facts = { executionId: 'e1', plan: { experiment: 'lustre', rigs: [{ rig: 'r1' }] } };
  const record = { observations: { work, calls }, facts } as unknown as ExecutionRecord;
  expect(checkFenceEndsTrials(record).map(({ code }) => code)).toEqual(codes);
});
