/** Rules of targets as the one who validates a spec meets them. */
import { readSpec } from '../../lib/experiment/reading/read';

/** Settings that a rule refuses or warns of, some that it takes, and all that is said of the first. */
export interface Rule {
  readonly wrong: string;
  readonly right: string;
  readonly says: readonly string[];
}

/** Errors and warnings on a target, whole; its hosts are large enough for any. @param target its settings in YAML */
export function saidOf(target: string): string[] {
  const text = `
experiment: rules
targets: { a: { ${target} } }
fleet: { client: { instanceType: c6in.32xlarge } }
workloads: { w: { kind: fio, rw: read, bs: 1m, size: 1 GiB, runtime: 200s } }
limits: { maxUsd: 5, maxHours: 4 }
`;
  return readSpec(text, 'rules.yaml')
    .problems.filter(({ severity }) => severity !== 'advice')
    .map(({ severity, code, path, message }) => `${severity} ${code} ${path.slice(2).join('.')}: ${message}`);
}
