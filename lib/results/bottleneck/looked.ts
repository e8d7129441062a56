/** What was looked at of hosts, of servers, or of what is paid for: limits that were reached, or not. */
import type { LimitEvidence } from '../../shapes/bottleneck';

/** One side of a cell. */
export interface Looked {
  readonly reached: readonly LimitEvidence[];
  /** Of what is paid for, what was exceeded stands here too: then it was no limit. */
  readonly below: readonly LimitEvidence[];
  /** What would tell more. */
  readonly lacking: readonly string[];
}

/** One limit, and whether it was reached. */
export interface Found {
  readonly at: boolean;
  readonly evidence: LimitEvidence;
}

/** Puts limits apart. */
export function looked(found: readonly Found[], lacking: readonly string[]): Looked {
  const where = (at: boolean): readonly LimitEvidence[] =>
    found.flatMap((one) => (one.at === at ? [one.evidence] : []));
  return { reached: where(true), below: where(false), lacking };
}
