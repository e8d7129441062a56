/** A small spec of real kinds: fio on one Lustre file system of 1200 GiB. */
export function lustreSpec(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    experiment: 'real',
    question: 'Which?',
    targets: { scratch: { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 } },
    fleet: { client: { count: 2, instanceType: 'c5n.2xlarge' } },
    workloads: { fio: fioOf('8 GiB') },
    decide: { metric: 'bandwidth' },
    ...changes,
  };
}

/** Reads of two jobs, each in a file of its own. */
export function fioOf(size: string): Record<string, unknown> {
  return { kind: 'fio', rw: 'read', bs: '1m', numjobs: 2, size };
}

/** A lasting file system of 1200 GiB, with other settings. */
export function persistent(settings: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { kind: 'fsx-lustre', deploymentType: 'PERSISTENT_2', storageGiB: 1200, perUnitMBps: 125, ...settings };
}
