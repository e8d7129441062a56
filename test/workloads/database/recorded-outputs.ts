/** Recorded output of `database` (test/recorded/database/README.md), and hosts with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import type { DatabaseOutput } from '../../../lib/workloads/database/parse';

/** Text of a recorded file. */
export function readRecorded(name: string): string {
  return readFileSync(join(__dirname, '../../recorded/database', name), 'utf8');
}

/** A changed result of phases. */
export function changeRecorded(change: (output: DatabaseOutput) => object): string {
  const output = JSON.parse(readRecorded('phases.json')) as DatabaseOutput;
  return JSON.stringify({ ...output, ...change(output) });
}

/** A host with these files below `raw/`; `facts` and `status` change its report. */
function hostRaw(
  status: string,
  texts: Readonly<Record<string, string>>,
  { facts = {}, ...more }: Partial<Omit<HostStatus, 'facts'>> & { readonly facts?: object } = {},
): HostRaw {
  const said = JSON.parse(readRecorded(status)) as HostStatus;
  return {
    host: 'client-0',
    command: 'measure',
    status: { ...said, ...more, facts: { ...said.facts, ...facts } },
    files: Object.entries(texts).map(([name, text]) => ({
      name: `raw/${name}`,
      source: `raw/r1/t0001/a1/client-0/measure/raw/${name}`,
      text,
    })),
  };
}

/** A host with the recorded load. */
export function loadHost(status: Parameters<typeof hostRaw>[2] = {}): HostRaw {
  const logs = ['db_bw', 'db_lat', 'log_bw', 'log_lat'].map((name): [string, string] => [
    `series.${name}.log`,
    readRecorded(`load.${name}.txt`),
  ]);
  return hostRaw('load.status.json', { 'fio.json': readRecorded('load.json'), ...Object.fromEntries(logs) }, status);
}

/** A host with this result of phases. */
export function phasesHost(text: string, status: Parameters<typeof hostRaw>[2] = {}): HostRaw {
  return hostRaw('phases.status.json', { 'database.json': text }, status);
}
