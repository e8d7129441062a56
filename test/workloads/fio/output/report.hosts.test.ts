import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import kinds from './report.kinds.json';

type Figures = ReadonlyMap<string, number>;

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs fio, which prints report and JSON of the same run into one file. */
function runFio(options: string): { readonly report: string; readonly json: string } {
  const file = join(folder, 'out.txt');
  const words = ['--eta=never', '--output-format=normal,json', `--output=${file}`, '--size=16m', '--name=a'];
  // Some loads end by themselves. Flushes end by their number, as a busy disk may do too few of them in a time.
  const isEnding = /runtime|verify|filecreate/.test(options);
  const time = isEnding ? [] : /f(?:data)?sync=/.test(options) ? ['--io_size=2m'] : ['--runtime=150ms', '--time_based'];
  try {
    execFileSync('fio', [...words, ...time, ...options.split(' ')], { cwd: folder, stdio: 'pipe' });
  } catch {
    // A failed job also prints both.
  }
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf('\n{\n') + 1, text.lastIndexOf('\n}\n') + 3];
  return { report: text.slice(0, from) + text.slice(to), json: text.slice(from, to) };
}

function listFigures(text: string): Figures {
  return new Map(
    parseOutput(text).runs.flatMap(({ label, observations }) =>
      observations.map(({ metric, operation, statistic, value }) => [
        [label, metric, operation, statistic].join(' '),
        value,
      ]),
    ),
  );
}

/**
 * Half of the last printed digit of each job, as jobs are printed one by one and their rates are added; percentiles are
 * rounded up. From 2 ms on fio may print latencies in ms.
 */
function allows(name: string, { printed, exact, jobs }: { printed: number; exact: number; jobs: number }): boolean {
  const [digit, step] = [Math.abs(printed - exact), 10 ** Math.floor(Math.log10(Math.max(exact, 1)) - 2)];
  if (name.includes('iops')) return digit <= 1e-4 * exact;
  if (name.includes('bandwidth')) return digit <= 1.05 * step * Math.max(1, jobs / 2);
  const unit = exact >= 2000 ? 1000 : 1;
  return digit <= (name.includes('latency_mean') ? 0.011 * unit : Math.max(1.01 * unit, step));
}

describe('parseOutput of the human-readable report of fio', () => {
  it.each(kinds)('returns the figures of the JSON output, to the printed digits: %s', (options) => {
    const { report, json } = runFio(options);
    const [printed, figures] = [listFigures(report), listFigures(json)];
    // Only the JSON shows that writes wait for the storage (sync=dsync).
    const known = [...figures].filter(([name]) => !(options.includes('dsync') && name.includes('sync_')));
    expect([...printed.keys()]).toEqual(known.map(([name]) => name));
    const jobs = Number(/--numjobs=(\d+)/.exec(options)?.[1] ?? 1);
    const wrong = known.filter(
      ([name, exact]) => !allows(name, { printed: printed.get(name) ?? Number.NaN, exact, jobs }),
    );
    expect(wrong.map(([name, value]) => [name, value, printed.get(name)])).toEqual([]);
  });
});
