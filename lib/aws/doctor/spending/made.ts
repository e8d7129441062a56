/** What a line costs that needs something made: an answer, and what could not be removed. */
import { couldNotLook, type Finding, nameOf } from '../finding';
import type { Patient } from '../patient';

export interface Made {
  readonly finding: Finding;
  /** What could not be shown to be gone, in words with its name; empty where all is. */
  readonly left: readonly string[];
}

/** Makes something, looks, removes it. Never throws. @param id of this visit: part of every name that is given */
export type Maker = (patient: Patient, id: string) => Promise<Made>;

/**
 * Looks while something stands and removes it afterwards, whatever happened.
 * @param what it is called where it is left
 * @param gone names of errors that say that it is gone already
 */
export async function whileThere(
  what: string,
  look: () => Promise<Finding>,
  remove: () => Promise<unknown>,
  gone: readonly string[] = [],
): Promise<Made> {
  const finding = await look().catch(couldNotLook);
  try {
    await remove();
    return { finding, left: [] };
  } catch (error) {
    if (gone.includes(nameOf(error))) return { finding, left: [] };
    return { finding, left: [`${what} (${couldNotLook(error).saw})`] };
  }
}

/**
 * Asks until there is an answer.
 * @param seconds at most so long
 * @returns null where none came
 */
export async function until<T>(
  { now, sleep }: Pick<Patient, 'now' | 'sleep'>,
  { seconds, pauseSeconds }: { readonly seconds: number; readonly pauseSeconds: number },
  ask: () => Promise<T | null>,
): Promise<T | null> {
  const end = now() + 1000 * seconds;
  for (;;) {
    const found = await ask();
    if (found !== null) return found;
    if (now() >= end) return null;
    await sleep(1000 * pauseSeconds);
  }
}
