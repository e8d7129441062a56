/** Throughput modes and amounts: which there are, and when they may be changed. */
import type { CreateFileSystemCommandInput } from '@aws-sdk/client-efs';
import { badRequest, efsError } from './errors';
import type { FileSystemRecord, Throughput } from './state';

/** "1-3414 MiBps". API reference, CreateFileSystem */
const PROVISIONED = { least: 1, most: 3414 };
/** API reference, UpdateFileSystem, TooManyRequests. */
const DAY_MS = 24 * 3_600_000;

type Asked = Pick<CreateFileSystemCommandInput, 'ThroughputMode' | 'ProvisionedThroughputInMibps'>;

/**
 * What a create or an update asks for.
 * @throws ServiceError BadRequest for an amount that is missing, or that its mode does not have, and
 * ThroughputLimitExceeded
 */
export function throughputOf(asked: Asked, before?: Throughput): Throughput {
  const mode = asked.ThroughputMode ?? before?.mode ?? 'bursting';
  if (!['bursting', 'provisioned', 'elastic'].includes(mode)) throw badRequest(`invalid throughput mode: ${mode}`);
  const provisioned = asked.ProvisionedThroughputInMibps;
  if (mode !== 'provisioned') {
    if (provisioned !== undefined)
      throw badRequest(`ProvisionedThroughputInMibps cannot be given with throughput mode ${mode}`);
    return { mode };
  }
  const amount = provisioned ?? before?.provisioned;
  if (amount === undefined) throw badRequest('throughput mode provisioned needs ProvisionedThroughputInMibps');
  if (amount < PROVISIONED.least)
    throw badRequest(`ProvisionedThroughputInMibps must be at least ${PROVISIONED.least}`);
  if (amount > PROVISIONED.most)
    throw efsError('ThroughputLimitExceeded', `the limit of ${PROVISIONED.most} MiB/s has been reached`);
  return { mode, provisioned: amount };
}

/** Whether a change is taken only a day after any other: another mode, or less (EFS guide, Managing throughput). */
function isSeldom(from: Throughput, to: Throughput): boolean {
  return from.mode !== to.mode || (to.provisioned ?? 0) < (from.provisioned ?? 0);
}

/** @throws ServiceError TooManyRequests */
export function requirePause({ changedAt, throughput }: FileSystemRecord, to: Throughput, now: number): void {
  if (!isSeldom(throughput, to) || changedAt === undefined || now >= changedAt + DAY_MS) return;
  const when = new Date(changedAt + DAY_MS).toISOString();
  const what = 'the maximum number of throughput mode changes or provisioned throughput value decreases';
  throw efsError('TooManyRequests', `You have reached ${what}. Wait until ${when} and try again.`);
}
