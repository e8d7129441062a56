/** Billed resources and times: bookkeeping of billing events, without prices. */
import { canonicalize } from '../shapes/canonical-json';
import type { BillingListener, BilledResource, BillingEvent } from './cloud/resource-store';

/** A time span in which a resource was billed without change. Epoch milliseconds, `until` excluded. */
export interface BilledInterval {
  readonly kind: BilledResource['kind'];
  readonly id: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly what: BilledResource;
  readonly from: number;
  readonly until: number;
  /** Still billed: `until` is the moment of the call. */
  readonly open: boolean;
}

export interface BillingLedger {
  /** Listener to pass to the simulated services. */
  readonly onPaid: BillingListener;
  /** Non-empty intervals up to `now`, epoch milliseconds, not before the last change; sorted by start, then id. */
  intervals(now: number): readonly BilledInterval[];
  /** Resources that are billed after the last change: none after a complete cleanup. Sorted by kind, then id. */
  left(): readonly Pick<BilledInterval, 'kind' | 'id' | 'tags' | 'what' | 'from'>[];
}

export function makeBillingLedger(): BillingLedger {
  const open = new Map<string, Pick<BilledInterval, 'kind' | 'id' | 'tags' | 'what' | 'from'>>();
  const closed: BilledInterval[] = [];

  const end = (id: string, at: number): void => {
    const before = open.get(id);
    if (before === undefined) return;
    open.delete(id);
    if (at > before.from) closed.push({ ...before, until: at, open: false });
  };

  return {
    onPaid: ({ at, kind, id, tags, what }: BillingEvent) => {
      // A change without effect on the price begins no new interval.
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
