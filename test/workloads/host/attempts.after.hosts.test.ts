import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { until } from '../../process-state';
import { WrapperHost } from './wrapper-host';

let host: WrapperHost;

beforeEach(() => (host = new WrapperHost()));
afterEach(() => host.remove());

const FOLDER = 'executions/e/x/raw/r1/t0002/a1/';
const AFTER = { FSXBENCH_ATTEMPT: 't0002.a1', FSXBENCH_OUTPUT_PREFIX: FOLDER, FSXBENCH_AFTER: 't0001.a1/measure/40' };
const FOLLOWER = 'scripts/follower.sh';

/** Starts the command that waits for the other one. */
function follow(script: string, more: Record<string, string> = {}): { kill: () => boolean; code: Promise<unknown> } {
  host.object(FOLLOWER, script);
  const { child, code } = host.begin(script, { ...AFTER, FSXBENCH_SCRIPT_KEY: FOLLOWER, ...more });
  return { kill: () => child.kill('SIGTERM'), code };
}

/** As if the command `t0001.a1 measure` had arrived; with an exit code, as if it had ended. */
function arrive(exit?: string): void {
  const held = join(host.root, 'attempts/t0001.a1/measure');
  mkdirSync(held, { recursive: true });
  if (exit !== undefined) writeFileSync(join(held, 'exit'), `${exit}\n`);
}

describe('run-script.sh with FSXBENCH_AFTER', () => {
  it('begins when the other command has ended, and does not end it, whichever arrives first', async () => {
    const follower = follow('date +%s.%N >"$FSXBENCH_ROOT/second"; [ -e "$FSXBENCH_ROOT/first" ]');
    await until(() => host.exists('attempts/t0002.a1/measure/owner'));
    expect(host.run('sleep 1; touch "$FSXBENCH_ROOT/first"').code).toBe(0);
    expect(await follower.code).toBe(0);
  });

  it('begins also after a command that failed', async () => {
    arrive('1');
    expect(await follow('exit 0').code).toBe(0);
  });

  it('keeps the wait out of the time limit of its script', async () => {
    arrive();
    const follower = follow('sleep 1.5', { FSXBENCH_AFTER: 't0001.a1/measure/40', FSXBENCH_EXECUTION_TIMEOUT: '43' });
    await until(() => host.exists('attempts/t0002.a1/measure/owner'));
    await setTimeout(2500);
    arrive('0');
    expect(await follower.code).toBe(0);
  });

  it('gives up with exit code 124 when the other command does not end in time', async () => {
    arrive();
    expect(await follow('exit 0', { FSXBENCH_AFTER: 't0001.a1/measure/1' }).code).toBe(124);
  });

  it('ends with exit code 143 when it is cancelled while it waits, without its script', async () => {
    arrive();
    const follower = follow('touch "$FSXBENCH_ROOT/ran"');
    await until(() => host.exists('attempts/t0002.a1/measure/owner'));
    follower.kill();
    expect(await follower.code).toBe(143);
    expect(host.exists('ran')).toBe(false);
  });

  it('refuses anything but a command and seconds', () => {
    expect(host.run('exit 0', { FSXBENCH_AFTER: 't0001.a1/../x/5' }).code).toBe(90);
  });
});
