/** How a tool ended that was stopped by its time limit: what it would have said was slow. */
import type { HostStatus } from './contract';

/**
 * Exit codes of `timeout` (coreutils), which every tool is started by: 124 where it ended the tool, 137 where it had to
 * kill it. A tool may end with them by itself, or be killed by the kernel where memory ends: then hosts state the fact
 * `beforeLimit`.
 */
const OUT_OF_TIME: readonly number[] = [124, 137];

/** The reason's code for a tool that failed. */
export function failureOf({ rc, facts }: Pick<HostStatus, 'rc' | 'facts'>): 'TimedOut' | 'ToolFailed' {
  return OUT_OF_TIME.includes(rc) && facts['beforeLimit'] === undefined ? 'TimedOut' : 'ToolFailed';
}
