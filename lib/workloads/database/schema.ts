/**
 * Parameters of the `database` workload: the I/O of a mail or SQL database, modeled on Exchange Jetstress, or phases
 * that create, copy or checksum whole databases.
 */
import * as z from 'zod';
import { bytesSchema, secondsSchema } from '../../shapes/quantity-fields';
import { createParamsSchema, createRateSchema, roleSchema, createIntegerSchema } from '../fields';
import words from '../settings.json';

/** Phases on whole databases, in this order. */
export const DATABASE_PHASES = ['create', 'copy', 'checksum'] as const;
export type DatabasePhase = (typeof DATABASE_PHASES)[number];

/** Parameters of a load of fixed duration. */
export interface LoadParams extends CommonParams {
  /** Database I/Os per second per host; `max`: closed loop. */
  readonly rate: number | 'max';
  /** Seconds. */
  readonly warmUp: number;
  readonly measure: number;
}

/** Parameters of phases on whole databases; each phase lasts until its work is done. */
export interface PhaseParams extends CommonParams {
  readonly phases: readonly DatabasePhase[];
  /** Databases that each host copies. */
  readonly copies: number;
}

interface CommonParams {
  readonly kind: 'database';
  readonly role: string;
  readonly profile: 'mail' | 'sql';
  /** Of each host. */
  readonly databases: number;
  /** Bytes of each. */
  readonly size: number;
}

export type DatabaseParams = LoadParams | PhaseParams;

/** Whether the parameters are phases, not a load. */
export function hasPhases(params: DatabaseParams): params is PhaseParams {
  return 'phases' in params;
}

/** Default size: four databases with their copies, and those of a load, fit on one 128 GiB disk. */
const DEFAULT_SIZE = 8 * 1024 ** 3;
const DEFAULT_WARM_UP = 120;
const DEFAULT_MEASURE = 600;
const MAX_DATABASES = 1000;
/** More than fio can start on any host of EC2. Assumed. */
const MAX_RATE = 2_000_000;

const LOAD_ONLY = 'without `phases`';
const PHASES_ONLY = 'with `phases`';

/** Schema of the parameters. Parsing its output again gives the same parameters. */
export const databaseSchema = createParamsSchema(words.database, {
  kind: z.literal('database'),
  role: roleSchema,
  profile: z.enum(['mail', 'sql']).default('mail'),
  databases: createIntegerSchema(1, MAX_DATABASES).default(1),
  size: bytesSchema.default(DEFAULT_SIZE),
  rate: createRateSchema(MAX_RATE, 'I/Os a second of each host').optional(),
  warmUp: secondsSchema.optional(),
  measure: secondsSchema.optional(),
  phases: z
    .array(z.enum(DATABASE_PHASES))
    .min(1, { error: `at least one of ${DATABASE_PHASES.join(', ')}` })
    .refine((given) => new Set(given).size === given.length, { error: 'each phase once' })
    .optional(),
  copies: createIntegerSchema(1, MAX_DATABASES).optional(),
}).transform((raw, context): DatabaseParams => {
  const { rate, warmUp, measure, phases, copies, ...common } = raw;
  const misplaced = (given: Readonly<Record<string, unknown>>, where: string): void => {
    for (const [name, value] of Object.entries(given))
      if (value !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `\`${name}\` applies only ${where}; remove it`,
        });
  };
  if (phases === undefined) {
    misplaced({ copies }, PHASES_ONLY);
    return { ...common, rate: rate ?? 'max', warmUp: warmUp ?? DEFAULT_WARM_UP, measure: measure ?? DEFAULT_MEASURE };
  }
  misplaced({ rate, warmUp, measure }, LOAD_ONLY);
  if (!phases.includes('copy')) misplaced({ copies }, 'if `phases` includes `copy`');
  if (copies !== undefined && copies > common.databases)
    context.addIssue({
      code: 'custom',
      path: ['copies'],
      message: `found ${copies}; each host has only ${common.databases} databases`,
    });
  return {
    ...common,
    phases: DATABASE_PHASES.filter((one) => phases.includes(one)),
    copies: copies ?? common.databases,
  };
});

/**
 * Bytes that a phase processes on each host: written by `create`, copied by `copy`, read by `checksum`, which checks
 * the copies or, without `copy`, the databases.
 */
export function getPhaseBytes(
  phase: DatabasePhase,
  { size, databases, copies, phases }: Pick<PhaseParams, 'size' | 'databases' | 'copies' | 'phases'>,
): number {
  return size * (phase !== 'create' && phases.includes('copy') ? copies : databases);
}
