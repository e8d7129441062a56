import { belongsTo, isCreateCall, sortCalls, toItems, toMembers, toTags } from '../../../lib/twin/checkers/creates';
import { formatTime, makeCall, makeFleet, ID } from './clean-execution';
import cases from './creates.cases.json';

it.each(cases.makes)('counts %s as a call that creates a resource', (action) =>
  expect(isCreateCall(makeCall(1, ID, action))).toBe(true),
);

it.each(cases.makesNothing)('does not count %s as a call that creates a resource', (action) =>
  expect(isCreateCall(makeCall(1, ID, action))).toBe(false),
);

it('attributes a call to an execution by the name of the caller or by its tags', () => {
  expect(belongsTo(makeCall(1, ID, 'ec2:CreateFleet'), ID)).toBe(true);
  expect(belongsTo(makeCall(1, `${ID}__r1__1`, 'ec2:CreateFleet'), ID)).toBe(true);
  expect(belongsTo(makeCall(1, `${ID}0`, 'ec2:CreateFleet'), ID)).toBe(false);
  expect(belongsTo({ ...makeFleet(1), execution: 'other' }, ID)).toBe(true);
});

it('converts malformed request fields to empty members, items or tags', () => {
  expect([toMembers(null), toMembers([1]), toItems({}), toTags('x')]).toEqual([{}, {}, [], {}]);
  expect(toTags([{ Key: 'a', Value: 'b' }, null, { Key: 'c' }])).toEqual({ a: 'b', '': '', c: '' });
});

it('sorts calls by start time, and calls of the same instant in log order', () => {
  const log = [makeCall(5, ID, 'a:A'), makeCall(3, ID, 'a:B'), makeCall(3, ID, 'a:C')];
  expect(sortCalls(log).map((one) => [one.call.action, one.place, one.at === Date.parse(formatTime(3))])).toEqual([
    ['B', 0, true],
    ['C', 1, true],
    ['A', 2, false],
  ]);
});
