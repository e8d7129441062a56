/** Single checks of the judge, on facts made by hand. */
import { CALM, type Campaign, type Rule } from '../../../../checks/campaign/faults/campaign';
import type { RegisterVersion } from '../../../../checks/campaign/faults/register';
import type { CampaignRun } from '../../../../checks/campaign/faults/run-campaign';
import { checkLimits } from '../../../../checks/campaign/judge/clean-run';
import { checkContinues, checkRemovals } from '../../../../checks/campaign/judge/judge';
import { listAffectedKinds } from '../../../../checks/campaign/judge/kinds';
import { checkPermanentFaults } from '../../../../checks/campaign/judge/permanent-faults';
import { checkRegister } from '../../../../checks/campaign/judge/register';
import { checkNotifications, checkReceiptStaysTrue } from '../../../../checks/oracles/check-promises';
import type { ExecutionRecord } from '../../../../checks/oracles/execution-record';
import { getPointerKey, getProofKey, PAUSED_KEY } from '../../../../lib/shapes/layout';

const HOUR = 3_600_000;
const codesOf = (complaints: readonly { readonly code: string }[]): string =>
  complaints.map(({ code }) => code).join(' ');
const WORLD = { account: { sfn: { executions: () => [] }, stored: { left: () => [] } } };

describe('checkLimits of two executions that were registered at 5 s and 15 s', () => {
  const write = (Key: string, seconds: number) => ({
    action: 'PutObject',
    input: { Key },
    time: new Date(1000 * seconds).toISOString(),
  });

  /** @param pauses when a person pauses or resumes starts @param provenAfter seconds until the first is proven clean */
  function judge(campaign: Partial<Campaign>, provenAfter: number, pauses: Readonly<Record<number, boolean>>): string {
    const names = ['e1', 'e2'];
    const paused = Object.entries(pauses).map(([at, isPaused]) => ({
      ...write(PAUSED_KEY, Number(at)),
      input: { Key: PAUSED_KEY, Body: `{"version":1,"paused":${isPaused}}` },
    }));
    const register = names.map((id, nth) => ({
      execution: id,
      at: 5000 + 10_000 * nth,
      text: `{"executionId":"${id}"}`,
    }));
    const pointers = [write(getPointerKey('e1'), 10), write(getPointerKey('e2'), 20)];
    const calls = [...paused, ...pointers, write(getProofKey('e1'), provenAfter)];
    const started = names.map((executionId) => ({ executionId, execution: { startDate: 1000 * 15 } }));
    const played = { campaign: { ...CALM, ...campaign }, calls, started, startedAt: 0, register };
    const records = names.map((executionId) => ({
      facts: { executionId },
      creations: [{ id: executionId, at: 0, execution: executionId, goneAt: 9000 }],
      paid: [{ interval: { id: executionId, from: 0, until: 9000 }, usd: 4 }],
      observations: { ...played, now: 9000, healedAt: 0, deleting: new Map(), untagged: new Set(), deployment: WORLD },
      endedAt: 9000,
    }));
    const [execution, run] = [records, played] as unknown as [ExecutionRecord<CampaignRun>[], CampaignRun];
    return codesOf(checkLimits(execution, run, 0.1));
  }

  it.each<[string, string, Partial<Campaign>, number, Readonly<Record<number, boolean>>?]>([
    ['no limit', '', {}, 30],
    ['maxRunning 1, one after the other', '', { limits: { maxRunning: 1 } }, 15],
    ['maxRunning 1, at the same time', 'TooManyRan', { limits: { maxRunning: 1 } }, 30],
    [
      'maxRunning 1, the register deleted by a person',
      '',
      { limits: { maxRunning: 1 }, rules: [{ fault: 'register', effect: 'gone' }] },
      30,
    ],
    ['maxRunning 2, at the same time', '', { limits: { maxRunning: 2 } }, 30],
    ['maxUsdPerMonth equal to the spend', '', { limits: { maxUsdPerMonth: 8 } }, 30],
    ['maxUsdPerMonth below the spend', 'MonthOverspent', { limits: { maxUsdPerMonth: 7.7 } }, 30],
    ['two starts at the same moment', 'StartedTwice', { beside: { count: 1, apart: 1, as: 'same-moment' } }, 15],
    ['a pause before both', 'StartedPaused StartedPaused', {}, 15, { 4: true }],
    ['a pause before the second', 'StartedPaused', {}, 15, { 14: true }],
    ['a pause after the second', '', {}, 15, { 19: true }],
    ['a pause that ended before both', '', {}, 15, { 4: true, 7: false }],
  ])('judges %s: %s', (_, codes, campaign, provenAfter, pauses = {}) => {
    expect(judge(campaign, provenAfter, pauses)).toBe(codes);
  });
});

describe('checkRegister of the list of running executions', () => {
  const entry = (executionId: string, more = {}) => {
    const at = '1970-01-01T00:00:00.000Z';
    return { executionId, startedAt: at, admittedAt: at, usd: 10, ended: false, ...more };
  };
  const version = (execution: string | null, minutes: number, ...executions: object[]): RegisterVersion => ({
    execution,
    at: minutes * 60_000,
    text: JSON.stringify({ version: 1, executions }),
  });
  const [a, b, rival] = [entry('a'), entry('b'), entry('rival-1')];
  const alone = version(null, 0, rival);
  const both = version('a', 1, rival, a);

  it.each<[string, string, RegisterVersion[], Campaign['limits']?, string[]?]>([
    ['a kept entry', '', [alone, both]],
    ['an entry removed by its execution', '', [version('a', 0, a), version('a', 1)]],
    ['an entry removed after its end', '', [version('a', 0, entry('a', { ended: true })), version('b', 1, b)]],
    ['an overwritten entry', 'EntryLost', [alone, version('a', 1, a)]],
    ['an entry without a pointer removed after an hour', '', [alone, version('a', 61, a)]],
    [
      'an entry with a pointer removed after an hour',
      'EntryLost',
      [version('b', 0, b), version('a', 61, a)],
      {},
      ['b'],
    ],
    ['a lost entry after damage by hand', '', [alone, { execution: null, at: 0, text: '{ "vers' }, version('a', 1, a)]],
    ['too many entries', 'TooManyRegistered', [alone, both], { maxRunning: 1 }],
    ['too high costs', 'MonthOverbooked', [alone, both], { maxUsdPerMonth: 15 }],
    ['entries at both limits', '', [alone, both], { maxRunning: 2, maxUsdPerMonth: 20 }],
    [
      'a rival that adds itself above the limit',
      '',
      [version('a', 0, a), version(null, 2, a, rival), version('a', 3, rival)],
      { maxRunning: 1 },
    ],
  ])('judges %s: %s', (_, codes, register, limits = {}, pointers = []) => {
    const calls = pointers.map((id) => ({ action: 'PutObject', input: { Key: `pointers/${id}.json` } }));
    const run = { register, calls, campaign: { ...CALM, limits } } as unknown as CampaignRun;
    expect(codesOf(checkRegister(run))).toBe(codes);
  });
});

describe('checkRemovals of deleted stacks', () => {
  const left = (id: string, goneAt: number | null, execution = 'a') => {
    return { kind: 'fsx:file-system', id, execution, at: 1, goneAt };
  };
  it.each<[string, string, object, object[], Rule[]?]>([
    ['resources deleted earlier, and of others', '', {}, [left('fs-1', 99), left('fs-2', null, '')]],
    ['resources that outlived it', 'DownTooEarly DownTooEarly', {}, [left('fs-1', null), left('fs-2', 101)]],
    ['resources without tags, or made by a person', '', {}, [left('fs-u', null), left('fs-c', null)]],
    ['a running execution', 'DownTooEarly', { running: ['a'] }, []],
    ['starts that are not paused', 'DownNotPaused', { paused: false }, []],
    ['starts that a person resumed', '', { paused: false }, [], [{ fault: 'person', effect: 'resume', at: 5 }]],
  ])('judges %s: %s', (_, codes, removal, creations, rules = []) => {
    const removals = [{ part: 'safety', at: 100, running: [], paused: true, ...removal }];
    const run = { removals, creations, untagged: new Set(['fs-u']), copied: new Set(['fs-c']) };
    expect(codesOf(checkRemovals({ ...run, campaign: { ...CALM, rules } } as unknown as CampaignRun))).toBe(codes);
  });
});

describe('checkContinues', () => {
  const BLIND: Rule = { fault: 'call', service: 'cloudwatch', action: 'DescribeAlarms', effect: 'denied' };
  it.each<[string, string, Rule[]]>([
    ['FailedByNotification', 'FAILED', [BLIND]],
    ['FailedByNotification', 'FAILED', [{ ...BLIND, action: 'ListTagsForResource' }]],
    ['FailedByNotification', 'FAILED', [{ ...BLIND, action: 'PutMetricAlarm', effect: 'throttled' }]],
    ['', 'SUCCEEDED', [BLIND]],
    ['', 'FAILED', [{ ...BLIND, action: 'DeleteAlarms' }]],
    ['', 'FAILED', [BLIND, { ...BLIND, service: 'fsx', action: 'CreateFileSystem' }]],
    ['', 'FAILED', []],
  ])('reports "%s" for status %s after faults %j', (codes, status, rules) => {
    const started = [{ executionId: 'e1', execution: { status } }];
    const record = { observations: { campaign: { ...CALM, rules }, started }, facts: { executionId: 'e1' } };
    expect(codesOf(checkContinues(record as unknown as ExecutionRecord<CampaignRun>))).toBe(codes);
  });
});

describe('listAffectedKinds', () => {
  const VOLUME = ['fsx:file-system', 'fsx:storage-virtual-machine', 'fsx:volume', 'secretsmanager:secret'];
  it.each<[string, Rule[], string[] | null]>([
    ['parents, and a secret, of fsx:volume', [{ fault: 'thing', effect: 'refuses', kind: 'fsx:volume' }], VOLUME],
    ['children of fsx:file-system', [{ fault: 'thing', effect: 'refuses', kind: 'fsx:file-system' }], VOLUME],
    [
      'children of ec2:instance',
      [{ fault: 'thing', effect: 'refuses', kind: 'ec2:instance' }],
      ['ec2:instance', 'ec2:volume'],
    ],
    ['null for a rule without a kind', [{ fault: 'thing', effect: 'undone' }], null],
    ['nothing without rules', [], []],
  ])('returns %s', (_, rules, kinds) => {
    const found = listAffectedKinds({ rules });
    expect(found === null ? null : [...new Set<string>(found)].sort()).toEqual(kinds);
  });
});

it.each([
  ['cloudwatch:alarm', []],
  ['fsx:file-system', ['Denied', 'ExpiryNotReported', 'NotNamed', 'LeftoverNotReported']],
])('judges a %s that is left for ever, skipped by the receipt and named in a mail: %j', (kind, codes) => {
  const creations = [{ kind, id: 'fs-1', execution: 'e1', at: 0, goneAt: null }];
  const messages = [{ subject: 'e1', message: `e1: ${kind}`, at: HOUR }];
  const skipped = [{ kind, why: 'AccessDenied', ids: [] }];
  const receipt = { clean: true, verifiedAt: new Date(HOUR).toISOString(), remaining: [], unlisted: [], skipped };
  const campaign = { ...CALM, rules: [{ fault: 'thing', effect: 'refuses' }] };
  const seen = { now: 80 * HOUR, started: [], creations, messages, campaign, healedAt: null };
  const record = {
    observations: { ...seen, deployment: WORLD, untagged: new Set() },
    facts: { executionId: 'e1', plan: { expiresAt: 26 * 3600 }, receipt },
    creations,
    paid: [],
    paidLast: new Map(),
    endedAt: 0,
  } as unknown as ExecutionRecord<CampaignRun>;
  const found = [checkReceiptStaysTrue, checkNotifications, checkPermanentFaults].flatMap((check) => check(record));
  const excused = ['Denied', 'ExpiryNotReported', 'NotNamed', 'LeftoverNotReported'];
  expect(found.map(({ code }) => code).filter((code) => excused.includes(code))).toEqual(codes);
});
