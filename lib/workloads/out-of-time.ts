/** How a tool ended that was stopped by its time limit: what it would have said was slow. */
import type { HostStatus } from './contract';

/**
 * Exit codes of `timeout` (coreutils), which every tool is started by: 124 where it ended the tool, 137 where it had to
 * kill it. A tool that somebody else killed gives 137, too: it is taken for slow, which makes nothing better.
 */
const OUT_OF_TIME: readonly number[] = [124, 137];

/** The reason's code for a tool that failed. */
export function failureOf({ rc }: Pick<HostStatus, 'rc'>): 'TimedOut' | 'ToolFailed' {
  return OUT_OF_TIME.includes(rc) ? 'TimedOut' : 'ToolFailed';
}
