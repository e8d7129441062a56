import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WRAPPER = '#!/usr/bin/env bash\necho wrapped\n';
const SHA = createHash('sha256').update(WRAPPER).digest('hex');

let folder: string;
let said: string;

/** Commands of the host that only note that they were called; `aws` copies the wrapper. */
function stub(name: string, body: string): void {
  const path = join(folder, 'path', name);
  writeFileSync(path, `#!/usr/bin/env bash\necho "${name} $*" >>'${said}'\n${body}\n`);
  chmodSync(path, 0o755);
}

/** The parts of a boot script, as they stand in user data one behind the other. */
function boot(more: Record<string, string> = {}, parts = ['boot.sh', 'fetch.sh']) {
  const script = join(folder, 'boot.sh');
  writeFileSync(script, parts.map((part) => readFileSync(join('workloads/host', part), 'utf8')).join('\n'));
  const env = {
    PATH: `${join(folder, 'path')}:${process.env['PATH'] ?? ''}`,
    FSXBENCH_ROOT: join(folder, 'ro ot'),
    FSXBENCH_EXPIRES_AT: String(Math.floor(Date.now() / 1000) + 3600),
    FSXBENCH_BUCKET: 'results',
    FSXBENCH_WRAPPER_KEY: 'scripts/a.sh',
    FSXBENCH_WRAPPER_SHA256: SHA,
    ...more,
  };
  const { status, stderr } = spawnSync('bash', [script], { env, encoding: 'utf8' });
  return { status, stderr, calls: existsSync(said) ? readFileSync(said, 'utf8').trim().split('\n') : [] };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fsxbench-boot-'));
  said = join(folder, 'said');
  mkdirSync(join(folder, 'path'));
  writeFileSync(join(folder, 'wrapper'), WRAPPER);
  stub('systemd-run', '');
  stub('shutdown', '');
  stub('sleep', '');
  stub('aws', `cp '${join(folder, 'wrapper')}' "\${@: -1}"`);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the boot of an EC2 host', () => {
  it('sets its own end first, then gets the wrapper and the name of the bucket', () => {
    const { status, calls } = boot();
    expect(status).toBe(0);
    expect(calls[0]).toMatch(/^systemd-run .*--on-active=3(600|599)s .*shutdown -h now$/);
    expect(calls[1]).toMatch(/^aws s3 cp --only-show-errors s3:\/\/results\/scripts\/a\.sh .*\/bin\/run-script\.sh$/);
    expect(calls).toHaveLength(2);
    const wrapper = join(folder, 'ro ot', 'bin', 'run-script.sh');
    expect(readFileSync(wrapper, 'utf8')).toBe(WRAPPER);
    expect(statSync(wrapper).mode & 0o111).toBe(0o111);
    expect(readFileSync(join(folder, 'ro ot', 'bucket'), 'utf8')).toBe('results\n');
  });

  it('tries again while the bucket does not answer', () => {
    stub(
      'aws',
      `[[ -e '${folder}/again' ]] || { touch '${folder}/again'; exit 1; }\ncp '${folder}/wrapper' "\${@: -1}"`,
    );
    const { status, calls } = boot();
    expect(status).toBe(0);
    expect(calls.filter((call) => call.startsWith('aws'))).toHaveLength(2);
  });

  it.each([
    ['the bucket never answers', { stubbed: ['aws', 'exit 1'] }, /cannot read scripts\/a\.sh/],
    ['the timer cannot be set', { stubbed: ['systemd-run', 'exit 1'] }, /timer of the expiry/],
    ['the wrapper is another one', { FSXBENCH_WRAPPER_SHA256: '0'.repeat(64) }, /SHA-256 of scripts\/a\.sh is/],
    ['its time is over', { FSXBENCH_EXPIRES_AT: '1000' }, /the time of this host was over/],
  ] as const)('ends at once where %s', (_what, given, told) => {
    const { stubbed, ...more } = given as { stubbed?: [string, string] } & Record<string, string>;
    if (stubbed !== undefined) stub(...stubbed);
    const { status, stderr, calls } = boot(more);
    expect(status).toBe(1);
    expect(stderr).toMatch(told);
    expect(calls.at(-1)).toBe('shutdown -h now');
  });
});
