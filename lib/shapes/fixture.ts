/**
 * Fixtures: what stands on hosts before a trial may start. A mount, a tool, a data set, a running service. At any time
 * one of its kind stands at its place, the slot; its key says which one. A trial states what must stand, slot by slot.
 */
import { canonicalize, sha256 } from './canonical-json';
import type { StepWork } from './file-operation';

export interface Fixture {
  /**
   * Its place, one on each host of its roles: what it is, then for which copy, then whose. `tool/fio`, `mount/c1`,
   * `data/c1/fio`, `source/tree`, `service/kafka`, `host/network`. Letters, digits, `.`, `_` and `-` between slashes.
   */
  readonly slot: string;
  /** Says what stands there: equal keys are the same thing. See {@link fixtureKey}. */
  readonly key: string;
  readonly roles: readonly string[];
  /** Slots that must stand below it: it is put up after them, and taken down before them. */
  readonly needs: readonly string[];
  /**
   * Whole script that puts it up, as `renderScript` makes it. It may find a part of it there, since it may have been
   * interrupted. Of a {@link lasting} one it is the service itself: it runs in the foreground until it is ended.
   */
  readonly up: string;
  /**
   * Whole script that takes it down, whole or half put up. Hosts keep it, and run the one that they kept: it belongs to
   * what stands. Of a lasting one it asks the service to end; what is left of it then is ended.
   */
  readonly down: string;
  /** Modelled length of `up`. */
  readonly expectedSeconds: number;
  /** `up` is ended after so many seconds. */
  readonly timeoutSeconds: number;
  /** `down` is ended after so many seconds. Left out: as many as `up`. */
  readonly downSeconds?: number;
  /** The same where what it lies on is deleted next, and nothing is waited for. Left out: as many. */
  readonly leaveSeconds?: number;
  /** What putting it up does to the storage, where that is a fixed amount of each host. */
  readonly work?: StepWork;
  /**
   * Data: lies on the storage, and is still there when what it needs was taken down and put up again. It is taken down
   * only for another key, and then where all that it needs stands.
   */
  readonly survives?: true;
  /**
   * Changes nothing for trials that do not state it, and so may stand beside them: a tool, a data set, a mount of
   * another copy. Everything else that a trial does not state is taken down before it: a broker or a setting of the
   * kernel that nobody asked for would be measured with it.
   */
  readonly stays?: true;
  /** Outlives the command that puts it up, until it is taken down, or its host ends. */
  readonly lasting?: {
    /** Whole script that ends well where the service answers. It is tried again and again. */
    readonly ready: string;
    /** A service that does not answer after so many seconds has failed. */
    readonly readySeconds: number;
  };
}

/** What must stand in a slot on the hosts of some roles. Two of one slot have no role in common. */
export type WantedSlot = Pick<Fixture, 'slot' | 'key' | 'roles'>;

/** Mount options by role, `{}` for the defaults of the kind; roles that mount nothing are left out. */
export type Mounts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Kind of a target, its configuration in a cell, and how roles mount it. */
export interface TrialTarget {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly mounts: Mounts;
}

/** What a host says of one of its slots, in `status.json`. */
export interface SlotStatus {
  readonly key: string;
  /** Dirty: putting it up or taking it down was not ended, or it does not run any more. */
  readonly state: 'standing' | 'dirty';
  /** As {@link Fixture.stays}. */
  readonly stays: boolean;
}

/** Slots are names of folders and parts of JSON that shells write: nothing else may come in. */
export const SLOT_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,47}(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,47}){0,3}$/;
/** Keys are compared by shells. */
export const KEY_PATTERN = /^[0-9a-f]{12}$/;

/** Key of a fixture: first 12 hex digits of the SHA-256 of what makes it what it is, as plain data. */
export function fixtureKey(what: unknown): string {
  return sha256(canonicalize(what)).slice(0, 12);
}

/** What a trial states by these fixtures, in the order of their slots. */
export function toSlots(fixtures: readonly WantedSlot[]): WantedSlot[] {
  return fixtures
    .map(({ slot, key, roles }) => ({ slot, key, roles }))
    .toSorted((a, b) => compare(`${a.slot} ${a.roles.join()}`, `${b.slot} ${b.roles.join()}`));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** As hosts take it, in `FSXBENCH_SLOTS`: a line `<slot> <key> <role>,<role>…` each. */
export function formatSlots(slots: readonly WantedSlot[]): string {
  return slots.map(({ slot, key, roles }) => `${slot} ${key} ${roles.join(',')}\n`).join('');
}

/** How the outcome of a command says that a host found something else and so did nothing. */
export const FIXTURE_MISMATCH = 'other fixtures stand than the plan states';
