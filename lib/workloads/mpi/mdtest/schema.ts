/** Parameters of `mdtest` (https://ior.readthedocs.io/en/latest/userDoc/options.html; `mdtest -h`). */
import * as z from 'zod';
import { listBroken, type Problem } from '../../../shapes/problem';
import { bytesSchema } from '../../../shapes/quantity-fields';
import { createParamsSchema, roleSchema, createIntegerSchema } from '../../fields';
import rules from '../../rules.json';
import words from '../../settings.json';
import { requireRanks, RANK_SCHEMAS, toRanks } from '../ranks';

const MAX_FILES = 10_000_000;

export const mdtestSchema = createParamsSchema(words.mdtest, {
  kind: z.literal('mdtest'),
  role: roleSchema,
  ...RANK_SCHEMAS,
  filesPerRank: createIntegerSchema(1, MAX_FILES),
  iterations: createIntegerSchema(1, 100).default(3),
  ownDirectory: z.boolean().default(true),
  shiftRanks: z.boolean().default(false),
  fileSize: bytesSchema.default(0),
})
  .superRefine(requireRanks)
  .transform(toRanks);

export type MdtestParams = Readonly<z.output<typeof mdtestSchema>>;

/** Checks rules beyond the schema; `path` is relative to the workload's entry in the spec. */
export function checkParams({ shiftRanks }: MdtestParams): readonly Problem[] {
  return listBroken([!shiftRanks, rules.ownLookups]);
}

/** Each phase shifts by one host, so at least three hosts are needed. */
export function checkHosts({ shiftRanks }: MdtestParams, hosts: number): readonly Problem[] {
  return listBroken(
    [shiftRanks && hosts === 1, rules.mdtest.ownOfOne],
    [shiftRanks && hosts === 2, rules.mdtest.ownOfTwo],
  );
}
