/** Whether the output of one job over several hosts may be believed: see `judge-output.ts`. */
import { MIN_PHASE_SECONDS, type JobDetails } from '../../shapes/tool-result';
import { formatBytes, formatSeconds } from '../../shapes/quantity';

export interface JobReason {
  readonly judgement: 'doubtful' | 'cannot tell';
  readonly text: string;
}

/** Of the memory of all hosts: as much must be read, so that most of it was not there. */
const MEMORY_FACTOR = 2;

/** @param hostMemory bytes of each host; left out: not known */
export function judgeJob(job: JobDetails, hostMemory: number | undefined): readonly JobReason[] {
  return [
    ...[...(job.contradictions ?? []), ...job.doubts].map((text): JobReason => ({ judgement: 'doubtful', text })),
    ...job.unknown.map((text): JobReason => ({ judgement: 'cannot tell', text })),
    ...judgeMemory(job, hostMemory),
    ...judgeDuration(job),
  ];
}

function judgeMemory({ readBack, nodes }: JobDetails, hostMemory: number | undefined): readonly JobReason[] {
  if (readBack === null) return [];
  const { why, bytes } = readBack;
  if (bytes === null || hostMemory === undefined) {
    const lacks = bytes === null ? 'how much that was' : 'how much memory the hosts have (`--host-memory`)';
    return [{ judgement: 'cannot tell', text: `${why}, and nothing says ${lacks}` }];
  }
  if (bytes >= MEMORY_FACTOR * nodes * hostMemory) return [];
  const hosts = nodes === 1 ? 'one host' : `${nodes} hosts`;
  const text =
    `${why}: memory may have answered, for ${formatBytes(bytes)} on ${hosts} with ${formatBytes(hostMemory)} each; ` +
    `${MEMORY_FACTOR} times as much as all memory is needed`;
  return [{ judgement: 'doubtful', text }];
}

/** By the rule of trials: their `ShortRun`. */
function judgeDuration({ seconds }: JobDetails): readonly JobReason[] {
  const few = Object.entries(seconds).filter(([, value]) => value < MIN_PHASE_SECONDS);
  if (few.length === 0) return [];
  const named = few.map(([metric, value]) => `${formatSeconds(value)} (${metric})`).join(', ');
  const text =
    `an iteration took ${named}: below ${formatSeconds(MIN_PHASE_SECONDS)}, starting processes and barriers ` +
    'between phases decide';
  return [{ judgement: 'doubtful', text }];
}
