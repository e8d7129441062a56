/** A host in a temporary folder on which rendered scripts run, with fio itself or a fake one. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import { listFixtures } from '../../../lib/workloads/fio/fixtures';
import type { FioParams } from '../../../lib/workloads/fio/schema';
import { fio } from '../../../lib/workloads/fio/workload';
import { fake } from '../../fake';
import { scriptFiles } from './recorded-outputs';
import { joinScript } from '../../../lib/workloads/shell';

/** Answers like fio, by the environment: FAKE_NO_DIRECT, FAKE_NO_ENGINE=<name>, FAKE_RC, FAKE_OUTPUT=<file>. */
const FAKE_FIO = `#!/usr/bin/env bash\n${fake('fio')}`;

export interface StepRun {
  readonly code: number | null;
  readonly stderr: string;
  readonly status: HostStatus | null;
  readonly raw: HostRaw;
}

export class FioHost {
  readonly root = mkdtempSync(join(tmpdir(), 'fsxbench-host-'));
  readonly data = join(this.root, 'volumes/c1/client-0/fio');
  private readonly settings: Record<string, string> = {};

  constructor() {
    mkdirSync(join(this.root, 'volumes/c1/client-0'), { recursive: true });
    writeFileSync(join(this.root, 'hosts.txt'), 'client-0 client 0 10.0.0.1 i-0\n');
  }

  /** Further environment for all following commands. */
  set(settings: Readonly<Record<string, string>>): this {
    Object.assign(this.settings, settings);
    return this;
  }

  /** Puts the fake fio first in the path. */
  withFakeFio(output = ''): this {
    const bin = join(this.root, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'fio'), FAKE_FIO);
    chmodSync(join(bin, 'fio'), 0o755);
    writeFileSync(join(this.root, 'output'), output);
    const PATH = `${bin}:${process.env['PATH'] ?? ''}`;
    return this.set({ PATH, FAKE_LOG: join(this.root, 'calls'), FAKE_OUTPUT: join(this.root, 'output') });
  }

  /** Puts a script first in the path that runs a command for calls with these words, and then fio itself. */
  wrapFio(words: string, does: string): this {
    const bin = join(this.root, 'bin');
    mkdirSync(bin);
    const real = (process.env['PATH'] ?? '').replaceAll("'", '');
    const stub = `#!/usr/bin/env bash\nPATH='${real}'\n[[ $* != *${words} ]] || { ${does}; }\nexec fio "$@"\n`;
    writeFileSync(join(bin, 'fio'), stub, { mode: 0o755 });
    return this.set({ PATH: `${bin}:${real}` });
  }

  /** Calls of the fake fio so far. */
  calls(): readonly string[] {
    const log = join(this.root, 'calls');
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  }

  /** Runs one step of a configuration as the driver would. */
  run(step: 'install' | 'fill' | 'empty' | 'layout' | 'measure', params: FioParams, startAt = ''): StepRun {
    const texts = scriptFiles();
    const place = { copy: 'c1', copies: 1, fleet: [], mounts: [], stored: null, cells: [params], files: texts };
    const [install, data] = listFixtures(params, place);
    const standing: Partial<Record<string, string>> = { install: install?.up, fill: data?.up, empty: data?.down };
    const measured = fio.script(params, texts).find(({ name }) => name === step)?.script;
    const script = standing[step] ?? (measured === undefined ? '' : joinScript(measured));
    const out = join(this.root, `out-${step}`);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    const env = {
      PATH: process.env['PATH'],
      FSXBENCH_ROOT: this.root,
      FSXBENCH_OUT: out,
      FSXBENCH_HOST: 'client-0',
      FSXBENCH_ROLE: 'client',
      FSXBENCH_COPY: 'c1',
      FSXBENCH_INDEX: '0',
      FSXBENCH_HOSTS: join(this.root, 'hosts.txt'),
      FSXBENCH_START_AT: startAt,
      FSXBENCH_ATTEMPT: 't0001.a1',
      FSXBENCH_LOCAL: '1',
      ...this.settings,
    };
    const { status: code, stderr } = spawnSync('setsid', ['--wait', 'bash', '--norc', '-s'], {
      input: script,
      env,
      encoding: 'utf8',
    });
    const text = (name: string) => (existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : null);
    const status = text('status.json');
    const parsed = status === null ? null : (JSON.parse(status) as HostStatus);
    const names = existsSync(join(out, 'raw')) ? readdirSync(join(out, 'raw')) : [];
    const files = names
      .map((file) => `raw/${file}`)
      .map((name) => ({
        name,
        source: `client-0/${step}/${name}`,
        text: text(name) ?? '',
      }));
    return { code, stderr, status: parsed, raw: { host: 'client-0', command: step, status: parsed, files } };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Whether fio is installed; prints a message where it is not. */
export function isFioInstalled(): boolean {
  const there = spawnSync('fio', ['--version']).status === 0;
  if (!there) process.stderr.write('fio is not installed: tests that run it are skipped\n');
  return there;
}
