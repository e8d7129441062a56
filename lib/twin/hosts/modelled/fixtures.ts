/** Fixtures of simulated hosts, with the rules of real ones (`workloads/fixtures/apply.sh`). */
import {
  applyFixtureDiff,
  diffFixtures,
  filterByRole,
  type CurrentFixture,
  type DesiredFixture,
} from '../../../experiment/fixtures/difference';
import type { SlotStatus, WantedSlot } from '../../../shapes/fixture';

/** The command `fixtures` on one host. */
interface AppliedFixtures {
  /** Whether the command has work to do. */
  readonly changes: boolean;
  /** Ends the command. After a failure, its fixtures are marked as dirty. */
  end(well: boolean): void;
}

/** For all hosts, by their ids. */
export class SimulatedFixtures {
  private readonly hosts = new Map<string, readonly CurrentFixture[]>();
  /** Cache of reports by list of fixtures: each host reports them at the end of every command. */
  private readonly reports = new WeakMap<readonly CurrentFixture[], Readonly<Record<string, SlotStatus>>>();

  apply(instanceId: string, role: string, wanted: readonly DesiredFixture[]): AppliedFixtures {
    const current = this.getCurrent(instanceId);
    const found = diffFixtures(current, filterByRole(wanted, role));
    const changes = found.down.length + found.up.length > 0;
    const begun = applyFixtureDiff(current, found).map(
      (one): CurrentFixture => (isFixtureUp(one, found.up) ? { ...one, dirty: true } : one),
    );
    if (changes) this.hosts.set(instanceId, begun);
    return {
      changes,
      end: (well) => {
        // Commands of other target instances may have applied other fixtures meanwhile.
        if (!well || !changes) return;
        const whole = this.getCurrent(instanceId).map(({ dirty, ...one }) =>
          dirty === undefined || isFixtureUp(one, found.up) ? one : { ...one, dirty },
        );
        this.hosts.set(instanceId, whole);
      },
    };
  }

  /** The mismatch that a host finds before it measures, worded like `slots_wrong`; null if there is none. */
  findProblem(instanceId: string, role: string, slots: readonly WantedSlot[]): string | null {
    const current = this.getCurrent(instanceId);
    const own = slots.filter(({ roles }) => roles.includes(role));
    const differing = own.flatMap(({ slot, key }) => {
      const found = current.find((one) => one.slot === slot);
      if (found === undefined) return [`${slot} is missing`];
      if (found.key !== key) return [`${slot} is ${found.key}, not ${key}`];
      return found.dirty === true ? [`${slot} is not whole`] : [];
    });
    const unplanned = current.filter((one) => one.stays !== true && !own.some(({ slot }) => slot === one.slot));
    const all = [...differing, ...unplanned.map(({ slot }) => `${slot} is set, but not in the plan`)];
    return all.length === 0 ? null : all.join('; ');
  }

  /** The report of a host; undefined if it never had fixtures. */
  status(instanceId: string): Readonly<Record<string, SlotStatus>> | undefined {
    const current = this.hosts.get(instanceId);
    if (current === undefined) return undefined;
    const known = this.reports.get(current) ?? toSlotStatus(current);
    this.reports.set(current, known);
    return known;
  }

  /** Replaces the first fixture of a host, as an outsider could. @returns whether the host had one */
  meddle(instanceId: string): boolean {
    const [first, ...others] = this.getCurrent(instanceId);
    if (first === undefined) return false;
    this.hosts.set(instanceId, [{ ...first, key: UNPLANNED_KEY }, ...others]);
    return true;
  }

  forget(instanceId: string): void {
    this.hosts.delete(instanceId);
  }

  private getCurrent(instanceId: string): readonly CurrentFixture[] {
    return this.hosts.get(instanceId) ?? [];
  }
}

/** A fixture key that no plan contains. */
const UNPLANNED_KEY = '000000000000';

function isFixtureUp({ slot }: CurrentFixture, up: readonly DesiredFixture[]): boolean {
  return up.some((one) => one.slot === slot);
}

function toSlotStatus(current: readonly CurrentFixture[]): Readonly<Record<string, SlotStatus>> {
  return Object.fromEntries(
    current.map(({ slot, key, dirty, stays }) => [
      slot,
      { key, state: dirty === true ? 'dirty' : 'standing', stays: stays === true },
    ]),
  );
}
