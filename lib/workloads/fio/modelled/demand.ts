/** What fio asks of the storage: one I/O, or one operation on a file, after the other. */
import type { FileOperation } from '../../../shapes/file-operation';
import { type Demand, NONE } from '../../demand';
import { FILE_OPERATION, type FioParams, isMetadata } from '../schema';
import { LAYOUT, MADE_AT_ONCE, MEASURE } from '../steps';

/** Share of reads in a mix, where the spec does not say: fio's default of `rwmixread`, percent. */
const READ_PERCENT = 50;
/**
 * Processor time of an I/O, kernel and fio together: as fio needs on NFS and Lustre. Assumed: 65,000 a second of one
 * processor.
 */
const IO_SECONDS = 1 / 65_000;
/** The same of an operation on a file. Assumed. */
const FILE_SECONDS = 50e-6;

/** For the `modelled` member of the workload. */
export function demand(params: FioParams): Readonly<Record<string, Demand>> {
  if (isMetadata(params)) {
    const { ioengine, numjobs, nrfiles } = params;
    const measured = onFiles(FILE_OPERATION[ioengine], numjobs, numjobs * nrfiles);
    return ioengine === 'filedelete'
      ? { [LAYOUT]: onFiles('create', MADE_AT_ONCE, numjobs * nrfiles), [MEASURE]: measured }
      : { [MEASURE]: measured };
  }
  const { rw, rwmixread = READ_PERCENT, bs: bytes, iodepth, numjobs, size, direct } = params;
  const mixed = rw === 'randrw' || rw === 'rw';
  const reads = mixed ? rwmixread / 100 : rw === 'randread' || rw === 'read' ? 1 : 0;
  return {
    [MEASURE]: {
      unit: {
        reads: { count: reads, bytes },
        writes: { count: 1 - reads, bytes },
        sequential: !rw.startsWith('rand'),
        metadata: {},
        cpuSeconds: IO_SECONDS,
      },
      threads: numjobs,
      pace: { loop: 'closed', depth: iodepth },
      extent: { until: 'time', warmUpSeconds: params.ramp_time, measuredSeconds: params.runtime },
      workingBytes: numjobs * size,
      buffered: direct === false,
    },
  };
}

/** One operation on each file, one at a time in each thread. */
function onFiles(operation: FileOperation, threads: number, units: number): Demand {
  return {
    unit: { reads: NONE, writes: NONE, sequential: false, metadata: { [operation]: 1 }, cpuSeconds: FILE_SECONDS },
    threads,
    pace: { loop: 'closed', depth: 1 },
    extent: { until: 'done', units },
    workingBytes: 0,
    buffered: false,
  };
}
