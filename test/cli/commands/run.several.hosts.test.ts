import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../lib/cli/commands/run';
import type { HostStatus } from '../../../lib/workloads/contract';
import { captureCli } from '../capture-cli';
import { Playground } from '../playground';

/** Long enough that the start of eight tools on few processors is under 5% of it. */
const RUNTIME = cpus().length < 4 ? '8s' : '4s';

/** Reasons that a busy machine gives: hosts that start or end apart, or late, and writes that take their time. */
const BUSY = ['NoOverlap', 'EndedLate', 'StartedLate', 'WritebackPending'];

/** Seconds between the first and the last start of the eight tools, as their hosts recorded them. */
function readStartSpread(ground: Playground): number {
  const folder = join(ground.cwd, '.fsxbench/bucket/executions/tiny/e1/raw/r1/t0001');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const starts = files
    .filter((name) => name.endsWith('measure/status.json'))
    .map((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as HostStatus).started ?? NaN);
  expect(starts).toHaveLength(8);
  return Math.max(...starts) - Math.min(...starts);
}

describe('fsxbench run with eight hosts', () => {
  it('sums eight hosts only when they measured together, and names the reason otherwise', async () => {
    const ground = new Playground();
    const { cli } = captureCli(ground.cwd);
    await run(cli, [ground.spec({ hosts: 8, replicates: 1, runtime: RUNTIME })], { name: 'e1' });
    const row = ground.row('e1', 't0001');
    const codes = row.reasons.filter(({ level }) => level !== 'note').map(({ code }) => code);
    const isTogether = (row.overlap ?? 0) >= 0.95;
    const { measures } = ground.summary('e1').cells[0]!;
    // Where a busy machine disturbed the hosts, the trial says how, and nothing is summed unless they ran together.
    expect(codes.filter((code) => !BUSY.includes(code))).toEqual([]);
    expect(codes.some((code) => code === 'NoOverlap' || code === 'EndedLate')).toBe(!isTogether);
    expect([row.verdict === 'VALID', measures.length > 0]).toEqual([codes.length === 0, codes.length === 0]);
    if (readStartSpread(ground) < 0.1) expect(isTogether || codes.includes('EndedLate')).toBe(true);
    expect(await ground.left()).toEqual([]);
    ground.remove();
  });

  it('returns INVALID with NoOverlap when one host starts late', async () => {
    const ground = new Playground();
    const { cli } = captureCli(ground.cwd);
    const root = join(ground.cwd, 'root');
    for (const folder of ['workloads', 'state-machines']) {
      cpSync(join(cli.root, folder), join(root, folder), { recursive: true });
    }
    // The third host wakes up after the agreed instant.
    const script = join(root, 'workloads/fio/measure.sh');
    const late = 'if [[ $FSXBENCH_HOST == client-3 ]]; then FSXBENCH_START_AT=$((${FSXBENCH_START_AT%.*} + 4)); fi\n';
    writeFileSync(script, late + readFileSync(script, 'utf8'));
    await run({ ...cli, root }, [ground.spec({ hosts: 8, replicates: 1, runtime: RUNTIME })], { name: 'e1' });
    const row = ground.row('e1', 't0001');
    expect(row.verdict).toBe('INVALID');
    expect(row.reasons.map(({ code }) => code)).toContain('NoOverlap');
    expect(row.reasons.find(({ code }) => code === 'NoOverlap')?.text).toMatch(/\d+(\.\d+)? ?%/);
    expect(ground.summary('e1').cells[0]?.measures ?? []).toEqual([]);
    ground.remove();
  });
});
