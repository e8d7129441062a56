/** Parameters of the `command` workload: the user's script and its metrics. */
import * as z from 'zod';
import { METRIC_NAME_PATTERN } from '../../shapes/metric';
import { listBroken, type Problem } from '../../shapes/problem';
import { seconds } from '../../shapes/quantity-fields';
import { mustBe, parameters, role } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';
import { declaredMetric } from './declared-metrics';

/**
 * Maximum UTF-8 bytes of a script, and of all variables together. Each reaches the host in one environment variable,
 * which Linux limits to 128 KiB (MAX_ARG_STRLEN, execve(2)).
 */
const MAX_BYTES = 120 * 1024;
const MAX_METRICS = 20;
/** Names that fsxbench sets, or that change how the shell or the dynamic loader runs programs. */
const RESERVED =
  /^(FSXBENCH_.*|TARGET_DIR|RESULTS_FILE|OUT_DIR|HOST_NAME|HOST_INDEX|HOST_COUNT|PATH|BASH_ENV|ENV|IFS|LD_.*)$/;

const scriptError = mustBe('a script: text of at most 120 KiB (UTF-8)');
const script = z
  .string({ error: scriptError })
  .refine((text) => text.trim() !== '' && Buffer.byteLength(text) <= MAX_BYTES && !text.includes('\0'), {
    error: scriptError,
  });

const valueError = mustBe('a text of one line, a number, true or false');
const value = z
  .union([z.string(), z.number(), z.boolean()], { error: valueError })
  .transform(String)
  .refine((text) => text.length <= 1024 && !/\p{Cc}/u.test(text), { error: valueError });

const nameError = mustBe('capitals, digits and _, e.g. SIZE; PATH, LD_* and names that fsxbench sets are reserved');
const env = z
  .record(
    z.string().refine((name) => /^[A-Z][A-Z0-9_]{0,63}$/.test(name) && !RESERVED.test(name), { error: nameError }),
    value,
    { error: mustBe('variables by name') },
  )
  .refine((all) => Buffer.byteLength(Object.entries(all).join()) <= MAX_BYTES, {
    error: () => 'names and values are too long; allowed: at most 120 KiB (UTF-8) together',
  })
  .default({});

const metricsError = mustBe('metrics by name, e.g. builds: { unit: ops/s, better: higher }');
const metrics = z
  .record(
    z
      .string()
      .regex(METRIC_NAME_PATTERN, { error: mustBe('at most 40 lower-case letters, digits and _, e.g. builds') }),
    declaredMetric,
    { error: metricsError },
  )
  .refine((all) => Object.keys(all).length > 0 && Object.keys(all).length <= MAX_METRICS, {
    error: mustBe(`1 to ${MAX_METRICS} metrics`),
  });

/** Schema of the parameters. Parsing its output again gives the same parameters. */
export const schema = parameters(words.command, {
  kind: z.literal('command'),
  role,
  metrics,
  install: script.optional(),
  prepare: script.optional(),
  script,
  env,
  runtime: seconds,
  timeout: seconds.optional(),
}).transform(({ install, prepare, timeout, ...raw }) => ({
  ...raw,
  ...(install === undefined ? {} : { install }),
  ...(prepare === undefined ? {} : { prepare }),
  timeout: timeout ?? 3 * raw.runtime + 60,
}));

export type CommandParams = Readonly<z.output<typeof schema>>;

/** Allowed run time, seconds. Shorter runs mostly measure process start-up; SSM stops commands after two days. */
const RUNTIME = { least: 1, most: 43_200 };
const MAX_TIMEOUT = 86_400;

export function check({ runtime, timeout, script }: CommandParams): readonly Problem[] {
  const isOutside = runtime < RUNTIME.least || runtime > RUNTIME.most;
  const isLate = timeout < runtime || timeout > MAX_TIMEOUT;
  return listBroken(
    [isOutside, rules.command.runtime, { runtime, ...RUNTIME }],
    [!isOutside && isLate, rules.command.timeout, { timeout, runtime, most: MAX_TIMEOUT }],
    [!script.includes('RESULTS_FILE') && !script.startsWith('#!'), rules.command.noResults],
  );
}
