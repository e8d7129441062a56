/** Parameters of the `metadata` workload: operations on files and directories by many processes of all hosts. */
import * as z from 'zod';
import { seconds } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';
import { allowed, also, elsewhere, role, unknownKeys, whole } from '../fields';
import { OPERATION_NAMES, type OperationName } from './operations';

export interface MetadataParams {
  readonly kind: 'metadata';
  /** Role whose hosts run the processes. */
  readonly role: string;
  /** Processes of all hosts together, dealt out one by one. */
  readonly ranks: number;
  /** Files, or directories, of each process at most. */
  readonly filesPerRank: number;
  /** Seconds of each operation at most. */
  readonly runtime: number;
  /** What is measured, each once, in the order of {@link OPERATION_NAMES}. */
  readonly operations: readonly OperationName[];
  readonly ownDirectory: boolean;
  readonly shiftRanks: boolean;
}

/** More are a slip of the pen: 4096 hosts of 64 processes. */
const MAX_RANKS = 262_144;
const MAX_FILES = 1_000_000;
const DEFAULTS = { filesPerRank: 10_000, runtime: '20s', operations: ['create', 'stat', 'read', 'remove'] as const };

const operation = z.enum(OPERATION_NAMES as [OperationName, ...OperationName[]], {
  error: allowed(OPERATION_NAMES.join(', ')),
});

const shape = {
  kind: z.literal('metadata').meta(
    elsewhere({
      iterations: '`design.replicates` repeats trials',
      fileSize: 'files are empty: `mdtest`, `tree-copy` and `fio` write data',
      directory: 'the target says where files are',
    }),
  ),
  role,
  ranks: whole(1, MAX_RANKS)
    .meta(also('np', 'tasks', 'processes', 'numjobs', 'workers'))
    .meta(about('Processes of all hosts together, dealt out host by host.', { examples: [64] })),
  filesPerRank: whole(1, MAX_FILES)
    .default(DEFAULTS.filesPerRank)
    .meta(also('n', 'files', 'items', 'nrfiles'))
    .meta(about('Files, or directories, of each process at most.')),
  runtime: seconds
    .default(20)
    .meta(also('duration', 'time', 'seconds', 'stonewall'))
    .meta(
      about(
        'Seconds of each operation at most: what is not done then is left. All begin each one at an agreed instant.',
        {
          default: DEFAULTS.runtime,
          examples: [DEFAULTS.runtime, '1m'],
        },
      ),
    ),
  operations: z
    .array(operation, { error: allowed(`a list of ${OPERATION_NAMES.join(', ')}`) })
    .min(1, { error: allowed('at least one operation') })
    .default([...DEFAULTS.operations])
    .meta(also('phases', 'ops', 'operation'))
    .meta(
      about(`What is measured, one after the other: ${OPERATION_NAMES.join(', ')}, in this order.`, {
        default: 'create, stat, read, remove',
        examples: [['create', 'rename', 'remove']],
      }),
    ),
  ownDirectory: z
    .boolean()
    .default(true)
    .meta(also('u', 'uniqueDir'))
    .meta(about('Each process works in a directory of its own; else all in one, whose lock they share.')),
  shiftRanks: z
    .boolean()
    .default(true)
    .meta(also('N', 'stride'))
    .meta(
      about(
        'Files are looked up, read, renamed and removed by the next process, on another host than made them. With ' +
          '`false` the memory of the host that made them may answer.',
      ),
    ),
};

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<MetadataParams> = z.strictObject(shape, { error: unknownKeys(NAMES) }).transform(
  (raw): MetadataParams => ({
    ...raw,
    operations: OPERATION_NAMES.filter((name) => raw.operations.includes(name)),
  }),
);
