/** Parameters of the `command` workload: a script of one's own, and what it measures. */
import * as z from 'zod';
import { METRIC_NAME } from '../../shapes/metric';
import type { Problem } from '../../shapes/problem';
import { seconds } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';
import { allowed, also, role, unknownKeys } from '../fields';
import { type DeclaredMetric, declaredMetric } from './declared';

export interface CommandParams {
  readonly kind: 'command';
  /** Role whose hosts run it, each in a folder of its own. */
  readonly role: string;
  readonly metrics: Readonly<Record<string, DeclaredMetric>>;
  /** Once a host, before all trials. */
  readonly install?: string;
  /** Before each trial, apart from what is measured. */
  readonly prepare?: string;
  /** What is measured. */
  readonly script: string;
  /** Variables of all three, by name. */
  readonly env: Readonly<Record<string, string>>;
  /** Seconds that it takes, about. */
  readonly runtime: number;
  /** Seconds after which it is ended. */
  readonly timeout: number;
}

/**
 * Bytes of UTF-8 of a script, and of all variables: hosts get each in one variable of the environment, and Linux starts
 * no program with one of more than 128 KiB (MAX_ARG_STRLEN, execve(2)).
 */
const MAX_BYTES = 120 * 1024;
const MAX_METRICS = 20;
/** Names that are ours, or that change what the shell or the loader does with every program. */
const TAKEN =
  /^(FSXBENCH_.*|TARGET_DIR|RESULTS_FILE|OUT_DIR|HOST_NAME|HOST_INDEX|HOST_COUNT|PATH|BASH_ENV|ENV|IFS|LD_.*)$/;

const scriptError = allowed('a script: text of at most 120 KiB (UTF-8)');
const script = z
  .string({ error: scriptError })
  .refine((text) => text.trim() !== '' && Buffer.byteLength(text) <= MAX_BYTES && !text.includes('\0'), {
    error: scriptError,
  });

const valueError = allowed('a text of one line, a number, true or false');
const value = z
  .union([z.string(), z.number(), z.boolean()], { error: valueError })
  .transform(String)
  .refine((text) => text.length <= 1024 && !/\p{Cc}/u.test(text), { error: valueError });

const nameError = allowed('capitals, digits and _, e.g. SIZE; not PATH and its like, and none that fsxbench sets');
const env = z
  .record(
    z.string().refine((name) => /^[A-Z][A-Z0-9_]{0,63}$/.test(name) && !TAKEN.test(name), { error: nameError }),
    value,
    { error: allowed('variables by name') },
  )
  .refine((all) => Buffer.byteLength(Object.entries(all).join()) <= MAX_BYTES, {
    error: () => 'these are too many; allowed: at most 120 KiB (UTF-8) of names and values',
  })
  .default({});

const metricsError = allowed('metrics by name, e.g. builds: { unit: ops/s, better: higher }');
const metrics = z
  .record(
    z.string().regex(METRIC_NAME, { error: allowed('small letters, digits and _, 40 at most, e.g. builds') }),
    declaredMetric,
    { error: metricsError },
  )
  .refine((all) => Object.keys(all).length > 0 && Object.keys(all).length <= MAX_METRICS, {
    error: allowed(`1 to ${MAX_METRICS} metrics`),
  });

const shape = {
  kind: z.literal('command'),
  role,
  metrics: metrics.meta(about('What it measures: name → `unit`, `better`, and what else is known of it.')),
  install: script
    .optional()
    .meta(about('Script that runs once on each host, before all trials, e.g. to install packages.')),
  prepare: script
    .optional()
    .meta(also('setup', 'before'))
    .meta(about('Script that runs before each trial, in the folder of the trial, apart from what is measured.')),
  script: script
    .meta(also('command', 'run', 'cmd'))
    .meta(
      about(
        'What is measured, begun on all hosts at once: `bash -e`, or what its first line `#!` names. It runs in ' +
          '`$TARGET_DIR`, a folder of its own on the storage, which is removed afterwards, and writes a line `NAME ' +
          'VALUE` for each metric to `$RESULTS_FILE`. It finds `HOST_NAME`, `HOST_INDEX` (from 0), `HOST_COUNT`, and ' +
          '`OUT_DIR`, whose files are kept with the results. What a script leaves running is ended with it: what ' +
          'carries its environment or prints for it, and what works in its folder or writes files there, began after ' +
          'it, has no terminal, nor anything below it, and no `FSXBENCH_` settings of another host or attempt. ' +
          'Others who work there, and all readers, are left alone. What has left environment, folder and output ' +
          'behind nobody knows, receipts neither. What a script leaves mounted in its folder is never removed: the ' +
          'trial is INVALID, and the folder stays until you unmount it.',
        { examples: ['make -j8 && echo "builds 3.5" >>"$RESULTS_FILE"'] },
      ),
    ),
  env: env.meta(also('environment', 'variables', 'parameters')).meta(
    about('Variables of the scripts: here factors stand, e.g. `env: { SIZE: $size }`.', {
      editor: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    }),
  ),
  runtime: seconds
    .meta(also('duration', 'expected', 'time'))
    .meta(about('Seconds that it takes, about: plans and budgets reckon with it.', { examples: ['60s'] })),
  timeout: seconds
    .optional()
    .meta(also('limit'))
    .meta(
      about('Seconds after which it is ended. Left out: three times `runtime`, and a minute.', { examples: ['10m'] }),
    ),
};

const NAMES = Object.keys(shape).filter((name) => name !== 'kind');

/** Takes what a spec says; gives back what may be given again. */
export const schema: z.ZodType<CommandParams> = z.strictObject(shape, { error: unknownKeys(NAMES) }).transform(
  ({ install, prepare, timeout, ...raw }): CommandParams => ({
    ...raw,
    ...(install === undefined ? {} : { install }),
    ...(prepare === undefined ? {} : { prepare }),
    timeout: timeout ?? 3 * raw.runtime + 60,
  }),
);

/** Under a second, starting a script decides; SSM ends commands after two days. */
const RUNTIME = { least: 1, most: 43_200 };
const MOST_TIMEOUT = 86_400;

/** Times that cannot be. */
export function check({ runtime, timeout, script }: CommandParams): readonly Problem[] {
  const found: Problem[] = [];
  const add = (severity: 'error' | 'advice', code: string, name: string, message: string): void => {
    found.push({ severity, code, path: [name], message });
  };
  if (runtime < RUNTIME.least || runtime > RUNTIME.most)
    add('error', 'OutOfRange', 'runtime', `found ${runtime} s; allowed: ${RUNTIME.least} s to ${RUNTIME.most} s`);
  else if (timeout < runtime || timeout > MOST_TIMEOUT) {
    const message = `found ${timeout} s; allowed: \`runtime\`, ${runtime} s, to ${MOST_TIMEOUT} s`;
    add('error', 'OutOfRange', 'timeout', message);
  }
  const none =
    'nothing in it names `RESULTS_FILE`, the file that metrics are written to, a line `NAME VALUE` each; unless what ' +
    'it calls does that, no trial will count';
  if (!script.includes('RESULTS_FILE') && !script.startsWith('#!')) add('advice', 'NoResults', 'script', none);
  return found;
}
