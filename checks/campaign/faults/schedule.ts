/** Counts the calls, states and resources that match a rule, and decides when it applies. */
import type { Campaign, When } from './campaign';

/** What a campaign did. Epoch milliseconds. */
export interface AppliedRules {
  /** Number of times that each rule applied, by its index in the campaign. */
  readonly times: readonly number[];
  /** First and last time of each rule; null where it never applied. */
  readonly spans: readonly (Span | null)[];
  /** End of the last effect, epoch milliseconds; 0 where all were over at once. */
  readonly goesOn: number;
}

export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Counters of one campaign in one deployment. */
export class Schedule {
  private readonly seen = new Map<string, number>();
  private readonly counts: number[];
  private readonly spans: (Span | null)[];
  private goesOn = 0;

  /**
   * @param beginning start of the experiment, epoch milliseconds
   * @param random numbers in [0, 1) for rules with a rate
   */
  constructor(
    campaign: Pick<Campaign, 'rules'>,
    private readonly beginning: number,
    private readonly random: () => number,
  ) {
    this.counts = campaign.rules.map(() => 0);
    this.spans = campaign.rules.map(() => null);
  }

  /** Whether a rule applies to the current match. Each match is counted, even where it does not apply. */
  strikes(index: number, rule: When, now: number): boolean {
    if (!this.within(rule, now)) return false;
    const matched = this.count(`${index}`);
    const nth = rule.nth ?? 1;
    const times = rule.times ?? (rule.nth === undefined ? Number.POSITIVE_INFINITY : 1);
    if (matched < nth || matched >= nth + times) return false;
    if (rule.rate !== undefined && this.random() >= rule.rate) return false;
    const since = this.spans[index]?.first ?? now;
    if (rule.lasts !== undefined && now >= since + rule.lasts * 1000) return false;
    this.note(index, now);
    return true;
  }

  /** Counts that a rule applied. */
  note(index: number, now: number): void {
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.spans[index] = { first: this.spans[index]?.first ?? now, last: now };
  }

  /** An effect lasts until that time. */
  lasting(until: number): void {
    this.goesOn = Math.max(this.goesOn, until);
  }

  /** Whether a rule is active at a time. */
  within({ from = 0, until = Number.POSITIVE_INFINITY }: Pick<When, 'from' | 'until'>, now: number): boolean {
    const seconds = (now - this.beginning) / 1000;
    return seconds >= from && seconds < until;
  }

  /** The next number of a name, from 1. */
  count(name: string): number {
    const next = (this.seen.get(name) ?? 0) + 1;
    this.seen.set(name, next);
    return next;
  }

  struck(): AppliedRules {
    return { times: [...this.counts], spans: [...this.spans], goesOn: this.goesOn };
  }
}
