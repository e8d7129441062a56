/** Results of hosts that commit. */
import type { HostRaw, HostStatus } from '../../../lib/workloads/contract';
import type { CommitsOutput } from '../../../lib/workloads/commits/parse';
import { type CommitsParams, commitsSchema } from '../../../lib/workloads/commits/schema';

/** A short run; `changes` as in a spec. */
export function params(changes: Readonly<Record<string, unknown>> = {}): CommitsParams {
  return commitsSchema.parse({ kind: 'commits', engine: 'growing', runtime: 2, ...changes });
}

/** 1,000 commits of a log that grows, in two seconds. */
export function output(changes: Partial<CommitsOutput> = {}): CommitsOutput {
  return {
    tool: 'commits',
    version: 1,
    python: 'Python 3.11.2',
    sqlite: null,
    requested: { engine: 'growing', clients: 1, bytes: 140, runtime: 2 },
    start: 1000,
    end: 1002,
    commits: 1000,
    flushes: 1000,
    meanUs: 2000,
    longestUs: 9000,
    bins: [
      [1500, 600],
      [2500, 390],
      [9000, 10],
    ],
    device: { name: 'sda', writeCache: 'write back', writes: 3000, flushes: 2000 },
    ...changes,
  };
}

/** A host with this text as its result. */
export function hostRaw(text: string, status: Partial<HostStatus> = {}, host = 'client-0'): HostRaw {
  const whole: HostStatus = {
    host,
    role: 'client',
    tool: 'python3',
    version: 'Python 3.11.2',
    argv: [],
    rc: 0,
    started: 1000,
    ended: 1002,
    startAt: 1000,
    kernel: '6.1',
    mount: { source: '/dev/sda', type: 'ext4', options: 'rw,relatime' },
    facts: {},
    ...status,
  };
  return {
    host,
    command: 'measure',
    status: whole,
    files: [{ name: 'raw/commits.json', source: `raw/${host}/commits.json`, text }],
  };
}
