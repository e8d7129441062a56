/** Parameters of the `ior` workload (https://ior.readthedocs.io/en/latest/userDoc/options.html). */
import * as z from 'zod';
import { listBroken, type Problem } from '../../../shapes/problem';
import { formatBytes } from '../../../shapes/quantity';
import { bytesSchema } from '../../../shapes/quantity-fields';
import { createParamsSchema, roleSchema, createIntegerSchema } from '../../fields';
import rules from '../../rules.json';
import words from '../../settings.json';
import { requireRanks, RANK_SCHEMAS, toRanks } from '../ranks';

export const iorSchema = createParamsSchema(words.ior, {
  kind: z.literal('ior'),
  role: roleSchema,
  ...RANK_SCHEMAS,
  filePerProc: z.boolean().default(true),
  transferSize: bytesSchema.default(1024 ** 2),
  blockSize: bytesSchema,
  segmentCount: createIntegerSchema(1, 1_000_000).default(1),
  repetitions: createIntegerSchema(1, 100).default(3),
  fsync: z.boolean().default(true),
  reorderTasks: z.boolean().default(true),
  direct: z.boolean().default(false),
  randomOffset: z.boolean().default(false),
})
  .superRefine(requireRanks)
  .transform(toRanks);

export type IorParams = Readonly<z.output<typeof iorSchema>>;

/** O_DIRECT requires whole blocks; 4 KiB suits all file systems. */
const DIRECT_BLOCK_BYTES = 4096;

/** Checks rules beyond the schema; `path` is relative to the workload's entry in the spec. */
export function checkParams({ transferSize, blockSize, reorderTasks, fsync, direct }: IorParams): readonly Problem[] {
  const { wholeTransfers, directBlocks, notWrittenThrough, ownFiles } = rules.ior;
  const fits = transferSize > 0 && blockSize > 0 && blockSize % transferSize === 0;
  return listBroken(
    [!fits, wholeTransfers, { blockSize: formatBytes(blockSize), transferSize: formatBytes(transferSize) }],
    [
      direct && transferSize % DIRECT_BLOCK_BYTES !== 0,
      directBlocks,
      { transferSize, directBytes: DIRECT_BLOCK_BYTES },
    ],
    [!fsync && !direct, notWrittenThrough],
    [!reorderTasks && !direct, ownFiles],
  );
}

/** A single host can only read the data that it wrote. */
export function checkHosts({ reorderTasks, direct }: IorParams, hosts: number): readonly Problem[] {
  return listBroken([hosts === 1 && reorderTasks && !direct, rules.ior.ownOfOne]);
}
