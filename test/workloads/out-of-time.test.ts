import { failureOf } from '../../lib/workloads/out-of-time';

it.each([
  [124, 'TimedOut'],
  [137, 'TimedOut'],
  [1, 'ToolFailed'],
  [143, 'ToolFailed'],
])('calls the end of a tool by its exit code: %i', (rc, code) => expect(failureOf({ rc })).toBe(code));
