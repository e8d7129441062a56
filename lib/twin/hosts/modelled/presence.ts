/**
 * Which commands run on a modelled host, as `workloads/host/attempts.sh` keeps it: those of one attempt run beside each
 * other, one of another attempt first ends what the older left, and one that comes late is refused.
 */
import { between } from './performance/noise';
import type { Random } from '../../../shapes/random';
import type { Clock } from '../../../asl/clock/clock';
import type { Stop } from '../../../asl/clock/stop';
import type { HostCommand } from '../driver';
import type { Ending } from './work';

/** Seconds until a script has ended that was told to. Assumed: as measured here for fio. */
const EXPEL_SECONDS = { least: 0.2, most: 1 };

/** A command on its host. */
export interface Present {
  readonly attempt: string;
  readonly step: string;
  readonly end: Stop<Ending>;
  /** It does not end when it is told to: as a process that waits for a device. */
  readonly stubborn: boolean;
  /** It was told to end; a stubborn one hears of it at its own end. */
  told: boolean;
}

export interface Presence {
  readonly running: Set<Present>;
  /** Resolves when whoever came before has entered: one after the other, as the scripts lock their gate. */
  gate: Promise<unknown>;
  newest: { readonly attempt: string; readonly issued: number };
}

export function nobody(): Presence {
  return { running: new Set(), gate: Promise.resolve(), newest: { attempt: '', issued: 0 } };
}

/**
 * Lets a command in, once older attempts have ended.
 * @returns which commands of other attempts go on all the same, or why it is refused
 */
export function enter(...given: Parameters<typeof throughGate>): ReturnType<typeof throughGate> {
  const [presence] = given;
  const entered = presence.gate.then(() => throughGate(...given));
  presence.gate = entered;
  return entered;
}

async function throughGate(
  presence: Presence,
  { parameters }: HostCommand,
  own: Pick<Present, 'end' | 'stubborn'>,
  clock: Clock,
  random: () => Random,
): Promise<{ readonly present: Present; readonly others: readonly string[] } | { readonly refused: string }> {
  const { Attempt: attempt = '', Step: step = '', IssuedAt = '0' } = parameters;
  const issued = Number(IssuedAt);
  if (presence.newest.attempt !== attempt) {
    if (issued > 0 && issued < presence.newest.issued)
      return { refused: `attempt ${presence.newest.attempt} was begun after this command was sent` };
    presence.newest = { attempt, issued };
  }
  const older = [...presence.running].filter((one) => one.attempt !== attempt);
  for (const one of older) {
    one.told = true;
    if (!one.stubborn) one.end.stop('expel');
  }
  if (older.length > 0) await clock.sleep(1000 * between(random(), EXPEL_SECONDS.least, EXPEL_SECONDS.most));
  const present: Present = { ...own, attempt, step, told: false };
  presence.running.add(present);
  const others = older.filter((one) => presence.running.has(one));
  return { present, others: others.map((one) => `${one.attempt} ${one.step}`) };
}
