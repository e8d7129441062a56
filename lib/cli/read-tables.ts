/** Reads rows of the table `cells` of one experiment, from the bucket of this machine or of a deployment. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBody, listKeys, readText } from '../aws/bucket';
import type { Operator } from '../aws/operator';
import { mapInBatches } from '../aws/pages';
import { type CellRow, parseCellRows } from '../results/tables/cell-rows';
import { layout, TABLE_PREFIXES } from '../shapes/layout';
import type { Metrics } from '../shapes/metric';
import type { Plan } from '../shapes/plan';

/** A bucket with executions. */
export interface Bucket {
  list(prefix: string): Promise<readonly string[]>;
  /** Null if there is no such object. @throws Error for a corrupt archive */
  readText(key: string): Promise<string | null>;
}

export function openFolder(folder: string): Bucket {
  return {
    list: async (prefix) => {
      const root = join(folder, prefix);
      if (!existsSync(root)) return [];
      return readdirSync(root, { recursive: true }).map((name) => `${prefix}${String(name)}`);
    },
    readText: async (key) => (existsSync(join(folder, key)) ? decodeBody(key, readFileSync(join(folder, key))) : null),
  };
}

export function openAccount(operator: Operator): Bucket {
  return {
    list: (prefix) => listKeys(operator, prefix),
    readText: (key) => readText(operator, key),
  };
}

export interface TableQuery {
  readonly experiment: string;
  readonly simulated: boolean;
  /** Undefined: the metric of the question of the newest execution, else its first one. */
  readonly metric: string | undefined;
  /** ISO 8601; empty for all. */
  readonly since: string;
}

export interface TableAnswer {
  /** Null if the experiment has no rows. */
  readonly metric: string | null;
  readonly rows: readonly CellRow[];
  /** Metrics of the newest execution, and the words of its workloads for them. */
  readonly metrics: readonly string[];
  readonly words: Metrics;
  /** All experiments of the table. */
  readonly experiments: readonly string[];
  /** Unreadable objects, with the reason. */
  readonly unreadable: readonly string[];
}

const PARALLEL_READS = 16;

export async function readTables(bucket: Bucket, query: TableQuery): Promise<TableAnswer> {
  const prefix = `${TABLE_PREFIXES.cells}sim=${query.simulated ? 1 : 0}/`;
  const keys = (await bucket.list(prefix)).filter((key) => key.endsWith('.jsonl.gz'));
  const experiments = [...new Set(keys.map(toExperiment))].toSorted();
  const month = query.since.slice(0, 7);
  const own = keys.filter((key) => toExperiment(key) === query.experiment && toMonth(key) >= month).toSorted();
  const unreadable: string[] = [];
  const read = async (of: readonly string[], only: string | null): Promise<readonly CellRow[]> => {
    const rows = await mapInBatches(of, PARALLEL_READS, async (key) => {
      try {
        return parseCellRows((await bucket.readText(key)) ?? '', only);
      } catch (error) {
        unreadable.push(`${key}: ${(error as Error).message}`);
        return [];
      }
    });
    return rows.flat().filter(({ started }) => started >= query.since);
  };
  const latest = toMonth(own.at(-1) ?? '');
  const recent = await read(
    own.filter((key) => toMonth(key) === latest),
    null,
  );
  const newest = recent.toSorted((a, b) => a.started.localeCompare(b.started)).at(-1);
  const rowsOfNewest = recent.filter(({ execution }) => execution === newest?.execution);
  const metrics = [...new Set(rowsOfNewest.map(({ metric }) => metric))];
  const { plan: planKey } = layout(query.experiment, newest?.execution ?? '');
  const plan = newest === undefined ? null : await readObject<Plan>(bucket, planKey);
  const metric = query.metric ?? metrics.find((name) => name === plan?.decide?.metric) ?? metrics[0] ?? null;
  const about = { metric, metrics, words: plan?.metrics ?? {}, experiments, unreadable };
  if (metric === null) return { ...about, rows: [] };
  const rest = await read(
    own.filter((key) => toMonth(key) !== latest),
    metric,
  );
  const rows = [...rest, ...recent].filter((row) => row.metric === metric);
  return { ...about, rows };
}

function toExperiment(key: string): string {
  return /([^/.]+)\.[^/]*$/.exec(key)?.[1] ?? '';
}

function toMonth(key: string): string {
  return /\/month=(\d{4}-\d\d)\//.exec(key)?.[1] ?? '';
}

/** A JSON object of the bucket; null if it is missing or unreadable. */
export async function readObject<T>(bucket: Bucket, key: string): Promise<T | null> {
  const text = await bucket.readText(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
