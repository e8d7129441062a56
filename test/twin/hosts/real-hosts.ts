/** A folder with real hosts, their scripts, and helpers for tests. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostCommand, HostDriver, HostLaunch } from '../../../lib/twin/hosts/driver';
import { findLeftovers } from '../../../lib/local/check-cleanup';
import { identify } from '../../../lib/local/processes';
import { makeRealHosts } from '../../../lib/local/deployment';
import { until } from '../../process-state';

export const WRAPPER = join(__dirname, '../../../workloads/host/run-script.sh');
export const RIG = 'exec-1__r1';
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

export class RealHosts {
  /** With characters that need quoting in a shell. */
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "fsxbench hosts $(touch x)' ")));
  readonly folder = join(this.base, '.fsxbench', 'hosts');
  readonly bucketDir = join(this.base, '.fsxbench', 'bucket');
  private commands = 0;

  driver(bootSeconds = 10): HostDriver {
    const { folder, bucketDir } = this;
    return makeRealHosts({ folder, bucketDir, cwd: this.base, wrapper: WRAPPER, log: SILENT, bootSeconds });
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  launch(number: number, userData = 'true'): HostLaunch {
    return {
      instanceId: `i-${number}`,
      tags: { 'fsxbench:rig': RIG, 'fsxbench:execution': 'exec-1', 'fsxbench:role': 'client' },
      userData: `#!/usr/bin/env bash\nset -eu\n${userData}\n`,
      privateIp: '127.0.0.1',
      instanceType: 'local',
      launchedAt: 1_000,
    };
  }

  /** User data that makes a marked directory and links it, as a target on this machine does. */
  volume(path: string, marker = RIG): string {
    const quoted = `'${path.replaceAll("'", `'\\''`)}'`;
    const marked = `mkdir -p ${quoted}; echo '${marker}' >${quoted}/.fsxbench-volume`;
    return `${marked}; ln -s ${quoted} "$FSXBENCH_ROOT/volumes/data"`;
  }

  command(
    script: string,
    more: { attempt?: string; command?: string; seconds?: number; sha256?: string } = {},
  ): HostCommand {
    const number = this.commands++;
    const { attempt = `t${number}.a1`, command = 'measure', seconds = 10 } = more;
    const sha256 = more.sha256 ?? createHash('sha256').update(script).digest('hex');
    this.object(`scripts/${sha256}.sh`, script);
    const hosts = Array.from({ length: 10 }, (_, index) => `client-${index} client ${index} 127.0.0.1 i-${index}\n`);
    this.object('hosts.txt', hosts.join(''));
    return {
      commandId: `c-${number}`,
      executionTimeoutSeconds: seconds,
      parameters: {
        ScriptKey: `scripts/${sha256}.sh`,
        ScriptSha256: sha256,
        HostsKey: 'hosts.txt',
        OutputPrefix: `raw/${attempt}/`,
        Attempt: attempt,
        Step: command,
        StartAt: '',
        ExecutionTimeout: `${Math.max(1, Math.ceil(seconds))}`,
      },
    };
  }

  object(key: string, text: string): void {
    mkdirSync(join(this.bucketDir, key, '..'), { recursive: true });
    writeFileSync(join(this.bucketDir, key), text);
  }

  stored(key: string): string {
    return readFileSync(join(this.bucketDir, key), 'utf8');
  }

  /** Living processes of all hosts of this folder. */
  async processes(): Promise<number[]> {
    return (await findLeftovers(this.folder, [])).processes.map(({ pid }) => pid);
  }

  /** Path of a file of a host. */
  at(number: number, ...parts: string[]): string {
    return join(this.folder, `i-${number}`, ...parts);
  }

  /** Simulates that the process that launched the host was killed. */
  orphan(number: number): void {
    const path = this.at(number, 'host.json');
    const record: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...record, owner: { ...identify(process.pid), start: '1' } }));
  }

  /** A process number that a script wrote into its working directory. */
  async pid(number: number, name: string): Promise<number> {
    const path = this.at(number, 'work', name);
    await until(() => existsSync(path) && readFileSync(path, 'utf8').trim() !== '');
    return Number(readFileSync(path, 'utf8'));
  }
}
