import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary';
import { addCommand, putFirst } from '../commands';

const WRAPPER = '#!/usr/bin/env bash\necho wrapped\n';
const SHA = createHash('sha256').update(WRAPPER).digest('hex');

let folder: string;
let said: string;

/** Commands of the host that only note that they were called; `aws` copies the wrapper. */
function stub(name: string, body: string): void {
  addCommand(join(folder, 'path'), name, `echo "${name} $*" >>'${said}'\n${body}`);
}

/** The parts of a boot script, as they stand in user data one behind the other. */
function boot(more: Record<string, string> = {}, parts = ['boot.sh', 'fetch.sh']) {
  const script = join(folder, 'boot.sh');
  writeFileSync(script, parts.map((part) => readFileSync(join('workloads/host', part), 'utf8')).join('\n'));
  const env = {
    PATH: putFirst(join(folder, 'path')),
    FSXBENCH_ROOT: join(folder, 'ro ot'),
    FSXBENCH_UNITS: join(folder, 'units'),
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
  folder = temporaryFolder('fsxbench-boot-');
  said = join(folder, 'said');
  mkdirSync(join(folder, 'units'));
  writeFileSync(join(folder, 'wrapper'), WRAPPER);
  stub('systemctl', '');
  stub('shutdown', '');
  stub('sleep', '');
  stub('aws', `cp '${join(folder, 'wrapper')}' "\${@: -1}"`);
});

describe('boot of an EC2 host', () => {
  it('starts the expiry timer, then downloads the wrapper and stores the bucket name', () => {
    const { status, calls } = boot();
    expect(status).toBe(0);
    expect(calls.slice(0, 2)).toEqual(['systemctl daemon-reload', 'systemctl enable -q --now fsxbench-expiry.timer']);
    expect(calls[2]).toMatch(/^aws s3 cp --only-show-errors s3:\/\/results\/scripts\/a\.sh .*\/bin\/run-script\.sh$/);
    expect(calls).toHaveLength(3);
    const wrapper = join(folder, 'ro ot', 'bin', 'run-script.sh');
    expect(readFileSync(wrapper, 'utf8')).toBe(WRAPPER);
    expect(statSync(wrapper).mode & 0o111).toBe(0o111);
    expect(readFileSync(join(folder, 'ro ot', 'bucket'), 'utf8')).toBe('results\n');
  });

  it('writes systemd units that shut the host down at its expiry, even after a reboot', () => {
    boot({ FSXBENCH_EXPIRES_AT: '4102444799' });
    const unit = (name: string): string => readFileSync(join(folder, 'units', `fsxbench-expiry.${name}`), 'utf8');
    expect(unit('timer')).toContain('OnCalendar=2099-12-31 23:59:59 UTC\nPersistent=true\n');
    expect(unit('service')).toContain('ExecStart=/usr/sbin/shutdown -h now\n');
    const [, moment = ''] = /OnCalendar=(.*)/.exec(unit('timer')) ?? [];
    const { stdout, error } = spawnSync('systemd-analyze', ['calendar', moment], { encoding: 'utf8' });
    if (error === undefined) expect(stdout).toContain('Next elapse: Thu 2099-12-31 23:59:59 UTC');
  });

  it('retries the download when S3 fails', () => {
    const fail = `[[ -e '${folder}/again' ]] || { touch '${folder}/again'; exit 1; }`;
    stub('aws', `${fail}\ncp '${folder}/wrapper' "\${@: -1}"`);
    const { status, calls } = boot();
    expect(status).toBe(0);
    expect(calls.filter((call) => call.startsWith('aws'))).toHaveLength(2);
  });

  it.each([
    ['the bucket never answers', { stubbed: ['aws', 'exit 1'] }, /cannot read scripts\/a\.sh/],
    ['the timer cannot be set', { stubbed: ['systemctl', 'exit 1'] }, /timer of the expiry/],
    ['no unit can be written', { FSXBENCH_UNITS: '/nowhere' }, /timer of the expiry/],
    ['the wrapper has another SHA-256', { FSXBENCH_WRAPPER_SHA256: '0'.repeat(64) }, /SHA-256 of scripts\/a\.sh is/],
    ['its expiry has passed', { FSXBENCH_EXPIRES_AT: '1000' }, /the time of this host was over/],
  ] as const)('shuts the host down when %s', (_what, given, told) => {
    const { stubbed, ...more } = given as { stubbed?: [string, string] } & Record<string, string>;
    if (stubbed !== undefined) stub(...stubbed);
    const { status, stderr, calls } = boot(more);
    expect(status).toBe(1);
    expect(stderr).toMatch(told);
    expect(calls.at(-1)).toBe('shutdown -h now');
  });
});

const CLI = ['boot.sh', 'cli.sh', 'fetch.sh'];

describe('boot of a host without AWS CLI', () => {
  const makePath = (): Record<string, string> => ({ PATH: join(folder, 'path') });
  const link = (tool: string): void => {
    const found = ['/usr/bin', '/bin'].map((place) => join(place, tool)).find((path) => existsSync(path));
    symlinkSync(found ?? tool, join(folder, 'path', tool));
  };

  /** An archive as AWS has it: an installer, which here makes `aws`, and no modes, as Python leaves them. */
  function archive(installer: string): void {
    rmSync(join(folder, 'path', 'aws'));
    stub('aws-there', `cp '${join(folder, 'wrapper')}' "\${@: -1}"`);
    const made = join(folder, 'made');
    mkdirSync(join(made, 'aws', 'dist'), { recursive: true });
    for (const name of ['dist/aws', 'dist/aws_completer']) writeFileSync(join(made, 'aws', name), '');
    writeFileSync(join(made, 'aws', 'install'), `#!/usr/bin/env bash\necho "install $*" >>'${said}'\n${installer}\n`);
    const zipped = spawnSync('python3', ['-m', 'zipfile', '-c', join(folder, 'cli.zip'), 'aws'], { cwd: made });
    expect(zipped.status).toBe(0);
    // This machine may have an `aws` of its own: only what an image has is there.
    for (const tool of ['bash', 'chmod', 'cp', 'date', 'ln', 'mkdir', 'rm', 'sha256sum', 'timeout']) link(tool);
    const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
    symlinkSync(python.stdout.trim(), join(folder, 'path', 'python3'));
    stub('uname', 'echo aarch64');
    stub('curl', `while [[ $1 != -o ]]; do shift; done; cp '${join(folder, 'cli.zip')}' "$2"`);
  }

  it('downloads the AWS CLI for its architecture after the timer, and installs it to /usr/bin', () => {
    archive(`ln -s '${join(folder, 'path', 'aws-there')}' '${join(folder, 'path', 'aws')}'`);
    const { status, stderr, calls } = boot(makePath(), CLI);
    expect([status, stderr]).toEqual([0, '']);
    expect(calls[0]).toBe('systemctl daemon-reload');
    const curl = /^curl -fsS -o .*\/cli\.zip https:\/\/awscli\.amazonaws\.com\/awscli-exe-linux-aarch64\.zip$/;
    expect(calls).toContainEqual(expect.stringMatching(curl));
    expect(calls).toContain('install --bin-dir /usr/bin');
    expect(existsSync(join(folder, 'ro ot', 'cli.zip'))).toBe(false);
  });

  it('shuts the host down when the AWS CLI cannot be installed', () => {
    archive('exit 1');
    const { status, stderr, calls } = boot(makePath(), CLI);
    expect([status, stderr]).toEqual([1, 'fsxbench: the AWS CLI cannot be installed\n']);
    expect(calls.at(-1)).toBe('shutdown -h now');
  });

  it('uses the installed AWS CLI', () => {
    const { status, calls } = boot({}, CLI);
    expect(status).toBe(0);
    expect(calls.filter((call) => /^(curl|install)/.test(call))).toEqual([]);
  });
});

describe('boot of a host without SSM Agent', () => {
  const PARTS = ['boot.sh', 'fetch.sh', 'agent.sh'];
  const REGION = { FSXBENCH_REGION: 'ap-northeast-1' };
  const PACKAGE =
    'https://s3.ap-northeast-1.amazonaws.com/amazon-ssm-ap-northeast-1/latest/linux_amd64/amazon-ssm-agent.rpm';

  beforeEach(() => {
    stub('uname', 'echo x86_64');
    stub('rpm', 'exit 1');
    stub('dnf', '');
  });

  it("installs the SSM Agent from the Region's bucket as its last step", () => {
    const { status, calls } = boot(REGION, PARTS);
    expect(status).toBe(0);
    expect(calls.slice(-2)).toEqual([
      `dnf -y -q --disablerepo=* install ${PACKAGE}`,
      'systemctl enable --now amazon-ssm-agent',
    ]);
    expect(calls.findIndex((call) => call.startsWith('aws '))).toBeLessThan(calls.length - 2);
  });

  it('starts an installed SSM Agent without installing it again', () => {
    stub('rpm', '');
    const { calls } = boot(REGION, PARTS);
    expect(calls.filter((call) => call.startsWith('dnf'))).toEqual([]);
    expect(calls.at(-1)).toBe('systemctl enable --now amazon-ssm-agent');
  });

  it('shuts the host down when the SSM Agent cannot be installed', () => {
    stub('dnf', 'exit 1');
    const { status, stderr, calls } = boot(REGION, PARTS);
    expect([status, stderr]).toEqual([1, `fsxbench: cannot install ${PACKAGE}\n`]);
    expect(calls.filter((call) => call.startsWith('dnf'))).toHaveLength(7);
    expect(calls.at(-1)).toBe('shutdown -h now');
  });
});
