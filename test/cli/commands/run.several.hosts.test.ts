import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../lib/cli/commands/run';
import { captured } from '../captured';
import { Playground } from '../playground';

/** Long enough that the start of eight tools on few processors is under 5% of it. */
const RUNTIME = cpus().length < 4 ? '8s' : '4s';

describe('eight hosts on this machine', () => {
  it('measure together, and are summed', async () => {
    const ground = new Playground();
    const { cli } = captured(ground.cwd);
    await run(cli, [ground.spec({ hosts: 8, replicates: 1, runtime: RUNTIME })], { name: 'e1' });
    const row = ground.row('e1', 't0001');
    expect([row.verdict, row.reasons.filter(({ level }) => level !== 'note')]).toEqual(['VALID', []]);
    expect(row.overlap).toBeGreaterThanOrEqual(0.95);
    expect(await ground.left()).toEqual([]);
    ground.remove();
  });

  it('are not summed when one of them starts late: the trial is INVALID and says why', async () => {
    const ground = new Playground();
    const { cli } = captured(ground.cwd);
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
