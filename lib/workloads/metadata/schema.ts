/** Parameters of the `metadata` workload: operations on files and directories by many processes of all hosts. */
import * as z from 'zod';
import type { Problem } from '../../shapes/problem';
import { seconds } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';
import { allowed, also, elsewhere, role, unknownKeys, whole } from '../fields';
import { factsOf, neededBy, OPERATION_NAMES, type OperationName } from './operations';

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

/** Below, starting processes weighs as much as what they do. */
const LEAST_SECONDS = 2;
/** A trial of so many phases lasts longer than batches do. */
const MOST_SECONDS = 3600;

/** Operations that lack what they work on, and what the memory of hosts would answer. */
export function check({ operations, runtime, shiftRanks }: MetadataParams): readonly Problem[] {
  const found: Problem[] = [];
  const error = (code: string, name: string, message: string): void => {
    found.push({ severity: 'error', code, path: [name], message });
  };
  for (const name of operations) {
    const needs = neededBy(name);
    if (needs !== undefined && !operations.includes(needs))
      error('NothingToWorkOn', 'operations', `\`${name}\` works on what \`${needs}\` makes: add \`${needs}\``);
  }
  if (runtime < LEAST_SECONDS || runtime > MOST_SECONDS) {
    const message = `found ${runtime} s; allowed: ${LEAST_SECONDS} to ${MOST_SECONDS} s an operation`;
    error('OutOfRange', 'runtime', message);
  }
  if (!shiftRanks && operations.some((name) => factsOf(name).looks)) {
    const message =
      'lookups and reads ask the host that made the file: its memory may answer, and the figures be many times those ' +
      'of the file system. `shiftRanks: true` asks another host';
    found.push({ severity: 'advice', code: 'OwnFilesRead', path: ['shiftRanks'], message });
  }
  return found;
}

/** Each host has a process, or it is paid for nothing, and gives no figure. */
export function ofHosts({ ranks }: MetadataParams, hosts: number): readonly Problem[] {
  if (ranks >= hosts) return [];
  const message = `found ${ranks}; allowed: ${hosts} and more, one for each host at least`;
  return [{ severity: 'error', code: 'IdleHosts', path: ['ranks'], message }];
}
