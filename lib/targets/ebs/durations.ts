/** How long AWS takes to change a volume: it is made and deleted with its host. */
import type { Duration } from '../durations';
import { waitFor, type Wait } from '../fsx-shared';

/**
 * A day: longer than that nobody waits for one change (`TimeoutSeconds` of `state-machines/target-request.asl.json`).
 */
export const LONGEST_SECONDS = 24 * 3600;

/**
 * Until a change is `completed`. EBS guide, Monitor the progress of volume modifications
 * (https://docs.aws.amazon.com/ebs/latest/userguide/monitoring-volume-modifications.html): "from a few minutes to a few
 * hours", "a fully used 1-TiB volume can take about 6 hours". How much of one is used nobody asks: all of it is
 * assumed.
 */
export const CHANGE: Duration = {
  seconds: 180,
  secondsPerTiB: 6 * 3600,
  source: 'EBS guide, Monitor the progress of volume modifications; its least, and that all is used, are assumed',
  timeoutSeconds: 3600,
  timeoutSecondsPerTiB: 24 * 3600,
};

/** How long a plan waits for a change of a volume of this size. */
export function changeWait(sizeGiB: number): Wait {
  const { expectedSeconds, timeoutSeconds } = waitFor(CHANGE, sizeGiB);
  return { expectedSeconds, timeoutSeconds: Math.min(LONGEST_SECONDS, timeoutSeconds) };
}
