import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packCells } from '../../../lib/aws/tables';
import { run } from '../../../lib/cli/commands/history';
import { summarize } from '../../../lib/results/summary';
import { toCellRows } from '../../../lib/results/tables/cell-rows';
import { getCellsKey, layout } from '../../../lib/shapes/layout';
import { execution, type Options } from '../../results/fixture';
import { captureCli } from '../capture-cli';

const FACTORS = { target: ['disk', 'memory'], op: ['randread'], bs: ['4k', '64k'] };

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-history-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(key: string, bytes: string | Uint8Array, folder = 'bucket'): void {
  const file = join(cwd, '.fsxbench', folder, key);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

interface Night {
  /** Factor of all values, and of those of `disk` with 4k. */
  readonly all?: number;
  readonly one?: number;
  readonly kernel?: string;
  readonly options?: Options;
}

/** Stores an execution of night `nth` with its table, as `run` does. */
function store(nth: number, { all = 1, one = 1, kernel = '6.1.1', options = {} }: Night = {}): string {
  const input = execution({ factors: FACTORS, replicates: 4, ...options });
  const executionId = `n${String(nth).padStart(2, '0')}`;
  const startedAt = new Date(Date.UTC(2026, 8, nth)).toISOString();
  const plan = { ...input.plan, executionId, startedAt };
  const first = plan.cells[0]?.cellId;
  const wobble = 1 + 0.01 * Math.sin(nth * 5);
  const observations = input.observations.map((each) => {
    const value = each.value * all * wobble * (each.cell === first ? one : 1);
    return { ...each, value };
  });
  const rows = input.rows.map((row) => ({ ...row, facts: { ...row.facts, kernel } }));
  const summary = summarize({ ...input, plan, observations, rows });
  const keys = layout(plan.experiment, executionId);
  // As `rehearse` does.
  const folder = options.simulated === true ? 'rehearsals' : 'bucket';
  write(keys.plan, JSON.stringify(plan), folder);
  write(keys.summary, JSON.stringify(summary), folder);
  const cells = packCells(toCellRows(plan, rows, summary));
  write(getCellsKey({ ...plan, simulated: options.simulated ?? false }), cells, folder);
  return executionId;
}

async function show(args: readonly string[], options: Readonly<Record<string, unknown>> = {}) {
  const { cli, out, err } = captureCli(cwd);
  const code = await run(cli, args, options).catch((error: Error) => error.message);
  return { code, text: out(), notes: err() };
}

interface Document {
  readonly executions: readonly { readonly execution: string }[];
  readonly measures: readonly {
    readonly cells: readonly { readonly label: string; readonly changes: readonly object[] }[];
    readonly together: readonly object[];
  }[];
  readonly causes: Readonly<Record<string, readonly string[]>>;
}

const parse = (text: string): Document => JSON.parse(text) as Document;

describe('history', () => {
  it('names the change of one configuration, its first execution, and the kernel that changed then', async () => {
    for (let nth = 1; nth <= 24; nth += 1) store(nth, nth >= 20 ? { one: 0.85, kernel: '6.1.2' } : {});
    const { code, text } = await show(['local-disk']);
    expect(code).toBe(0);
    expect(text).toMatch(
      /^local-disk: 24 executions, 2026-09-01 to 2026-09-24 \(UTC\)\n\nread IOPS, geometric means\n/,
    );
    expect(text).toMatch(
      /\nSince 2026-09-20 00:00 UTC, n19 → n20; seen after 2 executions\n {2}disk, bs 4k, read, without/,
    );
    expect(text).toMatch(/the others: −15% \(−15% to −15%\)\n {2}What else differs:\n {4}kernel: 6\.1\.1 → 6\.1\.2\n/);
    expect(text.match(/Since/g)).toHaveLength(1);
    expect(text).toMatch(/disk, bs 4k +\S+ ops\/s +\S+ ops\/s +[▁▂▃▄▅▆▇█]{24}\n/);
  });

  it('separates a change of all configurations from those of each', async () => {
    for (let nth = 1; nth <= 14; nth += 1) store(nth, nth >= 12 ? { all: 0.7 } : {});
    const { measures } = parse((await show(['local-disk'], { json: true })).text);
    expect(measures[0]?.together).toMatchObject([{ from: { execution: 'n12' }, seen: { execution: 'n14' } }]);
    expect(measures[0]?.cells.flatMap(({ changes }) => changes)).toEqual([]);
  });

  it('compares the newest execution with the earlier ones when there are fewer than eleven', async () => {
    for (let nth = 1; nth <= 6; nth += 1) store(nth, nth === 6 ? { one: 0.5 } : {});
    const { text } = await show(['local-disk']);
    expect(text).toContain('Only the newest execution differs, n05 → n06, 2026-09-06 00:00 UTC');
    expect(text).toContain('Changes of level need eleven executions.');
    store(6);
    expect((await show(['local-disk'])).text).toContain('No change found.');
  });

  it('reads executions since a date or a number of days, in order of time, without rehearsals', async () => {
    for (const nth of [3, 1, 2]) store(nth);
    store(9, { options: { simulated: true } });
    const names = async (options: object) =>
      parse((await show(['local-disk'], { json: true, ...options })).text).executions.map((one) => one.execution);
    expect(await names({})).toEqual(['n01', 'n02', 'n03']);
    expect(await names({ since: '2026-09-02' })).toEqual(['n02', 'n03']);
    expect(await names({ rehearsals: true })).toEqual(['n09']);
  });

  it('prints a CSV row for each value, and writes a page', async () => {
    store(1);
    store(2);
    const { text } = await show(['local-disk'], { csv: true, html: 'page.html' });
    const [head, first, ...rest] = text.trimEnd().split('\n');
    expect(head).toBe('execution,started,configuration,metric,operation,unit,value');
    expect(first).toMatch(/^n01,2026-09-01T00:00:00\.000Z,"disk, bs 4k",iops,read,ops\/s,[\d.]+$/);
    expect(rest).toHaveLength(7);
    const page = readFileSync(join(cwd, 'page.html'), 'utf8');
    expect(page).toContain('No change found');
    expect(page.match(/<figcaption>/g)).toHaveLength(4);
  });

  it('exits 6 when no execution has three trials that count', async () => {
    store(1, { options: { replicates: 2 } });
    const { code, text } = await show(['local-disk']);
    expect([code, text.includes('too few')]).toEqual([6, true]);
  });

  it('leaves out an unreadable table, and names it', async () => {
    store(1);
    write('cells/v1/sim=0/month=2026-09/local-disk.bad.jsonl.gz', 'no gzip');
    const { code, notes } = await show(['local-disk']);
    expect([code, notes]).toEqual([0, expect.stringContaining('local-disk.bad.jsonl.gz: incorrect header check')]);
  });

  it.each([
    [['local-dist'], {}, "history: no measured execution of 'local-dist'; did you mean `local-disk`?"],
    [['local-disk'], { rehearsals: true }, "history: no rehearsal of 'local-disk'; the table is empty"],
    [['local-disk'], { metric: 'iop' }, "--metric: found 'iop'; did you mean `iops`?"],
    [['local-disk'], { html: 'no/page.html' }, "--html: 'no/page.html' cannot be written"],
    [['local-disk'], { since: 'May' }, "--since: found 'May'; allowed: days or a date"],
    [['local-disk'], { since: '2026-12-01' }, "no execution of 'local-disk' has results since 2026-12-01"],
  ])('refuses %j with %j', async (args, options, message) => {
    store(1);
    expect((await show(args, options)).code).toContain(message);
  });
});
