/** Parameters of the `commits` workload: the engine whose commits are made, and its clients. */
import * as z from 'zod';
import { listBroken, type Problem } from '../../shapes/problem';
import { bareBytesSchema, secondsSchema } from '../../shapes/quantity-fields';
import { createValueError, createParamsSchema, roleSchema, createIntegerSchema } from '../fields';
import rules from '../rules.json';
import words from '../settings.json';
import { ENGINE_NAMES, getEngine, isSqlite } from '../tools/commit-engines';

const MAX_CLIENTS = Math.max(...ENGINE_NAMES.map((name) => getEngine(name).clients));

/** Schema of the parameters. Parsing its output again gives the same parameters. */
export const commitsSchema = createParamsSchema(words.commits, {
  kind: z.literal('commits'),
  role: roleSchema,
  engine: z.enum(ENGINE_NAMES, { error: createValueError(ENGINE_NAMES.join(', ')) }),
  clients: createIntegerSchema(1, MAX_CLIENTS).default(1),
  bytes: bareBytesSchema.optional(),
  runtime: secondsSchema.default(30),
}).transform((raw) => ({ ...raw, bytes: raw.bytes ?? getEngine(raw.engine).bytes }));

export type CommitsParams = Readonly<z.output<typeof commitsSchema>>;

/** Allowed run time, seconds: the latencies of shorter runs are single events. */
const RUNTIME_LIMITS = { least: 2, most: 3600 };
/** Larger records are no small transactions, for which flushes take most of the time. */
const MAX_BYTES = 65_536;

/** Refuses clients and sizes for which nobody compared the result with the engine. */
export function checkParams({ engine, clients, bytes, runtime }: CommitsParams): readonly Problem[] {
  const { clients: most, bytes: own, isFixed = false } = getEngine(engine);
  return listBroken(
    [clients > most, rules.commits.clients, { engine, clients, most }],
    [isFixed && bytes !== own, rules.commits.fixedBytes, { engine, bytes }],
    [bytes < 1 || bytes > MAX_BYTES, rules.commits.bytes, { bytes, most: MAX_BYTES }],
    [
      runtime < RUNTIME_LIMITS.least || runtime > RUNTIME_LIMITS.most,
      rules.commits.runtime,
      { runtime, ...RUNTIME_LIMITS },
    ],
    [isSqlite(engine) && clients > 1, rules.commits.waitingWriters],
  );
}

/** SQLite locks its files, and shares memory in WAL mode: https://www.sqlite.org/wal.html#overview, item 2. */
export function checkHosts(
  { engine }: CommitsParams,
  hosts: number,
  _fleet: unknown,
  isNetworked = false,
): readonly Problem[] {
  return listBroken(
    [isNetworked && engine === 'sqlite-wal', rules.commits.networkWal],
    [isNetworked && isSqlite(engine) && hosts > 1, rules.commits.networkHosts, { hosts }],
  );
}
