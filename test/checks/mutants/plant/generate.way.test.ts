import type { JsonObject } from '../../../../checks/mutants/plant/json';
import { findChangedTransition } from '../../../../checks/mutants/plant/generate';
import cases from './generate.way.cases.json';

const TASK = cases.task as JsonObject;
const CHOICE = cases.choice as JsonObject;

const [first, second] = TASK['Catch'] as [JsonObject, JsonObject];
const [rule, other] = CHOICE['Choices'] as [JsonObject, JsonObject];

describe('changedWay', () => {
  it.each<[string, JsonObject, JsonObject, string | null]>([
    ['a Next that leads elsewhere', TASK, { ...TASK, Next: 'D' }, 'C'],
    ['an Output after success', TASK, { ...TASK, Output: 2 }, 'C'],
    ['a catcher that is gone', TASK, { ...TASK, Catch: [second] }, 'A'],
    ['the last catcher that is gone', TASK, { ...TASK, Catch: [first] }, 'B'],
    ['a catcher that puts out something else', TASK, { ...TASK, Catch: [{ ...first, Output: 0 }, second] }, 'A'],
    ['a catcher that leads elsewhere', TASK, { ...TASK, Catch: [first, { ...second, Next: 'A' }] }, 'B'],
    ['a rule that assigns something else', CHOICE, { ...CHOICE, Choices: [{ ...rule, Assign: {} }, other] }, 'A'],
    ['a rule that is gone', CHOICE, { ...CHOICE, Choices: [rule] }, 'B'],
    ['what a Choice assigns by default', CHOICE, { ...CHOICE, Assign: {} }, 'C'],
    ['a Default that leads elsewhere', CHOICE, { ...CHOICE, Default: 'A' }, 'C'],
    ['arguments', TASK, { ...TASK, Arguments: {} }, null],
    ['all catchers', TASK, { ...TASK, Catch: [] }, null],
    ['errors that are caught', TASK, { ...TASK, Catch: [{ ...first, ErrorEquals: ['Y'] }, second] }, null],
    ['a condition', CHOICE, { ...CHOICE, Choices: [{ ...rule, Condition: true }, other] }, null],
    ['two fields', TASK, { ...TASK, Next: 'D', Output: 2 }, null],
    [
      'what a last state puts out',
      { Type: 'Pass', Output: 1, End: true },
      { Type: 'Pass', Output: 2, End: true },
      null,
    ],
    ['nothing', TASK, TASK, null],
  ])('of %s', (_what, before, after, way) => {
    expect(findChangedTransition(before, after)).toBe(way);
  });
});
