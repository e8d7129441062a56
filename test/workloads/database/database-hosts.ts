/** A host in a temporary folder on which the scripts of `database` run with fio and dd. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseParams } from '../../../lib/workloads/database/schema';
import { databaseSchema } from '../../../lib/workloads/database/schema';
import { database } from '../../../lib/workloads/database/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { ScriptHosts, type HostRun, scriptFiles } from '../script-hosts';

/** Parameters as in a spec. */
export function params(changes: Readonly<Record<string, unknown>> = {}): DatabaseParams {
  return databaseSchema.parse({ kind: 'database', size: '16 MiB', ...changes });
}

export class DatabaseHosts {
  readonly hosts: ScriptHosts;

  /** @param edited changes scripts before they run */
  constructor(edited?: (script: string) => string) {
    this.hosts = new ScriptHosts(1, edited);
  }

  /** Adds a log volume, as targets with LUNs have one. */
  withLogVolume(): this {
    mkdirSync(join(this.hosts.root, 'volumes/c1/log/client-0'), { recursive: true });
    return this;
  }

  /** Writes the data of loads. @returns the script that removes them */
  async write(asked: DatabaseParams): Promise<{ readonly down: string }> {
    const place = { copy: 'c1', copies: 1, fleet: [], mounts: [], stored: null, cells: [asked] };
    const [, data] = database.fixtures(asked, { ...place, files: scriptFiles('database') });
    await this.runFixture(data?.up ?? '');
    return { down: data?.down ?? '' };
  }

  /** Runs a script; expects that it succeeds. */
  async runFixture(script: string): Promise<void> {
    const [ran] = await this.hosts.run(script, false);
    expect([ran?.code, ran?.stderr]).toEqual([0, '']);
  }

  /** Runs all steps of a trial. */
  async trial(asked: DatabaseParams): Promise<HostRun> {
    let last: HostRun | undefined;
    for (const { script, barrier } of database.script(asked, scriptFiles('database')))
      [last] = await this.hosts.run(script, barrier);
    if (last === undefined) throw new Error('no step');
    return last;
  }

  /** The same; expects that they succeed. */
  async succeed(asked: DatabaseParams): Promise<HostRun> {
    const ran = await this.trial(asked);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    return ran;
  }

  remove(): void {
    this.hosts.remove();
  }
}

/** Figures and reasons of one host. */
export function judgeRaw({ raw }: Pick<HostRun, 'raw'>, asked: DatabaseParams) {
  const reading = readHosts(database, [raw], asked);
  return { reading, reasons: [...reading.reasons, ...database.judge(reading, [raw], asked)] };
}
