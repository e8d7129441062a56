/** Facts of a successful execution: a fleet, a trial of two attempts, a true receipt. Tests add faults. */
import { getFenceKey, layout, getLockKey } from '../../../lib/shapes/layout';
import { TAG_KEYS } from '../../../lib/shapes/tags';
import type { Plan, TrialPlan } from '../../../lib/shapes/plan';
import type { TrialRow } from '../../../lib/shapes/verdict';
import type { ExecutionFacts, Finding } from '../../../lib/twin/checkers/facts';
import { type Checker, indexCalls } from '../../../checks/oracles/creates';
import type { CallRecord } from '../../../lib/twin/cloud/service';

export const ID = 'exec-1';
export const KEYS = layout('disks', ID);
/** The fence is closed at second 60, settled at 70. */
export const FENCED = 60;
export const SETTLE = 10;

/** ISO 8601, seconds after the start. */
export function formatTime(seconds: number): string {
  return new Date(1_700_000_000_000 + seconds * 1000).toISOString();
}

export function makeTags(rig = 'r1', role = 'client'): { Key: string; Value: string }[] {
  return Object.entries({
    [TAG_KEYS.stack]: 'fsxbench',
    [TAG_KEYS.experiment]: 'disks',
    [TAG_KEYS.execution]: ID,
    [TAG_KEYS.rig]: `${ID}__${rig}`,
    [TAG_KEYS.role]: role,
    [TAG_KEYS.expiresAt]: '1700100000',
  }).map(([Key, Value]) => ({ Key, Value }));
}

/** @param call service and action: `ec2:CreateFleet` */
export function makeCall(seconds: number, execution: string, call: string, more: Partial<CallRecord> = {}): CallRecord {
  const [service = '', action = ''] = call.split(':');
  const caller = { execution, state: 'AState', role: 'worker' };
  return { time: formatTime(seconds), ...caller, service, action, input: {}, ...more };
}

/** A check that found the fence open. */
export function readFence(seconds: number, execution: string): CallRecord {
  const error = { name: 'NoSuchKey', message: 'The specified key does not exist.' };
  return makeCall(seconds, execution, 's3:GetObject', { input: { Bucket: 'b', Key: getFenceKey(ID) }, error });
}

export function makeTemplate(seconds: number, execution = `${ID}__r1`, token = 'template-r1'): CallRecord {
  const specifications = (kinds: string[]) => kinds.map((ResourceType) => ({ ResourceType, Tags: makeTags() }));
  return makeCall(seconds, execution, 'ec2:CreateLaunchTemplate', {
    input: {
      ClientToken: token,
      LaunchTemplateData: { TagSpecifications: specifications(['instance', 'volume', 'network-interface']) },
      TagSpecifications: specifications(['launch-template']),
    },
    output: { LaunchTemplate: { LaunchTemplateId: `lt-${token}` } },
  });
}

export function makeFleet(seconds: number, execution = `${ID}__r1`, token = 'fleet-r1'): CallRecord {
  return makeCall(seconds, execution, 'ec2:CreateFleet', {
    input: { Type: 'instant', ClientToken: token, TagSpecifications: [{ ResourceType: 'fleet', Tags: makeTags() }] },
    output: { FleetId: `fleet-${token}`, Instances: [{ InstanceIds: ['i-1'] }] },
  });
}

export function makeSend(seconds: number, attempt: string, sha256 = 'a'.repeat(64)): CallRecord {
  const script = { Step: ['measure'], OutputPrefix: [`raw/${attempt}/`], ScriptSha256: [sha256] };
  return makeCall(seconds, `${ID}__r1__${attempt}__1`, 'ssm:SendCommand', {
    input: {
      DocumentName: 'fsxbench-run-script',
      Targets: [{ Key: `tag:${TAG_KEYS.rig}`, Values: [`${ID}__r1`] }],
      Parameters: { Attempt: [attempt], ...script },
    },
    output: { Command: { CommandId: `c-${attempt}` } },
  });
}

export function makeFence(seconds: number): CallRecord {
  const input = { Bucket: 'b', Key: getFenceKey(ID), Body: '{}', IfNoneMatch: '*' };
  return makeCall(seconds, ID, 's3:PutObject', { input });
}

/** A write of the lease of external storage, without an end. */
export function recordLease(seconds: number, store: string, executionId: string, more: object = {}): CallRecord {
  const Body = JSON.stringify({ store, executionId, expiresAt: 4e9, released: false, ...more });
  return makeCall(seconds, executionId, 's3:PutObject', { input: { Key: getLockKey(store), Body } });
}

/** The call log of a clean execution. */
export function listCalls(): CallRecord[] {
  return [
    readFence(1, `${ID}__r1`),
    readFence(2, `${ID}__r1`),
    makeTemplate(3),
    makeFleet(4),
    makeSend(6, 'p1'),
    makeSend(7, 'p2'),
    readFence(9, `${ID}__r1__1`),
    makeSend(10, 't0001.a1'),
    readFence(19, `${ID}__r1__1`),
    makeSend(20, 't0001.a2'),
    readFence(29, `${ID}__r1__1`),
    makeSend(30, 't0002.a1'),
    makeFence(FENCED),
  ];
}

export function makeRow(trial: string, more: Partial<TrialRow> = {}): { key: string; row: TrialRow } {
  const planned = { trial, rig: 'r1', block: 1, stage: null, cell: 'c1', replicate: 1 };
  const attempts = { attempt: 1, attempts: trial === 't0001' ? 2 : 1, started: formatTime(10), ended: formatTime(20) };
  const result = { verdict: 'VALID', reasons: [], overlap: 1, facts: {}, simulated: false } as const;
  return { key: KEYS.row(trial), row: { ...planned, ...attempts, ...result, ...more } };
}

export function makeStart(trial: string, attempt: number): ExecutionFacts['starts'][number] {
  const key = `${KEYS.attempt('r1', trial, attempt)}started.json`;
  return { key, started: { trial, attempt, startedAt: formatTime(9) } };
}

/** The parts that checkers use. */
function plan(): Plan {
  const trial = (name: string): Partial<TrialPlan> => ({ trial: name, rig: 'r1', cell: 'c1', replicate: 1 });
  const partial = { trials: ['t0001', 't0002'].map(trial), timing: { settleSeconds: SETTLE }, rigs: [] };
  return partial as unknown as Plan;
}

/** All facts, some of them replaced. */
export function makeFacts(more: Partial<ExecutionFacts> = {}): ExecutionFacts {
  const gone = { kind: 'ec2:instance', id: 'i-1', state: 'terminated' };
  const of = { experiment: 'disks', executionId: ID };
  const kinds = ['ec2:instance', 'ec2:launch-template'];
  return {
    ...of,
    plan: plan(),
    resources: [{ ...gone, tags: { [TAG_KEYS.execution]: ID, [TAG_KEYS.rig]: `${ID}__r1` } }],
    kinds,
    hostIds: ['i-1'],
    machine: { processes: [], folders: [], volumes: [] },
    rows: [makeRow('t0001'), makeRow('t0002')],
    starts: [makeStart('t0001', 1), makeStart('t0001', 2), makeStart('t0002', 1)],
    calls: listCalls(),
    receipt: {
      ...of,
      schemaVersion: 1,
      clean: true,
      outcome: 'SUCCEEDED',
      fencedAt: formatTime(FENCED),
      verifiedAt: formatTime(FENCED + SETTLE + 5),
      resources: [{ ...gone, rig: `${ID}__r1` }],
      remaining: [],
      covered: kinds,
      unlisted: [],
    },
    others: { actions: [], hooks: [] },
    ...more,
  };
}

/** The findings of a checker. */
export function listFindings(checker: Checker, facts: ExecutionFacts): Finding[] {
  return checker(facts, indexCalls(facts));
}

/** Codes of its findings in a clean execution with some facts replaced. */
export function listCodes(checker: Checker, more: Partial<ExecutionFacts> = {}): string[] {
  return listFindings(checker, makeFacts(more)).map(({ code }) => code);
}
