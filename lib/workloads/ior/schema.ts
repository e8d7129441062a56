/** Parameters of the `ior` workload (https://ior.readthedocs.io/en/latest/userDoc/options.html). */
import * as z from 'zod';
import { bytes } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';
import { also, elsewhere, role, unknownKeys, whole } from '../fields';

export interface IorParams {
  readonly kind: 'ior';
  readonly role: string;
  /** Processes of all hosts together, the same number on each. */
  readonly ranks: number;
  readonly filePerProc: boolean;
  /** Bytes of one transfer, and of what a process writes in one piece. */
  readonly transferSize: number;
  readonly blockSize: number;
  readonly segmentCount: number;
  readonly repetitions: number;
  readonly fsync: boolean;
  readonly reorderTasks: boolean;
}

const MAX_RANKS = 262_144;

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
  ranks: whole(1, MAX_RANKS)
    .meta(also('np', 'tasks', 'numTasks', 'processes', 'numjobs'))
    .meta(about('Processes of all hosts together (`mpirun -np`).', { examples: [64] })),
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
};

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');

export const schema: z.ZodType<IorParams> = z.strictObject(shape, { error: unknownKeys(NAMES) });
