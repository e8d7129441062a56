/** Failures of hosts: lost results, a failed tool, or a tool that exceeded its time limit. */
import { formatSeconds } from '../shapes/quantity';
import type { Reason } from '../shapes/verdict';
import type { HostRaw, HostStatus } from './contract';

/**
 * Exit codes of coreutils' `timeout`, which starts every tool: 124 after SIGTERM, 137 after SIGKILL. A tool may also
 * exit with these codes itself, or be killed when memory runs out; hosts then record the fact `beforeLimit`.
 */
const TIMEOUT_CODES: readonly number[] = [124, 137];

export function getFailureCode({ rc, facts }: Pick<HostStatus, 'rc' | 'facts'>): 'TimedOut' | 'ToolFailed' {
  return TIMEOUT_CODES.includes(rc) && facts['beforeLimit'] === undefined ? 'TimedOut' : 'ToolFailed';
}

/** Builds the reason INVALID `StatusMissing`: it is unknown how the script on the host ended. */
export function createStatusMissing(host: string): Reason {
  const text = `${host} has no readable status.json: its script was killed, or its results were lost`;
  return { level: 'invalid', code: 'StatusMissing', text };
}

const STDERR_FILES = ['raw/stderr.txt', 'raw/cp.stderr'];

/** Empty if the tool succeeded or its status is missing. @param what noun in the message, e.g. `the copy` */
export function judgeExit({ host, status, files }: HostRaw, what: string): readonly Reason[] {
  if (status === null || status.rc === 0) return [];
  const said = files.find(({ name }) => STDERR_FILES.includes(name))?.text.trim();
  const why = status.facts['problem'] ?? (said?.split('\n').at(-1) || 'it printed no error');
  const text = `${host}: ${what} ended with exit code ${status.rc}: ${why}`;
  return [{ level: 'invalid', code: getFailureCode(status), text }];
}

/** SUSPECT `ShortRun` below a minimum of seconds. @param what took that time @param remedy e.g. `Increase \`files\`` */
export function judgeShortRun(
  what: string,
  seconds: number,
  least: number,
  remedy: string,
  metrics?: readonly string[],
): readonly Reason[] {
  if (seconds >= least) return [];
  const text = `${what} took ${formatSeconds(seconds)} (minimum ${formatSeconds(least)}). ${remedy}`;
  return [{ level: 'suspect', code: 'ShortRun', text, ...(metrics === undefined ? {} : { metrics }) }];
}
