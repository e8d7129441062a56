/** Random order from a seed: the same on every machine. */
import { createHash } from 'node:crypto';

/** Numbers in [0, 1). */
export type Random = () => number;

/**
 * The generator sfc32 of PractRand (https://pracrand.sourceforge.net/RNG_engines.txt), its state taken from the SHA-256
 * of a text.
 * @param seed any text; texts that differ give streams that have nothing in common.
 */
export function randomFrom(seed: string): Random {
  const digest = createHash('sha256').update(seed, 'utf8').digest();
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let counter = digest.readUInt32LE(12);
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}

/** A copy in random order (Fisher and Yates): every order is equally likely. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
