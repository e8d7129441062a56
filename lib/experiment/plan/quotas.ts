/** Quotas of the account: all copies and hosts of rigs that may run at once, against what an account has at first. */
import { expected } from '../../shapes/errors';
import { groupBy } from '../../shapes/group';
import type { Problem } from '../../shapes/problem';
import type { QuotaUse } from '../../shapes/quota';
import { hostQuotas } from '../../targets/host-quotas';
import type { Target } from '../../targets/contract';
import type { RigDraft } from './rig/draft';

type Rig = Pick<RigDraft, 'copies' | 'stretches' | 'roles'>;

/** What is to be changed where one rig alone takes up too much. */
interface Use extends QuotaUse {
  readonly path: string;
  readonly who: string;
  readonly less: string;
  /** Somebody has said so of this one alone. */
  readonly told: boolean;
}

const COPIES = { path: 'targets', who: 'the copies of one rig have', less: 'compare fewer targets at once' };
const HOSTS = { path: 'fleet', who: 'the hosts of one rig have', less: 'use fewer or smaller hosts' };

/**
 * Warnings: how much an account may really have, only AWS knows. What one copy takes up alone its kind has said.
 * @param parallelRigs that run at once: the largest ones may
 */
export function overQuotas(
  rigs: readonly Rig[],
  parallelRigs: number,
  targetOf: (kind: string) => Target | undefined,
): Problem[] {
  const uses = rigs.map((rig): Use[] => [
    ...rig.copies
      .flatMap((copy) => usesOf(copy, rig, targetOf))
      .map((one) => ({ ...one, ...COPIES, told: one.amount > one.most })),
    ...hostQuotas(rig.roles).map((one) => ({ ...one, ...HOSTS, told: false })),
  ]);
  const names = [...new Set(uses.flatMap((its) => its.map(({ of }) => of)))];
  return names.flatMap((name): Problem[] => {
    const byRig = uses.map((its) => its.filter(({ of }) => of === name));
    const sums = byRig.map((its) => its.reduce((sum, { amount }) => sum + amount, 0)).toSorted((a, b) => b - a);
    const atOnce = sums.slice(0, parallelRigs).filter((sum) => sum > 0);
    const total = atOnce.reduce((sum, one) => sum + one, 0);
    const [first] = byRig.flat();
    const { most, source, ...one } = expected(first, `a use of ${name}`);
    if (total <= most || byRig.flat().some(({ told }) => told)) return [];
    const several = atOnce.length > 1;
    const who = several ? `${atOnce.length} rigs at once have` : one.who;
    const less = several ? 'lower `limits.parallelRigs`' : one.less;
    const message =
      `${who} ${total} ${name} together; an account may have ${most} at first, with all else that it runs: ask for a ` +
      `higher quota before, or ${less}`;
    const path = several ? ['limits', 'parallelRigs'] : [one.path];
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
