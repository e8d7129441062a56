/** Checks that fixtures and mounts of a trial's hosts match the plan. If not, the trial measured another cell. */
import { FIXTURE_MISMATCH, type WantedSlot } from '../../shapes/fixture';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, HostStatus } from '../../workloads/contract';
import { formatNames } from './host-facts';

/** The data mount as the kernel reports it. */
export type KernelMount = HostStatus['mount'];

export interface ExpectedFixtures {
  /** From the plan; undefined if the plan does not state fixtures. */
  readonly slots?: readonly WantedSlot[] | undefined;
  /** Describes how the mount on hosts of a role differs from the requested one; null if it does not. */
  readonly mounted?: ((mount: KernelMount, role: string) => string | null) | undefined;
}

const TEXT_MAX = 600;

/** INVALID `WrongFixture` if a host reports other fixtures, or none. @param others hosts of other steps, not failed */
export function checkFixtures(
  { slots, mounted }: ExpectedFixtures,
  hosts: readonly HostRaw[],
  others: readonly HostRaw[] = [],
): Reason[] {
  const wrongOf = (status: HostStatus): string[] => (slots === undefined ? [] : listWrongSlots(slots, status));
  const name = (host: string, found: readonly string[]): string[] =>
    found.length === 0 ? [] : [`${host}: ${found.join('; ')}`];
  const wrong = [
    ...hosts.flatMap(({ host, status }) =>
      status === null ? [] : name(host, [...wrongOf(status), ...listWrongMount(mounted, status)]),
    ),
    // Their scripts may report another mount.
    ...others.flatMap(({ host, status }) => (status?.rc === 0 ? name(host, wrongOf(status)) : [])),
  ];
  if (wrong.length === 0) return [];
  const text = `${FIXTURE_MISMATCH}: ${formatNames(wrong)}`;
  return [
    { level: 'invalid', code: 'WrongFixture', text: text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text },
  ];
}

function listWrongSlots(stated: readonly WantedSlot[], { role, rc, slots, facts }: HostStatus): string[] {
  const reported = facts['wrongFixture'];
  if (reported !== undefined) return [reported];
  // For commands that failed before the check, another reason exists.
  if (slots === undefined && rc !== 0) return [];
  if (slots === undefined || slots === null) return ['it did not report its fixtures'];
  const own = stated.filter(({ roles }) => roles.includes(role));
  const differing = own.flatMap(({ slot, key }) => {
    const found = slots[slot];
    if (found === undefined) return [`${slot} was missing`];
    if (found.key !== key) return [`${slot} was ${found.key}, not ${key}`];
    // A planned kill takes a service away for the rest of the trial.
    return found.state === 'standing' || facts['killedSlot'] === slot ? [] : [`${slot} was incomplete`];
  });
  const extra = Object.entries(slots).filter(([slot, { stays }]) => !stays && !own.some((one) => one.slot === slot));
  return [...differing, ...extra.map(([slot]) => `${slot} was not requested`)];
}

function listWrongMount(mounted: ExpectedFixtures['mounted'], { role, mount }: HostStatus): string[] {
  const found = mounted?.(mount, role) ?? null;
  return found === null ? [] : [found];
}
