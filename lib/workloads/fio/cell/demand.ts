/** Demand of fio on the simulated storage: a sequence of I/Os or file operations. */
import { type Demand, type StepDemand, NO_IOS, toFileDemand } from '../../demand';
import { meanBytes, readSplit } from '../options/block-split';
import { isRandom, getReadShare } from '../options/operations';
import { countFlushes } from '../options/flushes';
import { getGivenLoad, getSetting } from '../options/options';
import { blockBytes, type DataParams, FILE_OPERATION, type CellParams, isMetadata } from '../schema';
import { LAYOUT, PARALLEL_CREATES, MEASURE } from './steps';
import { checksumSeconds, PAUSE_SECONDS, READ_BACK_DEPTH, readBackIos } from './verify';

/** CPU seconds per I/O, kernel and fio together, on NFS and Lustre. Assumed: 65,000 IOPS per CPU. */
export const IO_SECONDS = 1 / 65_000;
/** CPU seconds per file operation. Assumed. */
const FILE_SECONDS = 50e-6;

/** Demand of each step, for rehearsals. */
export function demand(params: CellParams): Readonly<Record<string, StepDemand>> {
  if (isMetadata(params)) {
    const { ioengine, numjobs, nrfiles } = params;
    const all = { until: 'done', units: numjobs * nrfiles } as const;
    const measured = toFileDemand({ [FILE_OPERATION[ioengine]]: 1 }, FILE_SECONDS, numjobs, all);
    return ioengine === 'filedelete'
      ? { [LAYOUT]: toFileDemand({ create: 1 }, FILE_SECONDS, PARALLEL_CREATES, all), [MEASURE]: measured }
      : { [MEASURE]: measured };
  }
  const { rw, rwmixread, numjobs, size, direct } = params;
  const reads = getReadShare(rw, rwmixread);
  const [read, write] = getIoBytes(params);
  const measured: Demand = {
    unit: {
      reads: { count: reads, bytes: read },
      writes: { count: 1 - reads, bytes: write },
      flushes: (1 - reads) * countFlushes((name) => getSetting(params, name)),
      sequential: !isRandom(rw),
      metadata: {},
      cpuSeconds: IO_SECONDS + (1 - reads) * checksumSeconds(params, write),
    },
    threads: numjobs,
    pace: toPace(params),
    extent: { until: 'time', warmUpSeconds: params.ramp_time, measuredSeconds: params.runtime },
    workingBytes: numjobs * size,
    buffered: direct === false,
  };
  return { [MEASURE]: params.verify === undefined ? measured : [measured, toReadBack(params)] };
}

/** Reads with which each host verifies its files after the measurement. */
function toReadBack(params: DataParams): Demand {
  const { count, bytes } = readBackIos(params);
  return {
    unit: {
      reads: { count: 1, bytes },
      writes: NO_IOS,
      sequential: true,
      metadata: {},
      cpuSeconds: IO_SECONDS + checksumSeconds(params, bytes),
    },
    threads: params.numjobs,
    pace: { loop: 'closed', depth: READ_BACK_DEPTH },
    extent: { until: 'done', units: count },
    workingBytes: count * bytes,
    buffered: false,
    pauseSeconds: PAUSE_SECONDS,
    unmeasured: true,
  };
}

/** Mean bytes per read, and per write. */
export function getIoBytes({ bs = 0, bssplit }: DataParams): readonly [number, number] {
  const split = bssplit === undefined ? null : readSplit(bssplit);
  return split === null ? [bs, bs] : [meanBytes(split.read), meanBytes(split.write)];
}

/** A job that pauses after each I/O makes at most one I/O per pause; this bound serves as its rate. */
function toPace(params: DataParams): Demand['pace'] {
  const { numjobs, iodepth } = params;
  const load = getGivenLoad(params, numjobs, blockBytes(params));
  return load === null ? { loop: 'closed', depth: iodepth } : { loop: 'open', rate: load.rate };
}
