/** Quotas of the account: all copies of all rigs that may run at once, against what an account has at first. */
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import type { Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import type { Target } from '../../targets/contract';
import type { RigDraft } from './rig/draft';

type Rig = Pick<RigDraft, 'copies' | 'stretches'>;

/**
 * Warnings: how much an account may really have, only AWS knows. What one copy takes up alone its kind has said.
 * @param parallelRigs that run at once: the largest ones may
 */
export function overQuotas(
  rigs: readonly Rig[],
  parallelRigs: number,
  targetOf: (kind: string) => Target | undefined,
): Problem[] {
  const uses = rigs.map((rig) => rig.copies.flatMap((copy) => usesOf(copy, rig, targetOf)));
  const names = [...new Set(uses.flatMap((its) => its.map(({ of }) => of)))];
  return names.flatMap((name): Problem[] => {
    const byRig = uses.map((its) => its.filter(({ of }) => of === name));
    const sums = byRig.map((its) => its.reduce((sum, { amount }) => sum + amount, 0)).toSorted((a, b) => b - a);
    const atOnce = sums.slice(0, parallelRigs).filter((sum) => sum > 0);
    const total = atOnce.reduce((sum, one) => sum + one, 0);
    const [first] = byRig.flat();
    const { most, source } = expected(first, `a use of ${name}`);
    if (total <= most || byRig.flat().some(({ amount }) => amount > most)) return [];
    const several = atOnce.length > 1;
    const who = several ? `${atOnce.length} rigs at once have` : 'the copies of one rig have';
    const less = several ? 'lower `limits.parallelRigs`' : 'compare fewer targets at once';
    const message =
      `${who} ${total} ${name} together; an account may have ${most} at first, all file systems together: ask for a ` +
      `higher quota before, or ${less}`;
    const path = several ? ['limits', 'parallelRigs'] : ['targets'];
    return [{ severity: 'warning', code: 'OverQuota', path, message, source }];
  });
}

/** What a copy takes up, each quota at the most that any of its states does. */
function usesOf(
  { copy, kind, targetConfig }: Rig['copies'][number],
  { stretches }: Rig,
  targetOf: (kind: string) => Target | undefined,
): QuotaUse[] {
  const target = expected(targetOf(kind), `the target kind ${kind}`);
  const changes = stretches.flatMap((stretch) => stretch.changes).filter((change) => change.copy === copy);
  const states = [targetConfig, ...changes.map(({ config }) => config)];
  const all = groupBy(
    states.flatMap((config) => target.quotas?.(config) ?? []),
    ({ of }) => of,
  );
  return [...all.values()].map((its) => its.reduce((most, one) => (one.amount > most.amount ? one : most)));
}
