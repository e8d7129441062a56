import type { Plan } from '../../../../lib/shapes/plan';
import {
  computeLoadShare,
  findHostTask,
  type HostTask,
  listStorageRoles,
  parseExecution,
  type RigExecution,
  readParameters,
} from '../../../../lib/twin/hosts/modelled/host-task';
import { kafka } from '../../../../lib/workloads/kafka/workload';
import { KEYS, play } from './play';

const EXECUTION: RigExecution = { experiment: 'play', executionId: 'e1', rig: 'r1' };
let plan: Plan;
beforeAll(async () => {
  plan = (await play({ replicates: 3 })).plan;
});

it('parses execution and rig from the output prefix of a command, or returns null', () => {
  expect(parseExecution({ OutputPrefix: KEYS.attempt('r1', 't0003', 2) })).toEqual(EXECUTION);
  expect(parseExecution({ OutputPrefix: `${KEYS.prepare('r1')}a0/` })).toEqual(EXECUTION);
  expect(parseExecution({ OutputPrefix: 'executions/play/e1/rows/' })).toBeNull();
  expect(parseExecution(readParameters({}))).toBeNull();
});

describe('findHostTask', () => {
  const find = (OutputPrefix: string, Attempt: string, Step: string, rig = 'r1') =>
    findHostTask(plan, { ...EXECUTION, rig }, { OutputPrefix, Attempt, Step });

  it('finds trial, cell and command by the attempt label and step, or a preparation command without trial', () => {
    const { trial, command } = find(KEYS.attempt('r1', 't0003', 2), 't0003.a2', 'measure');
    expect(trial).toMatchObject({ attempt: 2, plan: { trial: 't0003', replicate: 3 }, cell: { cellId: 'c0' } });
    expect(command.name).toBe('measure');
    const fill = find(`${KEYS.prepare('r1')}a1/`, 'p1', 'fill');
    expect(fill).toMatchObject({ trial: null, command: { name: 'fill', expectedSeconds: 100 } });
  });

  it.each([
    ['t0009.a1', 'measure', 'no command measure of trial t0009'],
    ['t0001.a1', 'fill', 'no command fill of trial t0001'],
    ['t0001.a2', 'measure', 'belong in'],
    ['p7', 'other', 'no preparation p7 other'],
  ])('refuses a command that is not in the plan: %s %s', (attempt, step, message) => {
    const prefix = KEYS.attempt('r1', 't0001', 1);
    expect(() => find(prefix, attempt, step)).toThrow(message);
    expect(() => find(prefix, attempt, step, 'r9')).toThrow('no rig r9');
  });
});

describe('listStorageRoles', () => {
  const roles = ['controller', 'broker', 'standby', 'worker'].map((role) => ({ role, count: 3 }));
  const task = { rig: { roles }, command: { roles: roles.map(({ role }) => role) } } as unknown as HostTask;

  it.each([
    ['only the broker of a Kafka command', roles.map(({ role }) => role), ['broker']],
    ['all roles when none of them loads the storage', ['controller', 'worker'], ['controller', 'worker']],
  ])('lists %s', (_, asked, expected) => {
    const found = listStorageRoles({ ...task, command: { ...task.command, roles: asked } }, kafka);
    expect(found.map(({ role }) => role)).toEqual(expected);
  });
});

describe('computeLoadShare', () => {
  const kill = (resumeOn: string) => [
    { atSeconds: 600, action: { kill: { role: 'broker', service: 'kafka', hosts: 1, resumeOn } }, hosts: [2] },
  ];

  it.each([
    ['broker', 1, 'standby', 1],
    ['broker', 2, 'standby', 1 / 3],
    ['standby', 0, 'standby', 2 / 3],
    ['standby', 1, 'standby', 0],
    ['broker', 2, 'broker', 1],
    ['standby', 0, 'broker', 0],
    ['broker', 2, 'none', 1 / 3],
    ['standby', 0, 'none', 0],
  ])('computes for %s %i, when killed broker 2 resumes on %s, a load share of %d', (role, index, resumeOn, share) => {
    expect(computeLoadShare(role === 'broker', { role, index }, kill(resumeOn), 1800)).toBeCloseTo(share);
  });

  it('assigns a loading host a share of 1 in a trial without events, and other hosts 0', () => {
    const shares = [true, false].map((loads) => computeLoadShare(loads, { role: 'client', index: 0 }, [], 60));
    expect(shares).toEqual([1, 0]);
  });
});
