import { belongsTo, isCreateCall, sortCalls, toItems, toMembers, toTags } from '../../../checks/oracles/creates';
import { formatTime, makeCall, makeFleet, ID } from './clean-execution';
import cases from './creates.cases.json';

it('counts creates of EC2, FSx, EFS, S3 and Secrets Manager as calls that create a resource, and no others', () => {
  const created = [...cases.makes, ...cases.makesNothing].filter((action) => isCreateCall(makeCall(1, ID, action)));
  expect(created).toEqual(cases.makes);
});

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
  const [three, five] = [3, 5].map((seconds) => Date.parse(formatTime(seconds)));
  const sorted = sortCalls(log).map(({ call, place, at }) => `${call.action} ${place} ${at}`);
  expect(sorted).toEqual([`B 0 ${three}`, `C 1 ${three}`, `A 2 ${five}`]);
});
