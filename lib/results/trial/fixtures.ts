/** Whether the hosts of a trial stood as the plan states: other fixtures are another cell, and nobody would notice. */
import { FIXTURE_MISMATCH, type WantedSlot } from '../../shapes/fixture';
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, HostStatus } from '../../workloads/contract';
import { formatNames } from './host-facts';

/** What the kernel says of the mount that holds the data. */
export type KernelMount = HostStatus['mount'];

/** What a trial must have stood on. */
export interface ExpectedFixtures {
  /** What the plan states; undefined where it states nothing. */
  readonly slots?: readonly WantedSlot[] | undefined;
  /** What the kernel has in place of what was asked for, on hosts of a role; null where it has that. */
  readonly mounted?: ((mount: KernelMount, role: string) => string | null) | undefined;
}

/** Longest text of a reason. */
const TEXT_MAX = 600;

/**
 * INVALID `WrongFixture`, where a host says that something else stood there, or does not say what.
 * @param hosts that measured
 * @param beside hosts of other steps of the trial; those that failed are told of by another reason
 */
export function checkFixtures(
  { slots, mounted }: ExpectedFixtures,
  hosts: readonly HostRaw[],
  beside: readonly HostRaw[] = [],
): Reason[] {
  const wrongOf = (status: HostStatus): string[] => (slots === undefined ? [] : listWrongSlots(slots, status));
  const told = (host: string, found: readonly string[]): string[] =>
    found.length === 0 ? [] : [`${host}: ${found.join('; ')}`];
  const wrong = [
    ...hosts.flatMap(({ host, status }) =>
      status === null ? [] : told(host, [...wrongOf(status), ...listWrongMount(mounted, status)]),
    ),
    // Which mount they tell of is the matter of their scripts.
    ...beside.flatMap(({ host, status }) => (status?.rc === 0 ? told(host, wrongOf(status)) : [])),
  ];
  if (wrong.length === 0) return [];
  const text = `${FIXTURE_MISMATCH}: ${formatNames(wrong)}`;
  return [
    { level: 'invalid', code: 'WrongFixture', text: text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text },
  ];
}

function listWrongSlots(stated: readonly WantedSlot[], { role, rc, slots, facts }: HostStatus): string[] {
  const told = facts['wrongFixture'];
  if (told !== undefined) return [told];
  // Of a command that failed before it could look, another reason tells.
  if (slots === undefined && rc !== 0) return [];
  if (slots === undefined || slots === null) return ['it does not say what stood there'];
  const own = stated.filter(({ roles }) => roles.includes(role));
  const differing = own.flatMap(({ slot, key }) => {
    const found = slots[slot];
    if (found === undefined) return [`${slot} did not stand`];
    if (found.key !== key) return [`${slot} was ${found.key}, not ${key}`];
    return found.state === 'standing' ? [] : [`${slot} was not whole`];
  });
  const unasked = Object.entries(slots).filter(([slot, { stays }]) => !stays && !own.some((one) => one.slot === slot));
  return [...differing, ...unasked.map(([slot]) => `${slot} stood, though nobody asked for it`)];
}

function listWrongMount(mounted: ExpectedFixtures['mounted'], { role, mount }: HostStatus): string[] {
  const found = mounted?.(mount, role) ?? null;
  return found === null ? [] : [found];
}
