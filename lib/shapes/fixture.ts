/**
 * Fixtures: what a trial needs on hosts before it starts, such as a mount, a tool, a data set or a service. A slot
 * holds one fixture at a time, identified by its key. A trial states the required key per slot.
 */
import { canonicalize, sha256 } from './canonical-json';
import type { StepWork } from './file-operation';

export interface Fixture {
  /**
   * The slot, on each host of its roles: type, target instance, owner. `tool/fio`, `mount/c1`, `data/c1/fio`,
   * `source/tree`, `service/kafka`, `host/network`. Letters, digits, `.`, `_` and `-` between slashes.
   */
  readonly slot: string;
  /** Identifies the content: equal keys mean equal fixtures. See {@link makeFixtureKey}. */
  readonly key: string;
  readonly roles: readonly string[];
  /** Slots that this fixture depends on: set up before this one, and removed after it. */
  readonly needs: readonly string[];
  /**
   * Complete setup script from `renderScript`. The script may find parts of an interrupted setup. For a {@link lasting}
   * fixture the script runs the service in the foreground.
   */
  readonly up: string;
  /**
   * Complete removal script, also for a partial setup. Hosts run the script that they stored when they set up the
   * fixture. For a lasting fixture it asks the service to exit; remaining processes are then killed.
   */
  readonly down: string;
  /** Expected duration of `up`. */
  readonly expectedSeconds: number;
  /** Time limit of `up`, seconds. */
  readonly timeoutSeconds: number;
  /** Time limit of `down`, seconds; absent: as for `up`. */
  readonly downSeconds?: number;
  /** Time limit of `down` without waiting, if the storage is deleted next; absent: as for `down`. */
  readonly leaveSeconds?: number;
  /** Work of the setup on the storage, if it is a fixed amount per host. */
  readonly work?: StepWork;
  /**
   * The fixture is data on the storage: it survives removal and setup of the slots in `needs`. Only a different key
   * replaces the data, while these slots are set up.
   */
  readonly survives?: true;
  /**
   * The fixture does not affect trials that do not list it, e.g. a tool, a data set, or a mount of another target
   * instance. Other unlisted fixtures, such as a broker or a kernel setting, would affect a trial and are removed
   * before it.
   */
  readonly stays?: true;
  /** A service that outlives the command that starts it, until removal or until its host terminates. */
  readonly lasting?: {
    /** Complete script that succeeds when the service responds; retried. */
    readonly ready: string;
    /** Time limit until the service responds, seconds. */
    readonly readySeconds: number;
  };
}

/** The required fixture of a slot on hosts of some roles. Entries of one slot share no role. */
export type WantedSlot = Pick<Fixture, 'slot' | 'key' | 'roles'>;

/** Mount options by role: `{}` means the defaults of the target kind. Roles that mount nothing are absent. */
export type Mounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Target of a trial: kind, configuration and mounts. */
export interface TrialTarget {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly mounts: Mounts;
}

/** Status of a slot from `status.json` of a host. */
export interface SlotStatus {
  readonly key: string;
  /** Dirty: setup or removal was interrupted, or the service has stopped. */
  readonly state: 'standing' | 'dirty';
  readonly stays: boolean;
}

/** Allowed slots: they become folder names, and parts of JSON that shell scripts write. */
export const SLOT_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,47}(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,47}){0,3}$/;
/** Keys: simple enough for comparison in shells. */
export const KEY_PATTERN = /^[0-9a-f]{12}$/;

/** Key of a fixture: first 12 hex digits of the SHA-256 of its defining data. */
export function makeFixtureKey(what: unknown): string {
  return sha256(canonicalize(what)).slice(0, 12);
}

/** The required slots of fixtures, sorted. */
export function toSlots(fixtures: readonly WantedSlot[]): WantedSlot[] {
  return fixtures
    .map(({ slot, key, roles }) => ({ slot, key, roles }))
    .toSorted((a, b) => compareText(`${a.slot} ${a.roles.join()}`, `${b.slot} ${b.roles.join()}`));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Formats slots for the host variable `FSXBENCH_SLOTS`: lines `<slot> <key> <role>,<role>…`. */
export function formatSlots(slots: readonly WantedSlot[]): string {
  return slots.map(({ slot, key, roles }) => `${slot} ${key} ${roles.join(',')}\n`).join('');
}

/** Error text of a command that did nothing because the host had other fixtures. */
export const FIXTURE_MISMATCH = 'fixtures differ from the plan';
