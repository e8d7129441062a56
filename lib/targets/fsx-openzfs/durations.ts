/** How long FSx for OpenZFS takes: AWS publishes nothing, so all of it is assumed; time-outs are generous. */

export interface Wait {
  readonly expectedSeconds: number;
  readonly timeoutSeconds: number;
}

/** Assumed within the 8 to 20 minutes that people tell of. */
export const CREATE: Wait = { expectedSeconds: 840, timeoutSeconds: 3600 };
/** Assumed: a volume is only an entry in a file system that exists. */
export const VOLUME: Wait = { expectedSeconds: 60, timeoutSeconds: 900 };
/** Assumed within 10 to 25 minutes: the file server is exchanged. */
export const THROUGHPUT: Wait = { expectedSeconds: 1050, timeoutSeconds: 2 * 3600 };
/** Assumed. */
export const IOPS: Wait = { expectedSeconds: 600, timeoutSeconds: 2 * 3600 };
/** Assumed; what the disks do afterwards included. */
export const STORAGE: Wait = { expectedSeconds: 1200, timeoutSeconds: 4 * 3600 };
/** Assumed within 5 to 15 minutes. */
export const DELETE_SECONDS = 600;
