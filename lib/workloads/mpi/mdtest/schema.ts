/**
 * Parameters of the `mdtest` workload: files that many processes make, look up, read and remove, under one MPI job
 * (https://ior.readthedocs.io/en/latest/userDoc/options.html; options of mdtest itself: its `-h`).
 */
import * as z from 'zod';
import type { Problem } from '../../../shapes/problem';
import { bytes } from '../../../shapes/quantity-fields';
import { about } from '../../../shapes/setting';
import { also, elsewhere, role, unknownKeys, whole } from '../../fields';
import { oneOfRanks, rankFields, withRanks } from '../ranks';
import type { MpiParams } from '../tool';

export interface MdtestParams extends MpiParams {
  readonly kind: 'mdtest';
  readonly filesPerRank: number;
  readonly iterations: number;
  readonly ownDirectory: boolean;
  readonly shiftRanks: boolean;
  /** Bytes of each file. */
  readonly fileSize: number;
}

const MAX_FILES = 10_000_000;

const shape = {
  kind: z.literal('mdtest').meta(
    elsewhere({
      files: 'only files are made (`-F`): directories of their own go with `ownDirectory`',
      directory: 'the target says where files are',
    }),
  ),
  role,
  ...rankFields(800),
  filesPerRank: whole(1, MAX_FILES)
    .meta(also('n', 'files', 'items'))
    .meta(about('Files of each process (`-n`).', { examples: [4000] })),
  iterations: whole(1, 100)
    .default(3)
    .meta(also('i', 'repetitions'))
    .meta(about('How often all phases are gone through in a trial (`-i`): their mean is the figure.')),
  ownDirectory: z
    .boolean()
    .default(true)
    .meta(also('u', 'uniqueDir'))
    .meta(about('Each process works in a directory of its own (`-u`); else all in one, whose lock they share.')),
  shiftRanks: z
    .boolean()
    .default(false)
    .meta(also('N', 'stride'))
    .meta(
      about(
        'Files are looked up by the next host, read by the one after it, and removed by the third (`-N`): three ' +
          'hosts and more read no file where it was made. With `false` the memory of the host that made them answers.',
      ),
    ),
  fileSize: bytes
    .default(0)
    .meta(also('w', 'e', 'writeBytes', 'readBytes', 'size'))
    .meta(
      about('Bytes that are written into each file, and read (`-w`, `-e`). With 0 a read only opens and closes it.', {
        default: 0,
        examples: ['3901 B'],
      }),
    ),
};

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');

export const schema: z.ZodType<MdtestParams> = z
  .strictObject(shape, { error: unknownKeys(NAMES) })
  .superRefine(oneOfRanks)
  .transform(withRanks);

/** `path` is relative to the workload's entry in the spec. */
export function check({ shiftRanks }: MdtestParams): readonly Problem[] {
  const own =
    'lookups and reads ask the host that made the file: its memory may answer, and the figures be many times those ' +
    'of the file system. `shiftRanks: true` asks another host';
  return shiftRanks ? [] : [ownFiles(own)];
}

/** Each phase goes one host further, where there is another. */
export function checkHosts({ shiftRanks }: MdtestParams, hosts: number): readonly Problem[] {
  if (!shiftRanks || hosts > 2) return [];
  const asks =
    hosts === 1
      ? 'of one host lookups and reads ask the one that made the files'
      : 'of two hosts reads ask the one that made the files, since mdtest goes one host further with every phase';
  const more = 'its memory may answer. Three hosts and more have no such phase';
  return [ownFiles(`${asks}, whatever \`shiftRanks\` says: ${more}`)];
}

function ownFiles(message: string): Problem {
  return { severity: 'advice', code: 'OwnFilesRead', path: ['shiftRanks'], message };
}
