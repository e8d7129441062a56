/** Parameters of the `command` workload: the user's script and its metrics. */
import * as z from 'zod';
import { METRIC_NAME_PATTERN } from '../../shapes/metric';
import { listBroken, type Problem } from '../../shapes/problem';
import { secondsSchema } from '../../shapes/quantity-fields';
import { createValueError, createParamsSchema, roleSchema } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';
import { declaredMetricSchema } from './declared-metrics';

/**
 * Maximum UTF-8 bytes of a script, and of all variables together. Each reaches the host in one environment variable,
 * which Linux limits to 128 KiB (MAX_ARG_STRLEN, execve(2)).
 */
const MAX_SCRIPT_BYTES = 120 * 1024;
const MAX_METRICS = 20;
/** Names that fsxbench sets, or that change how the shell or the dynamic loader runs programs. */
const RESERVED_VARIABLES =
  /^(FSXBENCH_.*|TARGET_DIR|RESULTS_FILE|OUT_DIR|HOST_NAME|HOST_INDEX|HOST_COUNT|PATH|BASH_ENV|ENV|IFS|LD_.*)$/;

const scriptError = createValueError('a script: text of at most 120 KiB (UTF-8)');
const scriptSchema = z
  .string({ error: scriptError })
  .refine((text) => text.trim() !== '' && Buffer.byteLength(text) <= MAX_SCRIPT_BYTES && !text.includes('\0'), {
    error: scriptError,
  });

const valueError = createValueError('a text of one line, a number, true or false');
const valueSchema = z
  .union([z.string(), z.number(), z.boolean()], { error: valueError })
  .transform(String)
  .refine((text) => text.length <= 1024 && !/\p{Cc}/u.test(text), { error: valueError });

const nameError = createValueError(
  'capitals, digits and _, e.g. SIZE; PATH, LD_* and names that fsxbench sets are reserved',
);
const envSchema = z
  .record(
    z
      .string()
      .refine((name) => /^[A-Z][A-Z0-9_]{0,63}$/.test(name) && !RESERVED_VARIABLES.test(name), { error: nameError }),
    valueSchema,
    { error: createValueError('variables by name') },
  )
  .refine((all) => Buffer.byteLength(Object.entries(all).join()) <= MAX_SCRIPT_BYTES, {
    error: () => 'names and values are too long; allowed: at most 120 KiB (UTF-8) together',
  })
  .default({});

const metricsError = createValueError('metrics by name, e.g. builds: { unit: ops/s, better: higher }');
const metricsSchema = z
  .record(
    z.string().regex(METRIC_NAME_PATTERN, {
      error: createValueError('at most 40 lower-case letters, digits and _, e.g. builds'),
    }),
    declaredMetricSchema,
    { error: metricsError },
  )
  .refine((all) => Object.keys(all).length > 0 && Object.keys(all).length <= MAX_METRICS, {
    error: createValueError(`1 to ${MAX_METRICS} metrics`),
  });

/** Schema of the parameters. Parsing its output again gives the same parameters. */
export const commandSchema = createParamsSchema(words.command, {
  kind: z.literal('command'),
  role: roleSchema,
  metrics: metricsSchema,
  install: scriptSchema.optional(),
  prepare: scriptSchema.optional(),
  script: scriptSchema,
  env: envSchema,
  runtime: secondsSchema,
  timeout: secondsSchema.optional(),
}).transform(({ install, prepare, timeout, ...raw }) => ({
  ...raw,
  ...(install === undefined ? {} : { install }),
  ...(prepare === undefined ? {} : { prepare }),
  timeout: timeout ?? 3 * raw.runtime + 60,
}));

export type CommandParams = Readonly<z.output<typeof commandSchema>>;

/** Allowed run time, seconds. Shorter runs mostly measure process start-up; SSM stops commands after two days. */
const RUNTIME_LIMITS = { least: 1, most: 43_200 };
const MAX_TIMEOUT = 86_400;

export function checkParams({ runtime, timeout, script }: CommandParams): readonly Problem[] {
  const isOutside = runtime < RUNTIME_LIMITS.least || runtime > RUNTIME_LIMITS.most;
  const isLate = timeout < runtime || timeout > MAX_TIMEOUT;
  return listBroken(
    [isOutside, rules.command.runtime, { runtime, ...RUNTIME_LIMITS }],
    [!isOutside && isLate, rules.command.timeout, { timeout, runtime, most: MAX_TIMEOUT }],
    [!script.includes('RESULTS_FILE') && !script.startsWith('#!'), rules.command.noResults],
  );
}
