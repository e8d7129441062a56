/**
 * In-place changes of a volume: size can grow; type, IOPS and throughput can change in both directions.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ModifyVolume.html
 */
import { toVolumeId } from '../../shapes/disks';
import type { Change, ChangeRequest, RequestInput } from '../../shapes/requests';
import { formatFromTo, getWait, type Wait } from '../fsx-shared';
import { getIops, GP3_THROUGHPUT } from './limits';
import type { Ebs } from './schema';
import type { OperationTime } from '../durations';

/**
 * "You can modify a volume up to four times within a rolling 24-hour period" (API reference, ModifyVolume; formerly
 * once in six hours). A fifth change waits a day after the latest one, which is always long enough.
 */
export const MAX_VOLUME_CHANGES = 4;
export const VOLUME_COOL_DOWN_SECONDS = 24 * 3600;

/** Settings fixed at the creation of the host. */
const FIXED_SETTINGS = ['roles', 'volumes', 'stripeKiB', 'fileSystem'] as const;

/** One request for each volume, in sequence: AWS accepts the next change when this one is `completed`. */
export function planVolumeChange(from: Ebs, to: Ebs): Change {
  const fixed = FIXED_SETTINGS.filter((name) => String(from[name] ?? 'default') !== String(to[name] ?? 'default'));
  if (fixed.length > 0) {
    const what = fixed.map((name) => formatFromTo(name, from[name] ?? 'default', to[name] ?? 'default')).join(', ');
    return { kind: 'recreate', why: `${what}: a volume is created and formatted with its host` };
  }
  if (to.sizeGiB < from.sizeGiB)
    return { kind: 'recreate', why: `${formatFromTo('sizeGiB', from.sizeGiB, to.sizeGiB)}: a volume cannot shrink` };
  const settings = diffVolumeSettings(from, to);
  if (settings === undefined) return { kind: 'inPlace', requests: [] };
  const { expectedSeconds } = getVolumeChangeWait(to.sizeGiB);
  if (expectedSeconds > MAX_CHANGE_WAIT_SECONDS) {
    const hours = Math.round(expectedSeconds / 3600);
    const why = `AWS may take about ${hours} hours to change a volume of ${to.sizeGiB} GiB`;
    return { kind: 'recreate', why: `${why}; fsxbench waits at most 24` };
  }
  const requests = Array.from({ length: to.volumes }, (_, index): ChangeRequest => {
    const of = toVolumeId(index + 1);
    return {
      of,
      call: 'ec2:ModifyVolume',
      input: { VolumeId: `@${of}.id`, ...settings },
      ...getVolumeChangeWait(to.sizeGiB),
      coolDownSeconds: VOLUME_COOL_DOWN_SECONDS,
      coolsDownAfter: MAX_VOLUME_CHANGES,
      interruption: false,
    };
  });
  return { kind: 'inPlace', requests };
}

/** Settings of the request; undefined if nothing of the volume changes. */
function diffVolumeSettings(from: Ebs, to: Ebs): RequestInput | undefined {
  const size = from.sizeGiB === to.sizeGiB ? {} : { Size: to.sizeGiB };
  const type = from.volumeType !== to.volumeType;
  // A volume may keep old values with a new type, so the request sets all values.
  const iops = getIops(to) > 0 && (type || getIops(from) !== getIops(to)) ? { Iops: getIops(to) } : {};
  const [before, after] = [from, to].map(({ throughputMiBps = GP3_THROUGHPUT.least }) => throughputMiBps);
  const throughput = to.volumeType === 'gp3' && (type || before !== after) ? { Throughput: after } : {};
  const settings = { ...size, ...(type ? { VolumeType: to.volumeType } : {}), ...iops, ...throughput };
  return Object.keys(settings).length === 0 ? undefined : settings;
}

/** A day, the longest wait for one change (`TimeoutSeconds` of `state-machines/target-request.asl.yaml`). */
export const MAX_CHANGE_WAIT_SECONDS = 24 * 3600;

/**
 * Until a change is `completed`. EBS guide, Monitor the progress of volume modifications
 * (https://docs.aws.amazon.com/ebs/latest/userguide/monitoring-volume-modifications.html): "from a few minutes to a few
 * hours", "a fully used 1-TiB volume can take about 6 hours". A fully used volume is assumed.
 */
export const VOLUME_CHANGE_TIME: OperationTime = {
  seconds: 180,
  secondsPerTiB: 6 * 3600,
  source:
    'EBS guide, Monitor the progress of volume modifications; assumed: three minutes at least, and a fully used volume',
  timeoutSeconds: 3600,
  timeoutSecondsPerTiB: 24 * 3600,
};

/** Wait of a plan for a change of a volume of this size. */
export function getVolumeChangeWait(sizeGiB: number): Wait {
  const { expectedSeconds, timeoutSeconds } = getWait(VOLUME_CHANGE_TIME, sizeGiB);
  return { expectedSeconds, timeoutSeconds: Math.min(MAX_CHANGE_WAIT_SECONDS, timeoutSeconds) };
}
