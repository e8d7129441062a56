/** A host in a temporary folder on which rendered scripts run, with fio itself or a fake one. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFixtures } from '../../../lib/workloads/fio/fixtures';
import type { FioParams } from '../../../lib/workloads/fio/schema';
import { fio } from '../../../lib/workloads/fio/workload';
import { fake } from '../../fake';
import { type HostRun, ScriptHost, scriptFiles } from '../script-hosts';

export class FioHost extends ScriptHost {
  readonly data = join(this.root, 'volumes/c1/client-0/fio');

  constructor() {
    super();
    mkdirSync(join(this.root, 'volumes/c1/client-0'), { recursive: true });
  }

  /** With a fio that answers by the environment: FAKE_NO_DIRECT, FAKE_NO_ENGINE=<name>, FAKE_RC. */
  withFakeFio(output = ''): this {
    writeFileSync(join(this.root, 'output'), output);
    this.set({ FAKE_LOG: join(this.root, 'calls'), FAKE_OUTPUT: join(this.root, 'output') });
    return this.instead('fio', fake('fio'));
  }

  /** Runs a command for calls of fio with these words, and then fio itself. */
  wrapFio(words: string, does: string): this {
    const real = (process.env['PATH'] ?? '').replaceAll("'", '');
    return this.instead('fio', `PATH='${real}'\n[[ $* != *${words} ]] || { ${does}; }\nexec fio "$@"`);
  }

  /** Calls of the fake fio so far. */
  calls(): readonly string[] {
    const log = join(this.root, 'calls');
    return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  }

  /** Runs one step of a configuration as the driver would. */
  run(step: 'install' | 'fill' | 'empty' | 'layout' | 'measure', params: FioParams, startAt = ''): HostRun {
    const files = scriptFiles('fio');
    const place = { copy: 'c1', copies: 1, fleet: [], mounts: [], stored: null, cells: [params], files };
    const [install, data] = listFixtures(params, place);
    const standing: Partial<Record<string, string>> = { install: install?.up, fill: data?.up, empty: data?.down };
    const measured = fio.script(params, files).find(({ name }) => name === step)?.script;
    return this.runScript(standing[step] ?? measured ?? '', { step, startAt });
  }
}

/** Whether fio is installed; prints a message where it is not. */
export function isFioInstalled(): boolean {
  const there = spawnSync('fio', ['--version']).status === 0;
  if (!there) process.stderr.write('fio is not installed: tests that run it are skipped\n');
  return there;
}
