import { getFailureCode } from '../../lib/workloads/host-failures';

it.each([
  [124, {}, 'TimedOut'],
  [137, {}, 'TimedOut'],
  [137, { beforeLimit: '1.0' }, 'ToolFailed'],
  [124, { beforeLimit: '1.0' }, 'ToolFailed'],
  [1, {}, 'ToolFailed'],
  [143, {}, 'ToolFailed'],
])('classifies the failure of a tool by exit code and time: %i %j', (rc, facts, code) =>
  expect(getFailureCode({ rc, facts })).toBe(code),
);
