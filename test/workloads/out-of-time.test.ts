import { failureOf } from '../../lib/workloads/out-of-time';

it.each([
  [124, {}, 'TimedOut'],
  [137, {}, 'TimedOut'],
  [137, { beforeLimit: '1.0' }, 'ToolFailed'],
  [124, { beforeLimit: '1.0' }, 'ToolFailed'],
  [1, {}, 'ToolFailed'],
  [143, {}, 'ToolFailed'],
])('calls the end of a tool by its exit code and its time: %i %j', (rc, facts, code) =>
  expect(failureOf({ rc, facts })).toBe(code),
);
