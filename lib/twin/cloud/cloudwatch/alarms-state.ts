/** What the modelled CloudWatch holds of alarms: by their names, of which an account has no two alike. */
import type { Clock } from '../../../asl/clock/clock';
import type { FsxFaults } from '../fsx/options';
import { arn, type Place } from '../ids';

export interface Alarm {
  readonly name: string;
  readonly arn: string;
  readonly rank: number;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  tags: Readonly<Record<string, string>>;
  /** How often a delete was asked for. */
  deletions: number;
}

export interface AlarmsOptions {
  readonly clock: Clock;
  readonly place: Place;
  /** Tags without which a create is refused, as the roles' policies do. Default: none. */
  readonly requiredTags?: readonly string[];
  /** Listings show a new thing only so long after its creation, milliseconds. Default: at once. */
  readonly visibleMs?: number | undefined;
  /** Those of all storage. */
  readonly faults?: FsxFaults | undefined;
}

export class AlarmsState {
  private readonly alarms = new Map<string, Alarm>();
  private ranks = 0;

  constructor(readonly options: AlarmsOptions) {}

  all(): readonly Alarm[] {
    return [...this.alarms.values()];
  }

  find(name: string): Alarm | undefined {
    return this.alarms.get(name);
  }

  /** What a listing shows now. */
  listed(): readonly Alarm[] {
    const { clock, visibleMs = 0 } = this.options;
    return this.all().filter(({ createdAt }) => createdAt + visibleMs <= clock.now());
  }

  make(name: string, tags: Alarm['tags']): void {
    const { clock, place } = this.options;
    this.ranks += 1;
    const of = { arn: arn(place, 'cloudwatch', `alarm:${name}`), createdAt: clock.now(), rank: this.ranks };
    this.alarms.set(name, { ...of, name, tags, deletions: 0 });
  }

  remove({ name }: Alarm): void {
    this.alarms.delete(name);
  }
}
