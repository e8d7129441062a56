/**
 * In-place changes of a volume: its size, up; its type, IOPS and throughput, up and down.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ModifyVolume.html
 */
import { toVolumeId } from '../../shapes/disks';
import type { Change, ChangeRequest, RequestInput } from '../../shapes/requests';
import { fromTo, getWait, type Wait } from '../fsx-shared';
import { getIops, THROUGHPUT } from './limits';
import type { Ebs } from './schema';
import type { Duration } from '../durations';

/**
 * "You can modify a volume up to four times within a rolling 24-hour period" (API reference, ModifyVolume; formerly
 * once in six hours). A fifth change waits a day after the newest, which is never too short.
 */
export const MAX_CHANGES = 4;
export const COOL_DOWN_SECONDS = 24 * 3600;

/** Settings fixed at the creation of the host. */
const FIXED = ['roles', 'volumes', 'stripeKiB', 'fileSystem'] as const;

/** One request for each volume, one after the other: AWS accepts the next change when this one is `completed`. */
export function change(from: Ebs, to: Ebs): Change {
  const fixed = FIXED.filter((name) => String(from[name] ?? 'default') !== String(to[name] ?? 'default'));
  if (fixed.length > 0) {
    const what = fixed.map((name) => fromTo(name, from[name] ?? 'default', to[name] ?? 'default')).join(', ');
    return { kind: 'recreate', why: `${what}: a volume is created and formatted with its host` };
  }
  if (to.sizeGiB < from.sizeGiB)
    return { kind: 'recreate', why: `${fromTo('sizeGiB', from.sizeGiB, to.sizeGiB)}: a volume cannot shrink` };
  const settings = diffSettings(from, to);
  if (settings === undefined) return { kind: 'inPlace', requests: [] };
  const { expectedSeconds } = getChangeWait(to.sizeGiB);
  if (expectedSeconds > MAX_WAIT_SECONDS) {
    const hours = Math.round(expectedSeconds / 3600);
    const why = `AWS may take about ${hours} hours to change a volume of ${to.sizeGiB} GiB`;
    return { kind: 'recreate', why: `${why}; no longer than 24 are waited for` };
  }
  const requests = Array.from({ length: to.volumes }, (_, index): ChangeRequest => {
    const of = toVolumeId(index + 1);
    return {
      of,
      call: 'ec2:ModifyVolume',
      input: { VolumeId: `@${of}.id`, ...settings },
      ...getChangeWait(to.sizeGiB),
      coolDownSeconds: COOL_DOWN_SECONDS,
      coolsDownAfter: MAX_CHANGES,
      interruption: false,
    };
  });
  return { kind: 'inPlace', requests };
}

/** Settings of the request; undefined if nothing of the volume changes. */
function diffSettings(from: Ebs, to: Ebs): RequestInput | undefined {
  const size = from.sizeGiB === to.sizeGiB ? {} : { Size: to.sizeGiB };
  const type = from.volumeType !== to.volumeType;
  // A new type may keep old values, so all of them are set.
  const iops = getIops(to) > 0 && (type || getIops(from) !== getIops(to)) ? { Iops: getIops(to) } : {};
  const [before, after] = [from, to].map(({ throughputMiBps = THROUGHPUT.least }) => throughputMiBps);
  const throughput = to.volumeType === 'gp3' && (type || before !== after) ? { Throughput: after } : {};
  const settings = { ...size, ...(type ? { VolumeType: to.volumeType } : {}), ...iops, ...throughput };
  return Object.keys(settings).length === 0 ? undefined : settings;
}

/** A day, the longest wait for one change (`TimeoutSeconds` of `state-machines/target-request.asl.json`). */
export const MAX_WAIT_SECONDS = 24 * 3600;

/**
 * Until a change is `completed`. EBS guide, Monitor the progress of volume modifications
 * (https://docs.aws.amazon.com/ebs/latest/userguide/monitoring-volume-modifications.html): "from a few minutes to a few
 * hours", "a fully used 1-TiB volume can take about 6 hours". A fully used volume is assumed.
 */
export const CHANGE_DURATION: Duration = {
  seconds: 180,
  secondsPerTiB: 6 * 3600,
  source: 'EBS guide, Monitor the progress of volume modifications; its least, and that all is used, are assumed',
  timeoutSeconds: 3600,
  timeoutSecondsPerTiB: 24 * 3600,
};

/** Wait of a plan for a change of a volume of this size. */
export function getChangeWait(sizeGiB: number): Wait {
  const { expectedSeconds, timeoutSeconds } = getWait(CHANGE_DURATION, sizeGiB);
  return { expectedSeconds, timeoutSeconds: Math.min(MAX_WAIT_SECONDS, timeoutSeconds) };
}
