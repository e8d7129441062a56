/** How long FSx for Lustre takes: modelled, for estimates and rehearsals; time-outs are generous. */
import { tebibytes } from '../fsx-shared';
import type { FsxLustre } from './schema';

/**
 * Users report 5 to 12 minutes for 1.2 to 10 TiB, and about 12 for 72 TB:
 * https://github.com/kubernetes-sigs/aws-fsx-csi-driver/issues/382
 */
const CREATE = { seconds: 600, perTiB: 1.7 };
const CREATE_TIMEOUT = { seconds: 3600, perTiB: 30 };
/** A user saw 16 minutes from 1.2 to 2.4 TiB with 900 GB in it; the time that it takes to optimise is assumed. */
const STORAGE = { expected: 1500, timeout: 4 * 3600 };
/** "Within minutes": https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-metadata-performance.html; assumed. */
const UPDATE = { expected: 900, timeout: 2 * 3600 };
/** Assumed: AWS says nothing of it. */
const DELETE_SECONDS = 300;

export interface Wait {
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/** Until a new file system is AVAILABLE. */
export function createWait({ storageGiB }: FsxLustre): Wait {
  const tib = tebibytes(storageGiB);
  return {
    expectedSeconds: Math.round(CREATE.seconds + CREATE.perTiB * tib),
    timeoutSeconds: Math.round(CREATE_TIMEOUT.seconds + CREATE_TIMEOUT.perTiB * tib),
  };
}

/** Until a change of storage is done and its data are spread. */
export function storageWait(): Wait {
  return { expectedSeconds: STORAGE.expected, timeoutSeconds: STORAGE.timeout };
}

/** Until a change of throughput or of metadata operations is done. */
export function updateWait(): Wait {
  return { expectedSeconds: UPDATE.expected, timeoutSeconds: UPDATE.timeout };
}

/** Until a deleted file system is gone. */
export function deleteSeconds(): number {
  return DELETE_SECONDS;
}
