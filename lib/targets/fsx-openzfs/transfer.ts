/** What one NFS request may carry on the smallest servers of OpenZFS, which agree to less than clients ask for. */
import type { Problem } from '../../shapes/problem';
import { finding } from '../fsx-shared';
import type { NfsMount } from '../nfs-mount';
import type { FsxOpenZfs } from './schema';

const SOURCE = 'https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance.html';
/** Bytes, by MB/s of the server. The page had them in 2023; whether it is so still is not sure, so that it warns. */
const MOST: Readonly<Record<number, number>> = { 64: 262_144, 128: 524_288 };

/** Findings with paths relative to the mount. Left out, a mount takes what the server agrees to. */
export function checkMount({ throughputMBps }: FsxOpenZfs, mount: NfsMount): Problem[] {
  const most = MOST[throughputMBps];
  if (most === undefined) return [];
  return (['rsize', 'wsize'] as const).flatMap((setting) => {
    const { [setting]: asked = 0 } = mount;
    if (asked <= most) return [];
    const message =
      `found ${asked}; a server of ${throughputMBps} MB/s was said to agree to ${most} bytes at most, and a trial ` +
      `whose mount is not as it was asked for does not count: write ${most / 1024}k, leave it out for what the ` +
      'server agrees to, or take more throughputMBps';
    return [finding('warning', 'TransferSize', setting, message, SOURCE)];
  });
}
