/** Output of copy.sh on this machine (test/recorded/tree-copy/README.md), and hosts with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import type { TreeCopyOutput } from '../../../lib/workloads/tree-copy/parse';
import { params } from './tree-hosts';

/** Text of a fixture. */
export function readRecorded(name: string): string {
  return readFileSync(join(__dirname, '../../recorded/tree-copy', name), 'utf8');
}

/** Parameters of the fixtures of the study. */
export const study = (workers: number) => params({ files: 38_000, size: '800 MB', workers });

/** A changed fixture of eight workers. */
export function changeRecorded(change: (output: TreeCopyOutput) => object, name = 'eight-workers.json'): string {
  const output = JSON.parse(readRecorded(name)) as TreeCopyOutput;
  return JSON.stringify({ ...output, ...change(output) });
}

/** A host with this text as its result; `facts` and `status` change its report. */
export function hostRaw(
  text: string | null,
  {
    host = 'client-0',
    stderr = '',
    facts = {},
    ...status
  }: Partial<Omit<HostStatus, 'facts'>> & { facts?: object; stderr?: string } = {},
): HostRaw {
  const said = JSON.parse(readRecorded('eight-workers.status.json')) as HostStatus;
  const file = (name: string, content: string) => ({
    name,
    source: `raw/r1/t0001/a1/${host}/measure/${name}`,
    text: content,
  });
  return {
    host,
    command: 'measure',
    status: { ...said, host, ...status, facts: { ...said.facts, readFromDisks: '0', ...facts } },
    files: [...(text === null ? [] : [file('raw/tree-copy.json', text)]), file('raw/cp.stderr', stderr)],
  };
}
