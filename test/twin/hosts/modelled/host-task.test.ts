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

it('finds trial, cell and command by the attempt label and step of a host command', () => {
  const OutputPrefix = KEYS.attempt('r1', 't0003', 2);
  const asked = findHostTask(plan, EXECUTION, { OutputPrefix, Attempt: 't0003.a2', Step: 'measure' });
  expect(asked.trial).toMatchObject({ attempt: 2, plan: { trial: 't0003', replicate: 3 }, cell: { cellId: 'c0' } });
  expect(asked.command.name).toBe('measure');
});

it('finds a preparation command, which has no trial, by attempt p1 and step fill', () => {
  const OutputPrefix = `${KEYS.prepare('r1')}a1/`;
  const asked = findHostTask(plan, EXECUTION, { OutputPrefix, Attempt: 'p1', Step: 'fill' });
  expect(asked).toMatchObject({ trial: null, command: { name: 'fill', expectedSeconds: 100 } });
});

it.each([
  [{ Attempt: 't0009.a1', Step: 'measure' }, 'no command measure of trial t0009'],
  [{ Attempt: 't0001.a1', Step: 'fill' }, 'no command fill of trial t0001'],
  [{ Attempt: 't0001.a2', Step: 'measure' }, 'belong in'],
  [{ Attempt: 'p7', Step: 'other' }, 'no preparation p7 other'],
])('refuses a command that is not in the plan: %j', (parameters, message) => {
  const OutputPrefix = KEYS.attempt('r1', 't0001', 1);
  expect(() => findHostTask(plan, EXECUTION, { OutputPrefix, ...parameters })).toThrow(message);
  expect(() => findHostTask(plan, { ...EXECUTION, rig: 'r9' }, { OutputPrefix, ...parameters })).toThrow('no rig r9');
});

describe('listStorageRoles', () => {
  const roles = ['controller', 'broker', 'standby', 'worker'].map((role) => ({ role, count: 3 }));
  const task = { rig: { roles }, command: { roles: roles.map(({ role }) => role) } } as unknown as HostTask;

  it('lists only the broker of a Kafka command, not controller, standby and worker', () => {
    expect(listStorageRoles(task, kafka).map(({ role }) => role)).toEqual(['broker']);
  });

  it('lists all roles of a command when none of them loads the storage', () => {
    const command = { ...task.command, roles: ['controller', 'worker'] };
    expect(listStorageRoles({ ...task, command }, kafka).map(({ role }) => role)).toEqual(['controller', 'worker']);
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
    expect(computeLoadShare(true, { role: 'client', index: 0 }, [], 60)).toBe(1);
    expect(computeLoadShare(false, { role: 'worker', index: 0 }, [], 60)).toBe(0);
  });
});
