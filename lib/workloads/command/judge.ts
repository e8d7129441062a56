/** Reasons against the result of a script: how it ended, and whether it ran at all. */
import { formatSeconds } from '../../shapes/quantity';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, Reading } from '../contract';
import { failureOf } from '../out-of-time';

/** Under a second, starting the script decides. */
const LEAST_SECONDS = 1;

/** Host by host. */
export function judge(_: Reading, hosts: readonly HostRaw[]): readonly Reason[] {
  return hosts.flatMap(({ host, status, files }): readonly Reason[] => {
    // What is missing or unreadable is said by the reading.
    if (status === null) return [];
    const { rc, facts, started, ended } = status;
    if (rc !== 0) {
      const said = files
        .find(({ name }) => name === 'raw/stderr.txt')
        ?.text.trim()
        .split('\n')
        .at(-1);
      const how = `the script ended with exit code ${rc}: ${said || 'it said nothing about why'}`;
      return [{ level: 'invalid', code: failureOf(status), text: `${host}: ${facts['problem'] ?? how}` }];
    }
    if (ended - started >= LEAST_SECONDS) return [];
    const text = `${host}: the script was over after ${formatSeconds(ended - started)}: give it more to do`;
    return [{ level: 'suspect', code: 'ShortRun', text }];
  });
}
