import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { run as showHistory } from '../../../lib/cli/commands/history';
import { run } from '../../../lib/cli/commands/run';
import { getCellsKey, layout, getObservationsKey } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import type { Summary } from '../../../lib/results/summary';
import { captureCli } from '../../cli/capture-cli';
import { Playground } from '../../cli/playground';

const PAGE = readFileSync(join(process.cwd(), 'docs/results.md'), 'utf8');
const blocks = [...PAGE.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql = '']) => sql);

/** What the page runs on: its experiment, small. */
const SPEC = `
experiment: local-disk
factors: { rw: [randread], bs: [4k, 64k] }
targets: { disk: { kind: directory, path: data }, other: { kind: directory, path: more } }
workloads: { fio: { kind: fio, rw: $rw, bs: $bs, iodepth: 1, size: 4 MiB, ramp_time: 0s, runtime: 1s } }
design: { replicates: 3 }
`;

type Row = Readonly<Record<string, unknown>>;
type Query = (sql: string) => Promise<Row[]>;

/** What is used of `@duckdb/node-api`: tests must compile where it is not installed. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<{ runAndReadAll(sql: string): Promise<Answer> }> }>;
  };
}
interface Answer {
  getRowObjectsJS(): Row[];
}
const DUCKDB: string = '@duckdb/node-api';

/** A DuckDB whose paths begin at a folder; null where it is not installed. */
async function openDuckDb(cwd: string): Promise<Query | null> {
  const found = (await import(DUCKDB).catch(() => null)) as DuckDb | null;
  if (found === null) return null;
  const connection = await (await found.DuckDBInstance.create(':memory:')).connect();
  return async (sql) => {
    const reader = await connection.runAndReadAll(sql.replaceAll("'.fsxbench/", `'${cwd}/.fsxbench/`));
    return reader.getRowObjectsJS();
  };
}

const ground = new Playground();
const bucket = join(ground.cwd, '.fsxbench/bucket');
let ask: Query | null = null;

function read<T>(execution: string, file: string): T {
  return JSON.parse(readFileSync(join(bucket, layout('local-disk', execution).root, file), 'utf8')) as T;
}

function readLines(key: string): Row[] {
  const text = gunzipSync(readFileSync(join(bucket, key))).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

beforeAll(async () => {
  writeFileSync(join(ground.cwd, 'local-disk.yaml'), SPEC);
  for (const name of ['e1', 'e2']) expect(await run(captureCli(ground.cwd).cli, ['local-disk.yaml'], { name })).toBe(0);
  ask = await openDuckDb(ground.cwd);
});
afterAll(() => ground.remove());

/** Runs where DuckDB is; where it is not, it says so, and fails where it must be there. */
function runWithDuckDb(test: (ask: Query) => Promise<void>): () => Promise<void> {
  return async () => {
    if (ask !== null) return test(ask);
    expect(process.env['FSXBENCH_OUTSIDE']).toBeUndefined();
    process.stderr.write('SKIPPED, as @duckdb/node-api is not installed: npm ci\n');
  };
}

describe('docs/results.md', () => {
  it('lists every column of both tables, and no other', () => {
    const plan = read<Plan>('e1', 'plan.json');
    for (const [table, key] of [
      ['observations', getObservationsKey(plan)],
      ['cells', getCellsKey(plan)],
    ] as const) {
      const [, section = ''] = new RegExp(`### \`${table}\`\n([\\s\\S]*?)\n#`).exec(PAGE) ?? [];
      const heads = section.split('\n').flatMap((line) => /^\| (`.*?)\|/.exec(line)?.[1] ?? []);
      const told = heads.flatMap((head) => [...head.matchAll(/`(\w+)`/g)].map(([, column]) => column));
      const written = Object.keys(readLines(key)[0] ?? {});
      expect([table, new Set(told)]).toEqual([table, new Set(written)]);
      const [, view = ''] = new RegExp(`CREATE VIEW ${table} [\\s\\S]*?columns = {([\\s\\S]*?)}`).exec(PAGE) ?? [];
      expect([...view.matchAll(/(\w+): '/g)].map(([, column]) => column)).toEqual(written);
      const [, external = ''] = new RegExp(`EXTERNAL TABLE ${table} \\(([\\s\\S]*?)\\)\n`).exec(PAGE) ?? [];
      expect([...external.matchAll(/(\w+) (?:string|int|double|boolean|map<)/g)].map(([, name]) => name)).toEqual(
        written,
      );
    }
  });

  it('contains a query after the views of both tables, then the view history and a query of it', () =>
    expect(blocks).toHaveLength(4));

  it(
    'queries the median of all valid trials of each configuration in DuckDB',
    runWithDuckDb(async (sql) => {
      await sql(blocks[0] ?? '');
      const rows = await sql(blocks[1] ?? '');
      expect(new Set(rows.map(({ target, rw, bs }) => [target, rw, bs].join(' ')))).toEqual(
        new Set(['disk randread 4k', 'disk randread 64k', 'other randread 4k', 'other randread 64k']),
      );
      expect(rows.map(({ trials }) => Number(trials))).toEqual([6, 6, 6, 6]);
      const values = ['e1', 'e2'].flatMap((name) =>
        read<Summary>(name, 'summary.json')
          .cells.filter(({ target, levels }) => target === 'disk' && levels['bs'] === '4k')
          .flatMap(({ measures }) => measures.find(({ metric }) => metric === 'iops')?.values ?? []),
      );
      const counted = values
        .filter((one) => one.counted)
        .map(({ value }) => value)
        .toSorted((a, b) => a - b);
      const middle =
        (counted[Math.floor((counted.length - 1) / 2)]! + counted[Math.ceil((counted.length - 1) / 2)]!) / 2;
      const disk = rows.find(({ target, bs }) => target === 'disk' && bs === '4k');
      expect([Number(disk?.['n']), Number(disk?.['iops'])]).toEqual([counted.length, middle]);
    }),
  );

  it(
    'queries in DuckDB how configurations changed: the ratio of geometric means between executions',
    runWithDuckDb(async (sql) => {
      await sql(blocks[2] ?? '');
      const rows = await sql(blocks[3] ?? '');
      // Of a machine that is busy with other tests, some trials may not count.
      const written = ['e1', 'e2'].flatMap((name) =>
        readLines(getCellsKey(read<Plan>(name, 'plan.json'))).filter(
          ({ metric, units }) => metric === 'iops' && Number(units) >= 3,
        ),
      );
      expect(rows).toHaveLength(written.length);
      const later = rows.filter(({ execution, times }) => execution === 'e2' && times !== null);
      expect(later.length).toBeGreaterThan(0);
      for (const row of later) {
        const before = rows[rows.indexOf(row) - 1];
        expect([before?.['execution'], before?.['times'], before?.['same_tools']]).toEqual(['e1', null, null]);
        expect(Number(row['times'])).toBeCloseTo(Number(row['iops']) / Number(before?.['iops']), 9);
        expect(row['same_tools']).toBe(true);
      }
    }),
  );

  it(
    'has the values of fsxbench history in the view history',
    runWithDuckDb(async (sql) => {
      const { cli, out } = captureCli(ground.cwd);
      await showHistory(cli, ['local-disk'], { csv: true, metric: 'iops' });
      const printed = out().trimEnd().split('\n').slice(1);
      const rows = await sql(`SELECT execution, typical FROM history
        WHERE sim = 0 AND experiment = 'local-disk' AND metric = 'iops' AND operation = 'read'`);
      const order = (all: (readonly [unknown, number])[]) => all.toSorted(([, a], [, b]) => a - b);
      const shown = order(printed.map((line) => [line.split(',')[0], Number(line.split(',').at(-1))]));
      const viewed = order(rows.map(({ execution, typical }) => [execution, Number(typical)]));
      expect(viewed.map(([name]) => name)).toEqual(shown.map(([name]) => name));
      for (const [nth, [, value]] of viewed.entries()) expect(value / (shown[nth]?.[1] ?? 0)).toBeCloseTo(1, 9);
    }),
  );

  it(
    'reads a column that the first 32 files lack only if columns are named',
    runWithDuckDb(async (sql) => {
      const [newest = {}] = readLines(getCellsKey(read<Plan>('e1', 'plan.json')));
      const { bottleneck: _, ...old } = newest;
      for (let nth = 1; nth <= 33; nth += 1) {
        const file = join(bucket, `cells/v1/sim=1/month=2020-01/old.e${String(nth).padStart(2, '0')}.jsonl.gz`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, gzipSync(`${JSON.stringify(nth === 33 ? newest : old)}\n`));
      }
      const files = '.fsxbench/bucket/cells/v1/sim=1/*/*.jsonl.gz';
      const [guessed = {}] = await sql(`SELECT * FROM read_json('${files}') LIMIT 1`);
      expect([Object.keys(guessed).length > 20, 'bottleneck' in guessed]).toEqual([true, false]);
      const [named] = await sql('SELECT count(*) AS n, count(bottleneck) AS found FROM cells WHERE sim = 1');
      expect([Number(named?.['n']), Number(named?.['found'])]).toEqual([33, 1]);
    }),
  );

  it(
    'separates simulated numbers by the partition column sim',
    runWithDuckDb(async (sql) => {
      const [row] = await sql('SELECT count(*) AS n, min(sim) AS sim, bool_or(simulated) AS any FROM observations');
      expect([Number(row?.['sim']), row?.['any']]).toEqual([0, false]);
      expect(Number(row?.['n'])).toBeGreaterThan(16);
    }),
  );
});
