/** How hosts fail: one that was lost, a tool that ended badly, and one that was stopped by its time limit. */
import type { Reason } from '../shapes/verdict';
import type { HostRaw, HostStatus } from './contract';

/**
 * Exit codes of `timeout` (coreutils), which every tool is started by: 124 where it ended the tool, 137 where it had to
 * kill it. A tool may end with them by itself, or be killed by the kernel where memory ends: then hosts state the fact
 * `beforeLimit`.
 */
const TIMEOUT_CODES: readonly number[] = [124, 137];

/** The reason's code for a tool that failed. */
export function getFailureCode({ rc, facts }: Pick<HostStatus, 'rc' | 'facts'>): 'TimedOut' | 'ToolFailed' {
  return TIMEOUT_CODES.includes(rc) && facts['beforeLimit'] === undefined ? 'TimedOut' : 'ToolFailed';
}

/** A host of which nobody knows how it ended. */
export function toStatusMissing(host: string): Reason {
  const text = `${host} left no readable status.json: its script was killed, or its results were lost`;
  return { level: 'invalid', code: 'StatusMissing', text };
}

/** Where tools leave what they say of errors. */
const STDERR = ['raw/stderr.txt', 'raw/cp.stderr'];

/** None where it ended well, or nobody knows. @param what ended, e.g. `the copy` */
export function judgeExit({ host, status, files }: HostRaw, what: string): readonly Reason[] {
  if (status === null || status.rc === 0) return [];
  const said = files.find(({ name }) => STDERR.includes(name))?.text.trim();
  const why = status.facts['problem'] ?? (said?.split('\n').at(-1) || 'it said nothing about why');
  const text = `${host}: ${what} ended with exit code ${status.rc}: ${why}`;
  return [{ level: 'invalid', code: getFailureCode(status), text }];
}
