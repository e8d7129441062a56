import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary';
import { addCommand as addCommandTo } from '../commands';
import { withPieces } from './pieces';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder('fsxbench-packages-');
  // A machine with nothing but these tools.
  for (const name of ['bash', 'cat', 'chmod', 'date', 'env', 'flock', 'mv', 'sleep', 'tail', 'tr', 'timeout']) {
    symlinkSync(execFileSync('bash', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(folder, name));
  }
  addCommand('sudo', 'shift; exec "$@"');
});

const addCommand = (name: string, text: string): void => addCommandTo(folder, name, text, join(folder, 'bash'));

/** A package manager that writes down what it is told, and brings `fio` when it is to install. */
function addManager(name: string): void {
  const bring = `printf '#!%s\\n' '${join(folder, 'bash')}' >'${folder}/fio'; chmod 755 '${folder}/fio'`;
  addCommand(name, `echo "$*" >>'${folder}/calls'; sleep 0.2; if [[ " $* " == *' install '* ]]; then ${bring}; fi`);
}

const readCalls = () =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];

/** Installs fio on a machine with this os-release. */
async function install(release: string): Promise<{ code: number | null; stderr: string }> {
  if (!existsSync(join(folder, 'os-release'))) writeFileSync(join(folder, 'os-release'), release);
  const text = `status_begin fio /\ninstall_packages fio '${folder}/log' fio libaio`;
  const env = {
    PATH: folder,
    FSXBENCH_OUT: folder,
    FSXBENCH_HOST: 'client-0',
    FSXBENCH_ROLE: 'client',
    FSXBENCH_OS_RELEASE: join(folder, 'os-release'),
  };
  const script = withPieces(['clock', 'host', 'status', 'package'], text);
  const child = spawn('bash', ['--norc', '-c', script], { env });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  await once(child, 'close');
  return { code: child.exitCode, stderr };
}

const DEBIAN = 'ID=debian\nPRETTY_NAME="Debian 12"\n';
const AMAZON = 'ID="amzn"\nID_LIKE="fedora"\nPRETTY_NAME="Amazon Linux 2023"\n';

describe('package.sh', () => {
  it('does nothing when the tool is installed', async () => {
    addCommand('fio', '');
    addManager('apt-get');
    expect(await install(DEBIAN)).toEqual({ code: 0, stderr: '' });
    expect(readCalls()).toEqual([]);
  });

  it('installs with apt-get on Linux Mint, and waits for the lock of apt', async () => {
    addManager('apt-get');
    expect((await install('ID=linuxmint\nID_LIKE="ubuntu debian"\n')).code).toBe(0);
    expect(readCalls()).toEqual([
      expect.stringMatching(/DPkg::Lock::Timeout=\d+ .* update$/),
      expect.stringMatching(/install --no-install-recommends fio libaio$/),
    ]);
  });

  it('retries dnf after 2 s when another process has the lock of rpm', async () => {
    addManager('dnf');
    rmSync(join(folder, 'sleep'));
    addCommand('sleep', `echo "sleep $*" >>'${folder}/calls'`);
    const brings = readFileSync(join(folder, 'dnf'), 'utf8').split('\n').slice(1).join('\n');
    const refuses = 'echo "can\'t create transaction lock on /var/lib/rpm/.rpm.lock" >&2; exit 1';
    addCommand('dnf', `if [[ ! -e '${folder}/calls' ]]; then echo first >'${folder}/calls'; ${refuses}; fi\n${brings}`);
    expect(await install(AMAZON)).toEqual({ code: 0, stderr: '' });
    expect(readCalls()).toEqual(['first', 'sleep 2', expect.stringMatching(/install fio libaio$/), 'sleep 0.2']);
  });

  it.each(['dnf', 'yum'])('installs with %s on Amazon Linux', async (name) => {
    addManager(name);
    expect((await install(AMAZON)).code).toBe(0);
    expect(readCalls()).toEqual(['-y -q install fio libaio']);
  });

  it('installs once when three hosts of a machine install at the same time', async () => {
    addManager('dnf');
    const results = await Promise.all([install(AMAZON), install(AMAZON), install(AMAZON)]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(readCalls()).toHaveLength(1);
  });

  it('reports in one line that no package manager exists', async () => {
    expect(await install('ID=plan9\nPRETTY_NAME="Plan 9"\n')).toEqual({
      code: 1,
      stderr: 'fio is not installed, and Plan 9 has none of apt-get, dnf and yum: install fio by hand\n',
    });
  });

  it('reports the error of the package manager in one line', async () => {
    addCommand('dnf', 'echo noise; echo "Error: no such repository" >&2; exit 1');
    expect(await install(AMAZON)).toEqual({
      code: 1,
      stderr: 'fio cannot be installed on Amazon Linux 2023 with dnf: Error: no such repository\n',
    });
  });

  it('fails when dnf succeeds but fio is not in PATH', async () => {
    addCommand('dnf', 'exit 0');
    expect((await install(AMAZON)).stderr).toMatch(/^dnf installed fio libaio, but fio is not in PATH/);
  });
});
