/** Which of the calls, states and things that a rule is about it strikes; and when. */
import type { Campaign, When } from './campaign';

/** What a campaign did. Moments are epoch milliseconds. */
export interface Struck {
  /** Times that each rule struck, by its number in the campaign. */
  readonly times: readonly number[];
  /** When each struck for the first and for the last time; null where it never did. */
  readonly spans: readonly (Span | null)[];
  /** Until when something that was struck goes on, epoch milliseconds; 0 where all was over at once. */
  readonly goesOn: number;
}

export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Counts for one campaign in one world. */
export class Strikes {
  private readonly seen = new Map<string, number>();
  private readonly counts: number[];
  private readonly spans: (Span | null)[];
  private goesOn = 0;

  /**
   * @param beginning epoch milliseconds at which the experiment is started
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

  /** Whether a rule strikes what matches it now. Each match is counted, struck or not. */
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

  /** Notes that a rule struck. */
  note(index: number, now: number): void {
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.spans[index] = { first: this.spans[index]?.first ?? now, last: now };
  }

  /** What was struck goes on until that moment. */
  lasting(until: number): void {
    this.goesOn = Math.max(this.goesOn, until);
  }

  /** Whether a moment lies in the time of a rule. */
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

  struck(): Struck {
    return { times: [...this.counts], spans: [...this.spans], goesOn: this.goesOn };
  }
}
