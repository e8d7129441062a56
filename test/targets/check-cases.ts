/** Checks of targets as rows of data: settings, and all findings. The rows are in JSON files next to the tests. */
import { readSpec } from '../../lib/experiment/reading/read-spec';
import type { Problem } from '../../lib/shapes/problem';
import { withoutNull } from '../without-null';

/**
 * The name of base settings; changes, null to omit a setting; all findings, as `severity code path`; and optionally
 * whole messages of some codes: `code: message`.
 */
type Case = [base: string, changes: object, finds: string[], says?: string[]];

/** Settings that a rule refuses or warns about, some that it accepts, and all messages about the first. */
interface Rule {
  readonly wrong: string;
  readonly right: string;
  readonly says: readonly string[];
}

/** @param cases by their promise */
export function testChecks<C extends object>(
  check: (config: C) => readonly Problem[],
  bases: Readonly<Record<string, C>>,
  cases: object,
): void {
  describe.each(Object.entries(cases as Readonly<Record<string, Case[]>>))('%s', (_promise, rows) => {
    it.each(rows)('reports for %s with %j the findings %j', (base, changes, finds, says = []) => {
      const found = check(withoutNull({ ...bases[base], ...changes }) as C);
      expect(found.map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`)).toEqual(finds);
      const messages = found.filter(({ code }) => says.some((one) => one.startsWith(`${code}: `)));
      expect(messages.map(({ code, message }) => `${code}: ${message}`)).toEqual(says);
    });
  });
}

/** As `validate` shows them. */
export function testRules(rules: readonly Rule[]): void {
  it.each(rules)('reports the expected errors and warnings for $wrong', ({ wrong, right, says }) => {
    expect(listMessages(wrong)).toEqual(says);
    expect(listMessages(right)).toEqual([]);
  });
}

/** All errors and warnings about a target; its hosts are large enough for any. @param target its settings in YAML */
function listMessages(target: string): string[] {
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
