/** Every handler with the event of its machine, invalid events, and an account. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanningContext } from '../../lib/aws/context';
import { makePlan } from '../../lib/experiment/plan/make-plan';
import type { Plan } from '../../lib/shapes/plan';
import { readSpec } from '../../lib/experiment/reading/read-spec';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { handle as admit } from '../../lambdas/admit/handler';
import { handle as analyse } from '../../lambdas/analyse/handler';
import { handle as askServers } from '../../lambdas/ask-servers/handler';
import { handle as callStorage } from '../../lambdas/call-storage/handler';
import { handle as chooseRigs } from '../../lambdas/choose-rigs/handler';
import { handle as closeFence } from '../../lambdas/close-fence/handler';
import { handle as composeMail } from '../../lambdas/compose-mail/handler';
import { handle as deleteStorage } from '../../lambdas/delete-storage/handler';
import { handle as findOrphans } from '../../lambdas/find-orphans/handler';
import { handle as judgeHosts } from '../../lambdas/judge-hosts/handler';
import { handle as mayRun } from '../../lambdas/may-run/handler';
import { handle as listHosts } from '../../lambdas/list-hosts/handler';
import { handle as listResources } from '../../lambdas/list-resources/handler';
import { handle as parseTrial } from '../../lambdas/parse-trial/handler';
import { handle as startGuardian } from '../../lambdas/start-guardian/handler';
import { handle as stopChildren } from '../../lambdas/stop-children/handler';
import { handle as writeReceipt } from '../../lambdas/write-receipt/handler';
import { isOptional, LISTED_KINDS } from '../../lib/shapes/resources';
import { makeArn, LONG, LUSTRE, makeAccount, getFirst, STACK, T0, type TestAccount } from '../aws/account';

/** Kinds that are required: optional kinds are omitted where they cannot be listed. */
const NEEDED = LISTED_KINDS.filter((kind) => !isOptional(kind));

export type Event = Record<string, unknown>;

/** The hosts that `list-hosts` expects. */
const EXPECTED = { roles: [{ role: 'client', count: 2 }], hostsKey: 'h.txt', made: {}, endpointsKey: 'e.txt' };

export interface Row {
  readonly handle: (event: unknown, context: PlanningContext) => Promise<unknown>;
  /** The event as the machine sends it. */
  readonly right: (its: Its) => Event;
  /** Changes that make it invalid; undefined removes a member. */
  readonly wrong: readonly Event[];
  /** The expected result of the valid event. */
  readonly gives: (its: Its) => unknown;
  /** The result where all calls fail; absent: a retryable error. */
  readonly blind?: Readonly<Record<string, unknown>>;
}

/** Resources in the account that events name. */
export interface Its {
  readonly instance: string;
  readonly fileSystem: string;
  readonly commandId: string;
  /** Its time, ISO 8601. */
  readonly now: string;
}

const EXECUTION = { executionId: 'exec', experiment: 'disks' };
/** Invalid execution ids: too long, empty, or with special characters. */
const NO_ID = ['', 'x'.repeat(49), 'a.b', 'a/b', 'a*', 1, undefined].map((executionId) => ({ executionId }));

/** Events without one of these members. */
const omit = (...names: readonly string[]): Event[] => names.map((name) => ({ [name]: undefined }));

/** A spec of one configuration and three trials on this machine. */
const SPEC = {
  experiment: 'disks',
  question: 'Is it quick?',
  targets: { here: { kind: 'directory', path: 'data' } },
  fleet: { client: { count: 1 } },
  workloads: { fio: { kind: 'fio', rw: 'randread', bs: '4k', iodepth: 4, size: '4 MiB', runtime: '1s' } },
  design: { replicates: 3 },
  decide: { metric: 'iops', prefer: 'highest' },
};
/** Texts of `workloads/`. */
const SCRIPTS: ScriptFiles = Object.fromEntries(
  readdirSync('workloads', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sh'))
    .map((path) => [path, readFileSync(join('workloads', path), 'utf8')]),
);
/** Its start, and its plan as admit makes it. */
const STARTED = new Date(T0).toISOString();
const PLAN = makeTestPlan();
const ITEM = {
  trial: PLAN.trials[0],
  workload: 'fio',
  params: PLAN.cells[0]?.params,
  roles: [{ role: 'client', count: 1 }],
};

function makeTestPlan(): Plan {
  const read = readSpec(JSON.stringify(SPEC), 'the spec');
  const options = { executionId: 'exec', stack: STACK, startedAt: T0, scripts: SCRIPTS };
  const made = read.spec === undefined ? undefined : makePlan(read.spec, options);
  if (made?.ok !== true) throw new Error(JSON.stringify(made?.problems ?? read.problems));
  return made.plan;
}

export const ROWS: Readonly<Record<string, Row>> = {
  admit: {
    handle: admit,
    right: () => ({ executionId: 'exec', startedAt: STARTED, input: { spec: SPEC, seed: 's' } }),
    wrong: [...omit('executionId', 'startedAt'), { startedAt: 'yesterday' }, { startedAt: T0 }],
    gives: () => ({
      executionId: 'exec',
      experiment: 'disks',
      rigs: [{ rig: 'r1', key: 'executions/disks/exec/rigs/r1.json' }],
      parallelRigs: 1,
      timing: PLAN.timing,
      guardianUntil: PLAN.deadline + PLAN.timing.teardownAllowanceSeconds / 2,
    }),
  },
  analyse: {
    handle: analyse,
    right: () => ({ ...EXECUTION, ended: null }),
    wrong: [...omit('experiment', 'ended'), ...NO_ID, { ended: 1 }],
    gives: () => ({
      complete: false,
      confirm: 0,
      result: expect.objectContaining({
        schema: 'fsxbench.result/2',
        trials: {
          planned: 3,
          valid: 0,
          unread: 0,
          verdicts: { VALID: 0, SUSPECT: 0, INVALID: 0, INFEASIBLE: 0, NOT_RUN: 3 },
        },
      }) as object,
    }),
  },
  'ask-servers': {
    handle: askServers,
    right: () => ({ ...EXECUTION, late: false }),
    wrong: [...omit('experiment', 'late'), ...NO_ID, { late: 'true' }],
    gives: () => ({ waitSeconds: 0 }),
  },
  'call-storage': {
    handle: callStorage,
    right: ({ fileSystem }) => ({ look: fileSystem, pauseSeconds: 0 }),
    wrong: [{ look: 'vol-x' }, { look: 'i-1' }, { look: undefined }, { pauseSeconds: '0' }],
    gives: ({ fileSystem: id }) => ({
      id,
      state: 'ready',
      lifecycle: 'AVAILABLE',
      why: '',
      values: { id, dnsName: expect.any(String) as string, mountName: expect.any(String) as string },
      changeableAt: 0,
    }),
  },
  'compose-mail': {
    handle: composeMail,
    right: () => ({ ...EXECUTION, why: 'ended', outcome: 'FAILED', clean: true }),
    wrong: [{ executionId: undefined }, { why: 'because' }, { experiment: 1 }, { cause: 1 }],
    gives: () =>
      expect.objectContaining({
        subject: '[fsxbench] exec failed: trials still to be read, cleanup verified',
      }) as unknown,
  },
  'delete-storage': {
    handle: deleteStorage,
    right: ({ fileSystem }) => ({ id: fileSystem, type: 'LUSTRE' }),
    wrong: [...omit('id', 'type'), { id: 'vol-1' }, { id: 'lt-1' }, { id: 'fs-1; rm' }],
    gives: ({ fileSystem }) => ({ id: fileSystem }),
  },
  'close-fence': {
    handle: closeFence,
    right: () => ({ executionId: 'exec', by: 'exec__recover__1' }),
    wrong: [...omit('by'), ...NO_ID],
    gives: ({ now }) => ({ executionId: 'exec', by: 'exec__recover__1', fencedAt: now }),
  },
  'find-orphans': {
    handle: findOrphans,
    right: () => ({}),
    wrong: [],
    gives: () => ({
      orphans: [{ ...EXECUTION, why: 'its execution has ended without a guardian', until: T0 / 1000 + 36_000 }],
      unseen: [],
    }),
    blind: { orphans: [], unseen: expect.arrayContaining([...NEEDED]) as string[] },
  },
  'judge-hosts': {
    handle: judgeHosts,
    right: ({ commandId }) => ({
      commandId,
      name: 'measure',
      roles: ['client'],
      hosts: 1,
      hostsKey: 'hosts.txt',
      outputPrefix: 'out/',
    }),
    wrong: [
      ...omit('commandId', 'roles', 'hostsKey', 'outputPrefix'),
      { name: 1 },
      { roles: 'client' },
      { hosts: 1.5 },
      { hosts: '1' },
      { poll: 'yes' },
    ],
    gives: () => ({ name: 'measure', status: 'SUCCEEDED', failed: [] }),
  },
  'list-hosts': {
    handle: listHosts,
    right: () => ({ rigTag: 'exec__r1', expected: EXPECTED }),
    wrong: [
      { rigTag: undefined },
      { expected: { ...EXPECTED, roles: { role: 'client', count: 2 } } },
      { expected: { ...EXPECTED, roles: [{ role: 'client' }] } },
      { expected: { ...EXPECTED, hostsKey: 1 } },
      { expected: { ...EXPECTED, made: { fs: 'fs-1' } } },
      { expected: null },
    ],
    gives: () => ({ online: 1, gone: 0, why: '' }),
  },
  'list-resources': {
    handle: listResources,
    right: () => ({ tagKey: 'fsxbench:execution', tagValue: 'exec' }),
    // The tag of the whole stack is not allowed.
    wrong: [
      ...omit('tagKey', 'tagValue'),
      { tagKey: 'fsxbench:stack' },
      { tagKey: 'Name' },
      { tagValue: '' },
      { spared: 'i-1' },
    ],
    gives: ({ instance }) => ({ living: 1, deletable: [{ kind: 'ec2:instance', ids: [instance], type: null }] }),
    // Each kind that could not be listed counts as a living resource.
    blind: { living: NEEDED.length, deletable: [] },
  },
  'choose-rigs': {
    handle: chooseRigs,
    right: () => ({ ...EXECUTION, batch: 2 }),
    wrong: [...omit('experiment', 'batch'), ...NO_ID, { batch: 0 }, { batch: '1' }],
    gives: () => ({ rigs: [] }),
  },
  'may-run': {
    handle: mayRun,
    right: () => ({ ...EXECUTION, rig: 'r1', trial: 't0009' }),
    wrong: [...omit('experiment', 'rig'), ...NO_ID, { trial: 9 }],
    gives: () => ({ run: true, code: null, text: '' }),
  },
  'parse-trial': {
    handle: parseTrial,
    right: () => ({ ...EXECUTION, ended: 'ABORTED', trial: ITEM }),
    wrong: [
      ...omit('experiment', 'ended', 'trial'),
      ...NO_ID,
      { trial: 't0001' },
      { trial: { ...ITEM, workload: undefined } },
      { trial: { ...ITEM, trial: 't0001' } },
      { trial: { ...ITEM, trial: { ...ITEM.trial, rig: undefined } } },
    ],
    gives: () => ({ trial: 't0001', verdict: 'NOT_RUN' }),
  },
  'start-guardian': {
    handle: startGuardian,
    right: () => ({ ...EXECUTION, why: 'its expiry has passed', left: true, until: 0 }),
    wrong: [...omit('executionId', 'experiment', 'why', 'left'), { left: false }, { until: 'soon' }],
    gives: () => ({ executionId: 'exec', started: 'exec__recover__1', why: 'its expiry has passed' }),
  },
  'stop-children': {
    handle: stopChildren,
    right: () => ({ executionId: 'exec', executionArn: makeArn('experiment', 'exec') }),
    wrong: [...omit('executionArn'), ...NO_ID],
    gives: () => ({ living: 1 }),
  },
  'write-receipt': {
    handle: writeReceipt,
    right: () => ({ ...EXECUTION, outcome: 'FAILED', fencedAt: '2026-11-21T09:00:00.000Z' }),
    wrong: [...omit('experiment', 'fencedAt'), ...NO_ID],
    gives: () => ({ clean: false, receiptKey: 'executions/disks/exec/receipt.json' }),
  },
};

/**
 * One planned execution: a running instance and rig, an answering host, a successful command; and a file system of
 * another stack, which no listing counts.
 */
export async function makeExecutionAccount(): Promise<{ readonly made: TestAccount; readonly its: Its }> {
  const made = makeAccount();
  made.scripts = SCRIPTS;
  await made.put('executions/disks/exec/plan.json', JSON.stringify(PLAN));
  await made.runs('rig', 'exec__r1');
  const { FileSystemId: fileSystem = '' } = await made.fileSystem(LUSTRE, { 'fsxbench:stack': 'other' });
  await made.pass(LONG);
  const instance = await made.instance();
  const commandId = await made.command([instance]);
  getFirst(made.hosts.commands).finish();
  await made.pass(1);
  await made.put('executions/disks/exec/decisions/t0009.json', JSON.stringify({ run: true, code: null, text: '' }));
  const ended = { batch: 2, leftUsd: 1, leftSeconds: 1, run: [], end: 'misses' };
  await made.put('executions/disks/exec/walk/2.json', JSON.stringify(ended));
  await made.put('hosts.txt', `client-0 client 0 10.0.0.1 ${instance}\n`);
  await made.put('out/client-0/measure/status.json', '{}');
  return { made, its: { instance, fileSystem, commandId, now: new Date(made.clock.now()).toISOString() } };
}
