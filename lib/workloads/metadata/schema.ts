/** Parameters of the `metadata` workload: file and directory operations by many processes on all hosts. */
import * as z from 'zod';
import { listBroken, type Problem } from '../../shapes/problem';
import { secondsSchema } from '../../shapes/quantity-fields';
import { createValueError, createParamsSchema, roleSchema, createIntegerSchema } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';
import { getFacts, getPrerequisite, OPERATION_NAMES, type OperationName } from './operations';

/** Upper bound against typing errors: 4096 hosts with 64 processes each. */
const MAX_RANKS = 262_144;
const MAX_FILES = 1_000_000;

const operationSchema = z.enum(OPERATION_NAMES as [OperationName, ...OperationName[]], {
  error: createValueError(OPERATION_NAMES.join(', ')),
});

/** Schema of the parameters; sorts operations. Parsing its output again gives the same parameters. */
export const metadataSchema = createParamsSchema(words.metadata, {
  kind: z.literal('metadata'),
  role: roleSchema,
  ranks: createIntegerSchema(1, MAX_RANKS),
  filesPerRank: createIntegerSchema(1, MAX_FILES).default(10_000),
  runtime: secondsSchema.default(20),
  operations: z
    .array(operationSchema, { error: createValueError(`a list of ${OPERATION_NAMES.join(', ')}`) })
    .min(1, { error: createValueError('at least one operation') })
    .default(['create', 'stat', 'read', 'remove']),
  ownDirectory: z.boolean().default(true),
  shiftRanks: z.boolean().default(true),
}).transform((raw) => ({
  ...raw,
  operations: OPERATION_NAMES.filter((name) => raw.operations.includes(name)),
}));

export type MetadataParams = Readonly<z.output<typeof metadataSchema>>;

/** Allowed run time, seconds. Shorter phases mostly measure process start-up; longer phases exceed a batch. */
const RUNTIME_LIMITS = { least: 2, most: 3600 };

/** Reports missing prerequisites, and lookups that caches would answer. */
export function checkParams({ operations, runtime, shiftRanks }: MetadataParams): readonly Problem[] {
  const missing = operations.flatMap((name) => {
    const needs = getPrerequisite(name);
    if (needs === undefined) return [];
    return listBroken([!operations.includes(needs), rules.metadata.nothingToWorkOn, { name, needs }]);
  });
  const looks = operations.some((name) => getFacts(name).looks);
  return [
    ...missing,
    ...listBroken(
      [
        runtime < RUNTIME_LIMITS.least || runtime > RUNTIME_LIMITS.most,
        rules.metadata.runtime,
        { runtime, ...RUNTIME_LIMITS },
      ],
      [!shiftRanks && looks, rules.ownLookups],
    ),
  ];
}

/** A host without a process costs money but has no figures. */
export function checkHosts({ ranks }: MetadataParams, hosts: number): readonly Problem[] {
  return listBroken([ranks < hosts, rules.metadata.idleHosts, { ranks, hosts }]);
}
