/** Parameters of the `ior` workload (https://ior.readthedocs.io/en/latest/userDoc/options.html). */
import * as z from 'zod';
import type { Problem } from '../../../shapes/problem';
import { formatBytes } from '../../../shapes/quantity';
import { bytes } from '../../../shapes/quantity-fields';
import { about } from '../../../shapes/setting';
import { also, elsewhere, role, unknownKeys, whole } from '../../fields';
import { oneOfRanks, rankFields, withRanks } from '../ranks';
import type { MpiParams } from '../tool';

export interface IorParams extends MpiParams {
  readonly kind: 'ior';
  readonly filePerProc: boolean;
  /** Bytes of one transfer, and of what a process writes in one piece. */
  readonly transferSize: number;
  readonly blockSize: number;
  readonly segmentCount: number;
  readonly repetitions: number;
  readonly fsync: boolean;
  readonly reorderTasks: boolean;
  /** Past the memory of hosts. */
  readonly direct: boolean;
  /** Transfers of a block in an order that is drawn. */
  readonly randomOffset: boolean;
}

const shape = {
  kind: z.literal('ior').meta(
    elsewhere({
      api: 'POSIX is what is measured',
      collective: 'POSIX knows no collective transfers',
      testFile: 'the target says where files are',
      writeFile: 'each repetition writes and reads',
      readFile: 'each repetition writes and reads',
    }),
  ),
  role,
  ...rankFields(64),
  filePerProc: z
    .boolean()
    .default(true)
    .meta(also('F', 'filePerProcess'))
    .meta(about('Each process has a file of its own (`-F`); else all share one.')),
  transferSize: bytes
    .default(1024 ** 2)
    .meta(also('t', 'xfer', 'bs'))
    .meta(about('Bytes of one transfer (`-t`).', { default: '1 MiB', examples: ['4 MiB'] })),
  blockSize: bytes
    .meta(also('b', 'size'))
    .meta(
      about('Bytes that a process writes in one piece (`-b`); a multiple of `transferSize`.', { examples: ['16 GiB'] }),
    ),
  segmentCount: whole(1, 1_000_000)
    .default(1)
    .meta(also('s', 'segments'))
    .meta(about('Such pieces of each process (`-s`).')),
  repetitions: whole(1, 100)
    .default(3)
    .meta(also('i', 'iterations'))
    .meta(about('How often all is written and read in a trial (`-i`): their mean is the figure.')),
  fsync: z
    .boolean()
    .default(true)
    .meta(also('e'))
    .meta(about('A file is written through before it is closed (`-e`), within the time that counts.')),
  reorderTasks: z
    .boolean()
    .default(true)
    .meta(also('C', 'reorderTasksConstant'))
    .meta(about('Data are read by another host than wrote them (`-C`); else its memory answers.')),
  direct: z
    .boolean()
    .default(false)
    .meta(also('B', 'useO_DIRECT', 'odirect', 'posix.odirect', 'o_direct'))
    .meta(about('Past the memory of hosts (O_DIRECT: `--posix.odirect`; of IOR until 3.2 `-B`, which hosts know).')),
  randomOffset: z
    .boolean()
    .default(false)
    .meta(also('z', 'random'))
    .meta(about('Transfers in an order that is drawn (`-z`), not one after the other.')),
};

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');

export const schema: z.ZodType<IorParams> = z
  .strictObject(shape, { error: unknownKeys(NAMES) })
  .superRefine(oneOfRanks)
  .transform(withRanks);

/** O_DIRECT takes whole blocks: 4 KiB fit all file systems. */
const DIRECT_BYTES = 4096;

/** `path` is relative to the workload's entry in the spec. */
export function check({ transferSize, blockSize, reorderTasks, fsync, direct }: IorParams): readonly Problem[] {
  const found: Problem[] = [];
  if (transferSize === 0 || blockSize === 0 || blockSize % transferSize !== 0) {
    const message =
      `found ${formatBytes(blockSize)} with a \`transferSize\` of ${formatBytes(transferSize)}; allowed: a whole ` +
      'number of transfers, one at least';
    found.push({ severity: 'error', code: 'BadValue', path: ['blockSize'], message });
  }
  if (direct && transferSize % DIRECT_BYTES !== 0) {
    const message = `found ${transferSize} B with \`direct\`; allowed: multiples of ${DIRECT_BYTES} bytes`;
    found.push({ severity: 'error', code: 'BadValue', path: ['transferSize'], message });
  }
  if (!fsync && !direct) {
    const message =
      'what is written may be in the memory of the hosts when the time ends, and `write_bandwidth` be that of their ' +
      'memory. `fsync: true` waits until it is on the storage';
    found.push({ severity: 'advice', code: 'NotWrittenThrough', path: ['fsync'], message });
  }
  const own = 'each host reads what it has written: its memory may answer. `reorderTasks: true` asks another host';
  return reorderTasks || direct ? found : [...found, ownFiles(own)];
}

/** One host alone has nobody else whose data it could read. */
export function checkHosts({ reorderTasks, direct }: IorParams, hosts: number): readonly Problem[] {
  if (hosts > 1 || !reorderTasks || direct) return [];
  return [
    ownFiles(
      'one host reads what it has written itself, whatever `reorderTasks` says: its memory may answer, unless that ' +
        'is much smaller than what is written. Two hosts or more, or `direct: true`',
    ),
  ];
}

function ownFiles(message: string): Problem {
  return { severity: 'advice', code: 'OwnFilesRead', path: ['reorderTasks'], message };
}
