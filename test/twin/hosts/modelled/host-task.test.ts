import type { Plan } from '../../../../lib/shapes/plan';
import {
  findHostTask,
  parseExecution,
  type RigExecution,
  readParameters,
} from '../../../../lib/twin/hosts/modelled/host-task';
import { KEYS, play } from './play';

const EXECUTION: RigExecution = { experiment: 'play', executionId: 'e1', rig: 'r1' };
let plan: Plan;
beforeAll(async () => {
  plan = (await play({ replicates: 3 })).plan;
});

it('reads the execution from where results go', () => {
  expect(parseExecution({ OutputPrefix: KEYS.attempt('r1', 't0003', 2) })).toEqual(EXECUTION);
  expect(parseExecution({ OutputPrefix: `${KEYS.prepare('r1')}a0/` })).toEqual(EXECUTION);
  expect(parseExecution({ OutputPrefix: 'executions/play/e1/rows/' })).toBeNull();
  expect(parseExecution(readParameters({}))).toBeNull();
});

it('finds trial, cell and command by the label of the attempt', () => {
  const OutputPrefix = KEYS.attempt('r1', 't0003', 2);
  const asked = findHostTask(plan, EXECUTION, { OutputPrefix, Attempt: 't0003.a2', Step: 'measure' });
  expect(asked.trial).toMatchObject({ attempt: 2, plan: { trial: 't0003', replicate: 3 }, cell: { cellId: 'c0' } });
  expect(asked.command.name).toBe('measure');
});

it('finds preparations', () => {
  const OutputPrefix = `${KEYS.prepare('r1')}a1/`;
  const asked = findHostTask(plan, EXECUTION, { OutputPrefix, Attempt: 'p1', Step: 'fill' });
  expect(asked).toMatchObject({ trial: null, command: { name: 'fill', expectedSeconds: 100 } });
});

it.each([
  [{ Attempt: 't0009.a1', Step: 'measure' }, 'no command measure of trial t0009'],
  [{ Attempt: 't0001.a1', Step: 'fill' }, 'no command fill of trial t0001'],
  [{ Attempt: 't0001.a2', Step: 'measure' }, 'belong in'],
  [{ Attempt: 'p7', Step: 'other' }, 'no preparation p7 other'],
])('says what the plan does not hold: %j', (parameters, message) => {
  const OutputPrefix = KEYS.attempt('r1', 't0001', 1);
  expect(() => findHostTask(plan, EXECUTION, { OutputPrefix, ...parameters })).toThrow(message);
  expect(() => findHostTask(plan, { ...EXECUTION, rig: 'r9' }, { OutputPrefix, ...parameters })).toThrow('no rig r9');
});
