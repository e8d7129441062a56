/** Whether a threshold is met although other work on the hosts slowed the measurement. */
import { isOutcome } from '../shapes/reason-effects';
import type { Reason } from '../shapes/verdict';
import type { Answer } from './answer/answer';

export interface CountedTrial {
  readonly excludedFor: string | null;
  readonly reasons?: readonly Pick<Reason, 'level' | 'code'>[];
}

/** Other processes and the hypervisor can take CPU time from a trial, which slows it; they cannot make it faster. */
const SLOWING: readonly string[] = ['HostBusy', 'CpuStolen'];

/**
 * Whether the only configuration meets its threshold, and nothing but such load excludes its trials. With several
 * configurations the load may have hit one more than another.
 */
export function isMetDespiteLoad({
  answer: { outcome, ranking },
  trials,
}: {
  readonly answer: { readonly outcome?: Answer['outcome']; readonly ranking: readonly unknown[] };
  readonly trials: readonly CountedTrial[];
}): boolean {
  const counted = trials.filter(({ excludedFor }) => excludedFor === null);
  const isSlowed = ({ reasons = [] }: CountedTrial): boolean =>
    reasons.every(({ level, code }) => level === 'note' || isOutcome(code) || SLOWING.includes(code));
  return outcome === 'meets' && ranking.length === 1 && counted.every(isSlowed);
}
