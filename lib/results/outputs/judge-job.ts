/** Judges the output of one job that ran on several hosts; rules for single outputs: see `judge-output.ts`. */
import { MIN_PHASE_SECONDS, type JobDetails } from '../../shapes/tool-result';
import { formatBytes, formatSeconds } from '../../shapes/quantity';

export interface JobReason {
  readonly judgement: 'doubtful' | 'undecided';
  readonly text: string;
}

/** Minimum ratio of bytes read to the memory of all hosts, so that caches cannot serve most reads. */
const MEMORY_FACTOR = 2;

/** @param hostMemory bytes per host; absent: unknown */
export function judgeJob(job: JobDetails, hostMemory: number | undefined): readonly JobReason[] {
  return [
    ...[...(job.contradictions ?? []), ...job.doubts].map((text): JobReason => ({ judgement: 'doubtful', text })),
    ...job.unknown.map((text): JobReason => ({ judgement: 'undecided', text })),
    ...judgeMemory(job, hostMemory),
    ...judgeDuration(job),
  ];
}

function judgeMemory({ readBack, nodes }: JobDetails, hostMemory: number | undefined): readonly JobReason[] {
  if (readBack === null) return [];
  const { why, bytes } = readBack;
  if (bytes === null || hostMemory === undefined) {
    const lacks = bytes === null ? 'the amount' : 'the memory of the hosts (`--host-memory`)';
    return [{ judgement: 'undecided', text: `${why}, but ${lacks} is unknown` }];
  }
  if (bytes >= MEMORY_FACTOR * nodes * hostMemory) return [];
  const hosts = nodes === 1 ? 'one host' : `${nodes} hosts`;
  const text =
    `${why}: memory may have served ${formatBytes(bytes)} on ${hosts} with ${formatBytes(hostMemory)} each; ` +
    `at least ${MEMORY_FACTOR}× the memory of all hosts is needed`;
  return [{ judgement: 'doubtful', text }];
}

/** The same rule as reason `ShortRun` for trials. */
function judgeDuration({ seconds }: JobDetails): readonly JobReason[] {
  const few = Object.entries(seconds).filter(([, value]) => value < MIN_PHASE_SECONDS);
  if (few.length === 0) return [];
  const named = few.map(([metric, value]) => `${formatSeconds(value)} (${metric})`).join(', ');
  const text =
    `an iteration took ${named}: below ${formatSeconds(MIN_PHASE_SECONDS)}, process start and barriers ` +
    'between phases dominate';
  return [{ judgement: 'doubtful', text }];
}
