/** Random order from a seed; a seed gives the same order on every machine. */
import { createHash } from 'node:crypto';

/** Numbers in [0, 1). */
export type Random = () => number;

/**
 * The generator sfc32 of PractRand (https://pracrand.sourceforge.net/RNG_engines.txt), seeded with the SHA-256 of a
 * text.
 * @param seed any text; different texts give independent streams
 */
export function makeRandom(seed: string): Random {
  const [a, b, c, counter] = digestSeed(seed);
  return sfc32(a, b, c, counter);
}

/** Rounds in which sfc32 mixes the seed into its whole state (as PractRand does). */
const MIXING_ROUNDS = 12;

/**
 * Many named streams from one digest, e.g. for hundreds of hosts.
 * @returns the stream of a name, from its start at each call
 */
export function makeStreams(seed: string): (name: string) => Random {
  const [a, b, c, counter] = digestSeed(seed);
  return (name) => {
    // FNV-1a, 32 bits (RFC 9923).
    let hash = 0x811c9dc5;
    for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
    const random = sfc32(a, b, c ^ hash, counter);
    for (let round = 0; round < MIXING_ROUNDS; round += 1) random();
    return random;
  };
}

function digestSeed(seed: string): readonly [number, number, number, number] {
  const digest = createHash('sha256').update(seed, 'utf8').digest();
  return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)];
}

function sfc32(first: number, second: number, third: number, count: number): Random {
  let [a, b, c, counter] = [first, second, third, count];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}

/** A shuffled copy (Fisher and Yates): every order is equally likely. */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
