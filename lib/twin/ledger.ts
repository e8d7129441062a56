/**
 * What was paid for, and from when to when: bookkeeping of the changes that the modelled services tell. It knows no
 * prices: whoever prices the intervals sees what each thing was meanwhile.
 */
import { canonicalize } from '../shapes/canonical-json';
import type { OnPaid, PaidResource, BillingEvent } from './cloud/resource-store';

/** A time in which one thing was paid for and did not change. Epoch milliseconds, `until` excluded. */
export interface PaidInterval {
  readonly kind: PaidResource['kind'];
  readonly id: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly what: PaidResource;
  readonly from: number;
  readonly until: number;
  /** Still paid for: `until` is the moment of asking. */
  readonly open: boolean;
}

export interface Ledger {
  /** To be passed to the models as their `onPaid`. */
  readonly onPaid: OnPaid;
  /**
   * All intervals up to a moment, those of no length left out, sorted by begin, then id: the same history gives the
   * same list.
   * @param now epoch milliseconds, not before the last change
   */
  intervals(now: number): readonly PaidInterval[];
  /** What is paid for after the last change: nothing, where all is cleaned up. Sorted by kind, then id. */
  left(): readonly Pick<PaidInterval, 'kind' | 'id' | 'tags' | 'what' | 'from'>[];
}

type OpenInterval = Pick<PaidInterval, 'kind' | 'id' | 'tags' | 'what' | 'from'>;

export function makeLedger(): Ledger {
  const open = new Map<string, OpenInterval>();
  const closed: PaidInterval[] = [];

  const end = (id: string, at: number): void => {
    const before = open.get(id);
    if (before === undefined) return;
    open.delete(id);
    if (at > before.from) closed.push({ ...before, until: at, open: false });
  };

  return {
    onPaid: ({ at, kind, id, tags, what }: BillingEvent) => {
      // A change that changes no price splits nothing.
      if (what !== null && canonicalize(open.get(id)?.what) === canonicalize(what)) return;
      end(id, at);
      if (what !== null) open.set(id, { kind, id, tags, what, from: at });
    },
    intervals: (now) => {
      const running = [...open.values()]
        .filter(({ from }) => now > from)
        .map((one) => ({ ...one, until: now, open: true }));
      return [...closed, ...running].sort((a, b) => a.from - b.from || compareTexts(a.id, b.id));
    },
    left: () => [...open.values()].sort((a, b) => compareTexts(a.kind, b.kind) || compareTexts(a.id, b.id)),
  };
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
