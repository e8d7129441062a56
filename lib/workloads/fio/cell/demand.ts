/** Demand of fio on the simulated storage: a sequence of I/Os or file operations. */
import { type Demand, type StepDemand, ZERO_IOS, createMetadataDemand } from '../../demand';
import { computeMeanBytes, readSplit } from '../options/block-split';
import { isRandom, getReadShare } from '../options/operations';
import { countFlushes } from '../options/flushes';
import { getGivenLoad, getSetting } from '../options/options';
import { getBlockBytes, type DataParams, FILE_OPERATION, type CellParams, isMetadata } from '../schema';
import { FIO_LAYOUT_STEP, PARALLEL_CREATES, FIO_MEASURE_STEP } from './steps';
import { computeChecksumSeconds, READ_BACK_PAUSE_SECONDS, READ_BACK_DEPTH, computeReadBackIos } from './verify';

/** CPU seconds per I/O, kernel and fio together, on NFS and Lustre. Assumed: 65,000 IOPS per CPU. */
export const CPU_SECONDS_PER_IO = 1 / 65_000;
/** CPU seconds per file operation. Assumed. */
const CPU_SECONDS_PER_FILE = 50e-6;

export function computeDemand(params: CellParams): Readonly<Record<string, StepDemand>> {
  if (isMetadata(params)) {
    const { ioengine, numjobs, nrfiles } = params;
    const all = { until: 'done', units: numjobs * nrfiles } as const;
    const measured = createMetadataDemand({ [FILE_OPERATION[ioengine]]: 1 }, CPU_SECONDS_PER_FILE, numjobs, all);
    return ioengine === 'filedelete'
      ? {
          [FIO_LAYOUT_STEP]: createMetadataDemand({ create: 1 }, CPU_SECONDS_PER_FILE, PARALLEL_CREATES, all),
          [FIO_MEASURE_STEP]: measured,
        }
      : { [FIO_MEASURE_STEP]: measured };
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
      cpuSeconds: CPU_SECONDS_PER_IO + (1 - reads) * computeChecksumSeconds(params, write),
    },
    threads: numjobs,
    pace: toPace(params),
    extent: { until: 'time', warmUpSeconds: params.ramp_time, measuredSeconds: params.runtime },
    workingBytes: numjobs * size,
    buffered: direct === false,
  };
  return { [FIO_MEASURE_STEP]: params.verify === undefined ? measured : [measured, createReadBackDemand(params)] };
}

/** Reads with which each host verifies its files after the measurement. */
function createReadBackDemand(params: DataParams): Demand {
  const { count, bytes } = computeReadBackIos(params);
  return {
    unit: {
      reads: { count: 1, bytes },
      writes: ZERO_IOS,
      sequential: true,
      metadata: {},
      cpuSeconds: CPU_SECONDS_PER_IO + computeChecksumSeconds(params, bytes),
    },
    threads: params.numjobs,
    pace: { loop: 'closed', depth: READ_BACK_DEPTH },
    extent: { until: 'done', units: count },
    workingBytes: count * bytes,
    buffered: false,
    pauseSeconds: READ_BACK_PAUSE_SECONDS,
    unmeasured: true,
  };
}

/** Mean bytes per read, and per write. */
export function getIoBytes({ bs = 0, bssplit }: DataParams): readonly [number, number] {
  const split = bssplit === undefined ? null : readSplit(bssplit);
  return split === null ? [bs, bs] : [computeMeanBytes(split.read), computeMeanBytes(split.write)];
}

/** A job that pauses after each I/O makes at most one I/O per pause; this bound serves as its rate. */
function toPace(params: DataParams): Demand['pace'] {
  const { numjobs, iodepth } = params;
  const load = getGivenLoad(params, numjobs, getBlockBytes(params));
  return load === null ? { loop: 'closed', depth: iodepth } : { loop: 'open', rate: load.rate };
}
