/** What stands on modelled hosts: by the same rules as on real ones (`workloads/fixtures/apply.sh`). */
import {
  applyDiff,
  diffFixtures,
  filterByRole,
  type CurrentFixture,
  type DesiredFixture,
} from '../../../experiment/fixtures/difference';
import type { SlotStatus, WantedSlot } from '../../../shapes/fixture';

/** The command `fixtures` on one host. */
interface AppliedFixtures {
  /** It has something to do. */
  readonly changes: boolean;
  /** It ended, well or not: what it had begun is dirty then. */
  end(well: boolean): void;
}

/** Of all hosts, by their ids. */
export class ModelledFixtures {
  private readonly hosts = new Map<string, readonly CurrentFixture[]>();
  /** What was told of lists that stand as they did then: each host tells it at the end of every command. */
  private readonly told = new WeakMap<readonly CurrentFixture[], Readonly<Record<string, SlotStatus>>>();

  apply(instanceId: string, role: string, wanted: readonly DesiredFixture[]): AppliedFixtures {
    const standing = this.getStanding(instanceId);
    const found = diffFixtures(standing, filterByRole(wanted, role));
    const changes = found.down.length + found.up.length > 0;
    const begun = applyDiff(standing, found).map(
      (one): CurrentFixture => (isUp(one, found.up) ? { ...one, dirty: true } : one),
    );
    if (changes) this.hosts.set(instanceId, begun);
    return {
      changes,
      end: (well) => {
        // Commands of other copies may have put up theirs meanwhile.
        if (!well || !changes) return;
        const whole = this.getStanding(instanceId).map(({ dirty, ...one }) =>
          dirty === undefined || isUp(one, found.up) ? one : { ...one, dirty },
        );
        this.hosts.set(instanceId, whole);
      },
    };
  }

  /** What a host finds before it measures, in the words of `slots_wrong`; null where all is well. */
  findProblem(instanceId: string, role: string, slots: readonly WantedSlot[]): string | null {
    const standing = this.getStanding(instanceId);
    const own = slots.filter(({ roles }) => roles.includes(role));
    const differing = own.flatMap(({ slot, key }) => {
      const found = standing.find((one) => one.slot === slot);
      if (found === undefined) return [`${slot} does not stand`];
      if (found.key !== key) return [`${slot} is ${found.key}, not ${key}`];
      return found.dirty === true ? [`${slot} is not whole`] : [];
    });
    const unasked = standing.filter((one) => one.stays !== true && !own.some(({ slot }) => slot === one.slot));
    const all = [...differing, ...unasked.map(({ slot }) => `${slot} stands, though nobody asked for it`)];
    return all.length === 0 ? null : all.join('; ');
  }

  /** As the host tells it; undefined where nobody has put anything up. */
  status(instanceId: string): Readonly<Record<string, SlotStatus>> | undefined {
    const standing = this.hosts.get(instanceId);
    if (standing === undefined) return undefined;
    const known = this.told.get(standing) ?? toSlotStatus(standing);
    this.told.set(standing, known);
    return known;
  }

  /** Somebody puts another thing into the first slot of a host. @returns whether it has one */
  meddle(instanceId: string): boolean {
    const [first, ...others] = this.getStanding(instanceId);
    if (first === undefined) return false;
    this.hosts.set(instanceId, [{ ...first, key: UNPLANNED_KEY }, ...others]);
    return true;
  }

  /** All that stood on a host is taken away. */
  forget(instanceId: string): void {
    this.hosts.delete(instanceId);
  }

  private getStanding(instanceId: string): readonly CurrentFixture[] {
    return this.hosts.get(instanceId) ?? [];
  }
}

/** Key of nothing that a plan asks for. */
const UNPLANNED_KEY = '000000000000';

function isUp({ slot }: CurrentFixture, up: readonly DesiredFixture[]): boolean {
  return up.some((one) => one.slot === slot);
}

function toSlotStatus(standing: readonly CurrentFixture[]): Readonly<Record<string, SlotStatus>> {
  return Object.fromEntries(
    standing.map(({ slot, key, dirty, stays }) => [
      slot,
      { key, state: dirty === true ? 'dirty' : 'standing', stays: stays === true },
    ]),
  );
}
