import type { JsonObject } from '../../../../checks/mutants/plant/json';
import { findChangedTransition } from '../../../../checks/mutants/plant/generate';
import cases from './generate.way.cases.json';

const TASK = cases.task as JsonObject;
const CHOICE = cases.choice as JsonObject;

const [first, second] = TASK['Catch'] as [JsonObject, JsonObject];
const [rule, other] = CHOICE['Choices'] as [JsonObject, JsonObject];

describe('findChangedTransition', () => {
  it.each<[string, JsonObject, JsonObject, string | null]>([
    ['a changed Next', TASK, { ...TASK, Next: 'D' }, 'C'],
    ['a changed Output', TASK, { ...TASK, Output: 2 }, 'C'],
    ['a removed catcher', TASK, { ...TASK, Catch: [second] }, 'A'],
    ['a removed last catcher', TASK, { ...TASK, Catch: [first] }, 'B'],
    ['a catcher with another Output', TASK, { ...TASK, Catch: [{ ...first, Output: 0 }, second] }, 'A'],
    ['a catcher with another Next', TASK, { ...TASK, Catch: [first, { ...second, Next: 'A' }] }, 'B'],
    ['a Choice rule with another Assign', CHOICE, { ...CHOICE, Choices: [{ ...rule, Assign: {} }, other] }, 'A'],
    ['a removed Choice rule', CHOICE, { ...CHOICE, Choices: [rule] }, 'B'],
    ['a changed Assign of a Choice', CHOICE, { ...CHOICE, Assign: {} }, 'C'],
    ['a changed Default', CHOICE, { ...CHOICE, Default: 'A' }, 'C'],
    ['changed Arguments', TASK, { ...TASK, Arguments: {} }, null],
    ['the removal of all catchers', TASK, { ...TASK, Catch: [] }, null],
    ['changed ErrorEquals', TASK, { ...TASK, Catch: [{ ...first, ErrorEquals: ['Y'] }, second] }, null],
    ['a changed Condition', CHOICE, { ...CHOICE, Choices: [{ ...rule, Condition: true }, other] }, null],
    ['two changed fields', TASK, { ...TASK, Next: 'D', Output: 2 }, null],
    [
      'a changed Output of an end state',
      { Type: 'Pass', Output: 1, End: true },
      { Type: 'Pass', Output: 2, End: true },
      null,
    ],
    ['no change', TASK, TASK, null],
  ])('returns the affected transition for %s', (_what, before, after, way) => {
    expect(findChangedTransition(before, after)).toBe(way);
  });
});
