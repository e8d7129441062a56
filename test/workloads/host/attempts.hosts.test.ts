import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lives, until } from '../../process-state';
import { addCommand, putFirst } from '../commands';
import { WrapperHost } from './wrapper-host';

let host: WrapperHost;

beforeEach(() => (host = new WrapperHost()));
afterEach(() => host.remove());

/** Says that it is there, and by which process; then works until somebody ends it. */
const BUSY = 'echo $$ >"$FSXBENCH_ROOT/$FSXBENCH_ATTEMPT.new"; mv "$FSXBENCH_ROOT/$FSXBENCH_ATTEMPT"{.new,}; sleep 20';
const folder = (attempt: string): string => `executions/e/x/raw/r1/t0001/a${attempt.slice(-1)}/`;
const makeSettings = (attempt: string, issued = '0', step = 'measure'): Record<string, string> => ({
  FSXBENCH_ATTEMPT: attempt,
  FSXBENCH_STEP: step,
  FSXBENCH_ISSUED_AT: issued,
  FSXBENCH_OUTPUT_PREFIX: folder(attempt),
  FSXBENCH_SCRIPT_KEY: `scripts/${attempt}.${step}.sh`,
});
const begin = async (attempt: string, issued?: string): Promise<{ pid: number; code: Promise<unknown> }> => {
  const settings = makeSettings(attempt, issued);
  host.object(settings['FSXBENCH_SCRIPT_KEY'] ?? '', BUSY);
  const { code } = host.begin(BUSY, settings);
  await until(() => host.exists(attempt));
  return { pid: Number(readFileSync(join(host.root, attempt), 'utf8')), code };
};
const run = (script: string, settings: Record<string, string>): { code: number | null; err: string } => {
  host.object(settings['FSXBENCH_SCRIPT_KEY'] ?? '', script);
  return host.run(script, settings);
};
/** A script of the project writes the facts of its status.json itself. */
const STATUS =
  'printf \'{"rc":0,"started":1,"ended":2,"facts":{"others":"%s"}}\' "$FSXBENCH_OTHERS" >"$FSXBENCH_OUT/status.json"';

describe('run-script.sh of a new attempt', () => {
  it('ends the script of the older attempt before it starts its own', async () => {
    const older = await begin('t0001.a1', '1000');
    const code = run(`${STATUS}; ! kill -0 ${older.pid}`, makeSettings('t0001.a2', '2000')).code;
    expect(code).toBe(0);
    expect(await older.code).toBe(143);
    expect(host.status(`${folder('t0001.a1')}client-1/measure/`)).toMatchObject({ rc: 143 });
    expect(host.status(`${folder('t0001.a2')}client-1/measure/`).facts).toEqual({ others: '' });
    expect(readdirSync(join(host.root, 'running')).sort()).toEqual(['gate', 'newest']);
  });

  it('refuses an older attempt with exit code 96 while a newer one runs', async () => {
    const newer = await begin('t0001.a2', '2000');
    const late = run('touch "$FSXBENCH_ROOT/pwned"', makeSettings('t0001.a1', '1000'));
    expect(late).toMatchObject({ code: 96 });
    expect(late.err).toContain('attempt t0001.a2 was begun after this command was sent');
    expect([host.exists('pwned'), lives(newer.pid)]).toEqual([false, true]);
    const { rc, facts } = host.status(`${folder('t0001.a1')}client-1/measure/`);
    expect([rc, facts['wrapper']]).toEqual([96, expect.stringContaining('was begun after this command')]);
  });

  it('refuses an older attempt with exit code 96 after a newer one has ended', () => {
    expect(run('true', makeSettings('t0002.a1', '2000')).code).toBe(0);
    expect(run('true', makeSettings('t0001.a2', '1000')).code).toBe(96);
    // A later command of the same attempt is none of an older one.
    expect(run('true', makeSettings('t0002.a1', '2500', 'clean')).code).toBe(0);
  });

  it('kills a script that ignores SIGTERM and whose wrapper was killed', async () => {
    const deaf = `trap '' TERM; ${BUSY}; while :; do sleep 1; done`;
    host.object('scripts/t0001.a1.measure.sh', deaf);
    const first = host.begin(deaf, makeSettings('t0001.a1', '1000'));
    await until(() => host.exists('t0001.a1'));
    const pid = Number(readFileSync(join(host.root, 't0001.a1'), 'utf8'));
    first.child.kill('SIGKILL');
    await first.code;
    expect(lives(pid)).toBe(true);
    expect(run(STATUS, makeSettings('t0001.a2', '2000')).code).toBe(0);
    expect(lives(pid)).toBe(false);
  });

  it('records processes of older attempts that it cannot kill in the fact others', async () => {
    // One that carries the name of a delivery and is no child of it: of another user, a zombie's sibling, stuck in I/O.
    const bin = join(host.base, 'bin');
    // Killing does nothing here: as for a process that waits for a device.
    addCommand(bin, 'xargs', 'cat >/dev/null');
    const stuck = spawn('sleep', ['20'], { env: { PATH: process.env['PATH'], FSXBENCH_DELIVERY: '999999.1' } });
    mkdirSync(join(host.root, 'running'), { recursive: true });
    writeFileSync(join(host.root, 'running', '999999'), '1 t0001.a1 measure\n');
    const own = { ...makeSettings('t0001.a2', '2000'), PATH: putFirst(bin) };
    expect(run(STATUS, own).code).toBe(0);
    expect(host.status(`${folder('t0001.a2')}client-1/measure/`).facts['others']).toBe('t0001.a1 measure');
    expect(run('exit 3', { ...own, ...makeSettings('t0001.a3', '3000') }).code).toBe(3);
    expect(host.status(`${folder('t0001.a3')}client-1/measure/`).facts['others']).toBe('t0001.a1 measure');
    stuck.kill('SIGKILL');
    await until(() => !lives(stuck.pid ?? 0));
    expect(run('exit 3', makeSettings('t0001.a4', '4000')).code).toBe(3);
    expect(host.status(`${folder('t0001.a4')}client-1/measure/`).facts['others']).toBeUndefined();
  });
});

it('runs two steps of one attempt at the same time', async () => {
  const first = await begin('t0001.a1', '1000');
  expect(run('true', makeSettings('t0001.a1', '1500', 'watch')).code).toBe(0);
  expect(lives(first.pid)).toBe(true);
});
