/** Hosts on which the scripts of `metadata` run for real, and results of hosts. */
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import type { MetadataOutput } from '../../../lib/workloads/metadata/parse';
import { type MetadataParams, metadataSchema } from '../../../lib/workloads/metadata/schema';
import { buildTrialSteps } from '../../../lib/workloads/metadata/steps';
import { fakeLfs } from '../commands';
import { ScriptHosts, type HostRun, scriptFiles } from '../script-hosts';

/** A short run; `changes` as in a spec. */
export function params(changes: Readonly<Record<string, unknown>> = {}): MetadataParams {
  return metadataSchema.parse({ kind: 'metadata', ranks: 4, filesPerRank: 20, runtime: 1, ...changes });
}

export class MetadataHosts {
  private readonly hosts: ScriptHosts;

  /** @param servers number of metadata servers that hosts report; 0: no Lustre */
  constructor(hosts = 1, servers = 0) {
    // Shorten the pauses in tests.
    const edited = (script: string) => script.replace("METADATA_PAUSE='4'", "METADATA_PAUSE='1'");
    this.hosts = new ScriptHosts(hosts, edited);
    if (servers > 0) this.hosts.set(fakeLfs(this.hosts.root, servers));
  }

  /** Runs one step of a trial on all hosts at once. */
  run(step: 'layout' | 'measure', asked: MetadataParams, attempt?: string): Promise<readonly HostRun[]> {
    const found = buildTrialSteps(asked, scriptFiles('metadata')).find(({ name }) => name === step);
    return this.hosts.run(found?.script ?? '', step === 'measure', attempt);
  }

  /** A whole trial. */
  async trial(requested: MetadataParams): Promise<readonly HostRun[]> {
    for (const { code, stderr } of await this.run('layout', requested)) if (code !== 0) throw new Error(stderr);
    return await this.run('measure', requested);
  }

  /** Content of the folders of all hosts. */
  left(): readonly string[] {
    return this.hosts.standing('metadata');
  }

  remove(): void {
    this.hosts.remove();
  }
}

/** A changed result of one host with two processes, as measure.sh writes it. */
export function output(change: (whole: MetadataOutput) => Partial<MetadataOutput> = () => ({})): MetadataOutput {
  const phase = (operation: 'create' | 'stat' | 'read' | 'remove', index: number, seconds: number) => {
    const start = 1000 + index * 24;
    const ranks = [0, 1].map((rank) => ({
      rank,
      began: start + 0.001,
      ended: start + seconds + rank,
      done: 10_000,
      error: null,
    }));
    return { operation, start, forgot: true, ranks };
  };
  const whole: MetadataOutput = {
    tool: 'metadata',
    version: 1,
    python: 'Python 3.9.16',
    requested: { ranks: 2, hosts: 1, filesPerRank: 10_000, runtime: 20, shifted: true, ownDirectory: true },
    phases: [phase('create', 0, 9), phase('stat', 1, 3), phase('read', 2, 4), phase('remove', 3, 7)],
  };
  return { ...whole, ...change(whole) };
}

/** The parameters of {@link output}. */
export const ASKED = params({ ranks: 2, filesPerRank: 10_000, runtime: 20 });

/** A host with this text as its result. */
export function hostRaw(text: string | null, status: Partial<HostStatus> | null = {}, host = 'client-0'): HostRaw {
  const said: HostStatus = {
    host,
    role: 'client',
    tool: 'python3',
    version: 'Python 3.9.16',
    argv: [],
    rc: 0,
    started: 1000,
    ended: 1100,
    startAt: 1000,
    kernel: '6.1',
    mount: { source: 'fs', type: 'lustre', options: 'rw' },
    facts: {},
  };
  const files = text === null ? [] : [{ name: 'raw/metadata.json', source: `raw/${host}/metadata.json`, text }];
  return { host, command: 'measure', status: status === null ? null : { ...said, ...status }, files };
}
