/** What copy.sh left on this machine (test/recorded/tree-copy/README.md), and hosts that left it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import type { TreeCopyOutput } from '../../../lib/workloads/tree-copy/result';
import { params } from './tree-world';

/** Text of a fixture. */
export function recorded(name: string): string {
  return readFileSync(join(__dirname, '../../recorded/tree-copy', name), 'utf8');
}

/** Parameters by which the fixtures of the study were made. */
export const study = (workers: number) => params({ files: 38_000, size: '800 MB', workers });

/** A fixture of eight workers, changed. */
export function changed(change: (output: TreeCopyOutput) => object, name = 'eight-workers.json'): string {
  const output = JSON.parse(recorded(name)) as TreeCopyOutput;
  return JSON.stringify({ ...output, ...change(output) });
}

/** A host that left this text; `facts` and `status` change what it says of itself. */
export function hostRaw(
  text: string | null,
  {
    host = 'client-0',
    stderr = '',
    facts = {},
    ...status
  }: Partial<Omit<HostStatus, 'facts'>> & { facts?: object; stderr?: string } = {},
): HostRaw {
  const said = JSON.parse(recorded('eight-workers.status.json')) as HostStatus;
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
