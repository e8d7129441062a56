import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lives, PREFIX, until, WrapperWorld } from './wrapper-world';

let world: WrapperWorld;

beforeEach(() => {
  world = new WrapperWorld();
});

afterEach(() => world.remove());

describe('a script whose time is over', () => {
  it('may say a last word, is killed with all that it started, and is told apart from one that failed', async () => {
    const scripts = {
      deaf: "trap '' TERM; echo going; while :; do sleep 0.02; done",
      polite: "trap 'echo last; exit 3' TERM; sleep 5 & wait",
      daemon: 'setsid sleep 20 & echo $! >"$FSXBENCH_OUT/raw/daemon"; sleep 20',
    };
    const folder = (name: string): string => `${PREFIX}client-1/${name}/`;
    const codes = Object.entries(scripts).map(([name, script]) => {
      world.object(`scripts/${name}.sh`, script);
      const own = {
        FSXBENCH_STEP: name,
        FSXBENCH_EXECUTION_TIMEOUT: '1',
        FSXBENCH_SCRIPT_KEY: `scripts/${name}.sh`,
      };
      return world.begin(script, own).code;
    });
    expect(await Promise.all(codes)).toEqual([124, 124, 124]);
    expect(world.stored('raw/stdout.txt', folder('deaf'))).toBe('going\n');
    const stderr = world.stored('raw/stderr.txt', folder('deaf'));
    expect(stderr).toMatch(/run-script: the time was over after 0\.\d+ s\n$/);
    expect(world.status(folder('deaf'))).toMatchObject({ rc: 124 });
    expect(world.stored('raw/stdout.txt', folder('polite'))).toBe('last\n');
    expect(lives(Number(world.stored('raw/daemon', folder('daemon'))))).toBe(false);
  });
});

describe('what a script leaves running', () => {
  it('is killed at its end, but for a session made on purpose', async () => {
    const { code } = world.run(
      [
        'set -m; env -i sleep 20 & echo $! >"$FSXBENCH_OUT/raw/job"',
        'set +m; setsid sleep 20 >/dev/null 2>&1 & echo $! >"$FSXBENCH_OUT/raw/daemon"; sleep 0.1',
      ].join('\n'),
    );
    expect(code).toBe(0);
    expect(lives(Number(world.stored('raw/job')))).toBe(false);
    const daemon = Number(world.stored('raw/daemon'));
    expect(lives(daemon)).toBe(true);
    process.kill(daemon, 'SIGKILL');
    await until(() => !lives(daemon));
  });

  it('is killed when the command is cancelled, and what there is is stored', async () => {
    const { child, code } = world.begin(
      'setsid sleep 20 & echo $! >"$FSXBENCH_OUT/raw/daemon"; touch "$FSXBENCH_ROOT/up"; sleep 20',
    );
    await until(() => world.exists('up'));
    child.kill('SIGTERM');
    expect(await code).toBe(143);
    expect(world.status()).toMatchObject({ rc: 143, facts: { wrapper: 'the command was cancelled' } });
    expect(lives(Number(world.stored('raw/daemon')))).toBe(false);
  });

  it('ends when the wrapper is killed without a chance to clean up', async () => {
    const { child } = world.begin(
      'echo $$ >"$FSXBENCH_ROOT/up.new"; mv "$FSXBENCH_ROOT/up.new" "$FSXBENCH_ROOT/up"; sleep 20',
    );
    await until(() => world.exists('up'));
    const script = Number(readFileSync(join(world.root, 'up'), 'utf8'));
    expect(lives(script)).toBe(true);
    child.kill('SIGKILL');
    expect(await until(() => !lives(script))).toBe(true);
  });
});

describe('one delivery only', () => {
  const COUNT = 'echo ran >>"$FSXBENCH_ROOT/count"; sleep 0.3; exit 5';

  it('a second delivery waits for the first, does nothing, and ends with its code', async () => {
    const first = world.begin(COUNT);
    await until(() => world.exists('count'));
    const second = world.run(COUNT);
    expect(second.code).toBe(5);
    expect(second.out).toContain('delivered twice');
    expect(await first.code).toBe(5);
    expect(world.run(COUNT).code).toBe(5);
    expect(readFileSync(join(world.root, 'count'), 'utf8')).toBe('ran\n');
  });

  it('another attempt and another command are other locks', () => {
    expect(world.run('exit 5').code).toBe(5);
    expect(world.run('exit 6', { FSXBENCH_STEP: 'fill' }).code).toBe(6);
    expect(world.run('exit 7', { FSXBENCH_ATTEMPT: 't0001.a2' }).code).toBe(7);
  });

  it('says so where the first was killed', async () => {
    const first = world.begin('touch "$FSXBENCH_ROOT/up"; sleep 20');
    await until(() => world.exists('up'));
    first.child.kill('SIGKILL');
    await first.code;
    const second = world.run('touch "$FSXBENCH_ROOT/up"; sleep 20');
    expect(second.code).toBe(93);
    expect(second.err).toContain('the first delivery ended without an exit code');
  });

  it('waits no longer than its time', async () => {
    const script = 'touch "$FSXBENCH_ROOT/up"; sleep 20';
    world.begin(script);
    await until(() => world.exists('up'));
    expect(world.run(script, { FSXBENCH_EXECUTION_TIMEOUT: '1' }).code).toBe(94);
  });
});
