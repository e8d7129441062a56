import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../lib/cli/commands/compare';
import { layout } from '../../../lib/shapes/layout';
import { summarize } from '../../../lib/results/summary';
import { execution, type Options } from '../../results/fixture';
import { captureCli } from '../capture-cli';

const FACTORS = { target: ['disk', 'memory'], op: ['randread'], bs: ['4k', '64k'] };

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fsxbench-compare-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Stores an execution in the local bucket; its values are those of the fixture times a factor. */
function store(executionId: string, factor = 1, options: Options = {}): string {
  const input = execution({ factors: FACTORS, replicates: 4, ...options });
  const plan = { ...input.plan, executionId };
  const observations = input.observations.map((one) => ({ ...one, value: one.value * factor }));
  const folder = join(cwd, '.fsxbench/bucket', layout(plan.experiment, executionId).root);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  writeFileSync(join(folder, 'summary.json'), JSON.stringify(summarize({ ...input, plan, observations })));
  return folder;
}

async function compare(args: readonly string[], options: Readonly<Record<string, unknown>> = {}) {
  const { cli, out } = captureCli(cwd);
  const code = await run(cli, args, options).catch((error: Error) => error.message);
  return { code, text: out() };
}

describe('compare', () => {
  it('prints a table, the change of all together, what the pair cannot show, and what else differs', async () => {
    store('one');
    store('two', 0.5);
    const { code, text } = await compare(['one', 'two']);
    expect(code).toBe(1);
    expect(text).toMatch(/^before {2}local-disk one, started 2026-03-02 09:00 UTC, 16 VALID\nafter {3}local-disk two/);
    expect(text).toContain('read IOPS, geometric means, higher is better\nconfiguration ');
    expect(text).toMatch(/all together: −50% \(.*\), worse \(hour, hosts or AWS\)/);
    expect(text).toMatch(
      /This pair can show a loss of one configuration from \d+% on, and of all together from \d+% on/,
    );
    expect(text).toContain('Nothing else differs');
  });

  it('prints one JSON document with differences when --json is given', async () => {
    const [before, after] = [store('one'), store('two')];
    const { code, text } = await compare([before, after], { json: true, margin: '30%' });
    const document = JSON.parse(text) as { measures: { cells: { rest: { verdict: string } }[] }[]; margin: number };
    expect([code, document.margin]).toEqual([0, 0.3]);
    expect(document.measures[0]?.cells.map(({ rest }) => rest.verdict)).toEqual(Array(4).fill('within margin'));
  });

  it.each([
    [['one', 'nine'], {}, "compare: found 'nine'; allowed: the folder of an execution, or the name of one"],
    [['one', 'one'], {}, 'compare: both names are the same execution'],
    [['one', 'model'], {}, 'compare: one execution is simulated, the other measured'],
    [['one', 'two'], { margin: '0.1' }, "--margin: found '0.1'; allowed: a percentage, e.g. 15%"],
    [['one', 'running'], {}, 'compare: running lacks summary.json'],
  ])('refuses %j with %j', async (args, options, message) => {
    store('one');
    store('two');
    store('model', 1, { simulated: true });
    rmSync(join(store('running'), 'summary.json'));
    expect((await compare(args, options)).code).toContain(message);
  });
});
