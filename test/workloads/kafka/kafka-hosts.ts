/** A Kafka cluster of hosts on this machine: the real scripts, run by the real wrapper, with a folder as storage. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { makeFixturesStep } from '../../../lib/experiment/fixtures/script';
import { type Fixture, formatSlots, makeFixtureKey, toSlots } from '../../../lib/shapes/fixture';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import { insertVariables, joinScript, renderScript } from '../../../lib/workloads/shell';
import { temporaryFolder } from '../../temporary';
import { WRAPPER } from '../host/wrapper-host';
import { readScriptFolders } from '../script-hosts';
import { DEFAULT_KAFKA_VERSION } from '../../../lib/shapes/kafka-jars';

const TEXTS = readScriptFolders('shell', 'fixtures', 'kafka');
const SHELL = ['shell/clock.sh', 'shell/host.sh', 'shell/remove.sh', 'shell/status.sh'];

export type Role = 'worker' | 'broker' | 'controller' | 'standby';
export interface KafkaHost {
  readonly name: string;
  readonly role: Role;
  readonly index: number;
}
export interface KafkaEnd {
  readonly host: string;
  readonly code: number | null;
  readonly stderr: string;
}
type Variables = Readonly<Record<string, string>>;
interface KafkaHostsOptions {
  /** The tools of a bucket, see `kafka-bundle.ts`. */
  readonly tools: string;
  /** Of Kafka; absent: the default. */
  readonly version?: string;
  /** Number of the first host: the ports follow from it, and tests of several files run at once. */
  readonly firstNode?: number;
  /** Variables of all commands. */
  readonly environment?: Variables;
  /** Changes a script before it runs. */
  readonly edit?: (script: string) => string;
}

export class KafkaHosts {
  readonly base = temporaryFolder('fsxbench-kafka-');
  readonly hosts: readonly KafkaHost[];
  private attempts = 0;

  constructor(
    fleet: Partial<Record<Role, number>>,
    private readonly options: KafkaHostsOptions,
  ) {
    this.hosts = Object.entries(fleet).flatMap(([role, count]) =>
      Array.from({ length: count }, (_, index) => ({ name: `${role}-${index}`, role: role as Role, index })),
    );
    mkdirSync(join(this.base, 'storage'));
    for (const { name } of this.hosts) {
      mkdirSync(join(this.root(name), 'volumes'), { recursive: true });
      symlinkSync(join(this.base, 'storage'), join(this.root(name), 'volumes/c1'));
      mkdirSync(join(this.base, 'storage', name));
    }
    const lines = this.hosts.map(({ name, role, index }) => `${name} ${role} ${index} 127.0.0.1 i-${name}\n`);
    // A node has the number of its line.
    this.object('hosts.txt', '\n'.repeat((options.firstNode ?? 1) - 1) + lines.join(''));
    symlinkSync(options.tools, join(this.base, 'bucket/tools'));
  }

  root(host: string): string {
    return join(this.base, 'hosts', host);
  }

  private object(key: string, text: string | Buffer): void {
    mkdirSync(join(this.base, 'bucket', key, '..'), { recursive: true });
    writeFileSync(join(this.base, 'bucket', key), text);
  }

  private script(files: readonly string[], variables: Variables): string {
    const text = renderScript({ comment: [], variables, files: [...SHELL, ...files] }, TEXTS);
    return insertVariables(this.options.edit?.(text) ?? text, { FSXBENCH_COPY: 'c1' });
  }

  /** The tool on all hosts, and the servers. */
  fixtures(): readonly Fixture[] {
    const roles = (some: readonly Role[]) => some.filter((role) => this.hosts.some((host) => host.role === role));
    const files = ['shell/package.sh', 'shell/bundle.sh', 'kafka/cluster.sh', 'kafka/Load.java', 'kafka/Clients.java'];
    const { version = DEFAULT_KAFKA_VERSION } = this.options;
    const install = this.script([...files, 'kafka/Report.java', 'kafka/install.sh'], { KAFKA_VERSION: version });
    const tool: Fixture = {
      slot: 'tool/kafka',
      key: makeFixtureKey(install),
      roles: roles(['worker', 'broker', 'controller', 'standby']),
      needs: [],
      up: install,
      down: 'true\n',
      expectedSeconds: 10,
      timeoutSeconds: 100,
      stays: true,
    };
    return [tool, ...roles(['broker', 'controller']).map((role) => this.service(role))];
  }

  private service(role: Role): Fixture {
    const variables = {
      KAFKA_SERVER: role,
      KAFKA_SYNC: '',
      KAFKA_RF: '1',
      KAFKA_MESSAGE_BYTES: '1024',
      KAFKA_CONTROLLERS: this.hosts.some((host) => host.role === 'controller') ? 'controller' : 'broker',
      KAFKA_CLUSTER: 'a cluster',
    };
    const script = (name: string): string =>
      this.script(['fixtures/lasting.sh', 'kafka/cluster.sh', 'kafka/server.sh', `kafka/${name}.sh`], variables);
    return {
      slot: 'service/kafka',
      key: makeFixtureKey(variables),
      roles: [role],
      needs: ['tool/kafka'],
      up: script('service'),
      down: script('down'),
      lasting: { ready: script('ready'), readySeconds: 90 },
      expectedSeconds: 10,
      timeoutSeconds: 90,
      downSeconds: 90,
    };
  }

  /** Sets up these fixtures on all hosts; none: takes down what is there. */
  apply(wanted: readonly Fixture[]): Promise<readonly KafkaEnd[]> {
    const roles = [...new Set(this.hosts.map(({ role }) => role))];
    return this.run('fixtures', joinScript(makeFixturesStep({ wanted, before: [], roles }, TEXTS).script)).all;
  }

  /** Starts the measuring step on all hosts. */
  measure(
    load: Variables,
    leadSeconds = 6,
  ): { readonly all: Promise<readonly KafkaEnd[]>; stop(signal: 'TERM' | 'KILL'): void } {
    const parts = {
      shell: ['surroundings', 'evidence', 'bundle'],
      fixtures: ['slots', 'lasting'],
      kafka: ['cluster', 'server', 'events', 'measure'],
    };
    const files = Object.entries(parts).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}.sh`));
    const slots = formatSlots(toSlots(this.fixtures()));
    const script = insertVariables(this.script(files, load), { FSXBENCH_SLOTS: slots });
    return this.run('measure', script, String(Date.now() / 1000 + leadSeconds));
  }

  private run(step: string, script: string, at = '') {
    this.attempts += 1;
    const key = `scripts/${this.attempts}.sh`;
    this.object(key, script);
    const children = this.hosts.map(({ name }) => {
      const env = {
        PATH: process.env['PATH'],
        FSXBENCH_ROOT: this.root(name),
        FSXBENCH_BUCKET_DIR: join(this.base, 'bucket'),
        FSXBENCH_HOST: name,
        FSXBENCH_LOCAL: '1',
        FSXBENCH_SCRIPT_KEY: key,
        FSXBENCH_SCRIPT_SHA256: createHash('sha256').update(script).digest('hex'),
        FSXBENCH_HOSTS_KEY: 'hosts.txt',
        FSXBENCH_ENDPOINTS_KEY: '',
        FSXBENCH_OUTPUT_PREFIX: `out/${this.attempts}/`,
        FSXBENCH_ATTEMPT: `t${String(this.attempts).padStart(4, '0')}.a1`,
        FSXBENCH_STEP: step,
        FSXBENCH_EXECUTION_TIMEOUT: '280',
        FSXBENCH_START_AT: at,
        ...this.options.environment,
      };
      const child = spawn('bash', [WRAPPER], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      raisePriority(child.pid);
      return child;
    });
    const ends = children.map(async (child, at): Promise<KafkaEnd> => {
      let stderr = '';
      child.stderr.on('data', (text) => (stderr += String(text)));
      return new Promise((resolve) => {
        child.on('exit', (code) => resolve({ host: this.hosts[at]?.name ?? '', code, stderr }));
      });
    });
    return {
      all: Promise.all(ends),
      stop: (signal: 'TERM' | 'KILL') => {
        for (const child of children) child.kill(`SIG${signal}`);
      },
    };
  }

  /** A result of the last command. */
  stored(host: string, name: string): string | null {
    const command = readdirSync(join(this.base, 'bucket/out', String(this.attempts), host))[0] ?? '';
    const path = join(this.base, 'bucket/out', String(this.attempts), host, command, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  json<T>(host: string, name: string): T {
    return JSON.parse(this.stored(host, name) ?? 'null') as T;
  }

  status(host: string): HostStatus {
    return this.json<HostStatus>(host, 'status.json');
  }

  /** A file of the last command, as the parsers get it. */
  raw(host: string, name: string): HostRaw {
    const text = this.stored(host, name);
    const files = text === null ? [] : [{ name, source: name, text }];
    return { host, command: 'measure', status: this.status(host), files };
  }

  /** State of the slot of the server. */
  slot(host: string): string | undefined {
    const text = readFileSync(join(this.root(host), 'slots.json'), 'utf8');
    return (JSON.parse(text) as { slots: Record<string, { state: string }> }).slots['service/kafka']?.state;
  }

  /** Command lines of processes that belong to these hosts. */
  processes(): string[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
      .flatMap((pid) => {
        try {
          const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
          const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
          return environment.includes(this.base) && command !== '' ? [`${pid} ${command}`] : [];
        } catch {
          // It may end at any time.
          return [];
        }
      });
  }

  /** Files on the storage. */
  files(): string[] {
    return readdirSync(join(this.base, 'storage'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => !this.hosts.some((host) => host.name === name),
    );
  }

  /** Ends all their processes. */
  remove(): void {
    for (const line of this.processes()) process.kill(Number(line.split(' ')[0]), 'SIGKILL');
  }
}

/** A restart must end within the measured time, also next to other tests. Only root may ask for that. */
function raisePriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_HIGH);
  } catch {
    // As another user, tests need an idle processor.
  }
}
