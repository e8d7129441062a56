/** Random order from a seed: the same on every machine. */
import { createHash } from 'node:crypto';

/** Numbers in [0, 1). */
export type Random = () => number;

/**
 * The generator sfc32 of PractRand (https://pracrand.sourceforge.net/RNG_engines.txt), its state taken from the SHA-256
 * of a text.
 * @param seed any text; texts that differ give streams that have nothing in common.
 */
export function makeRandom(seed: string): Random {
  const [a, b, c, counter] = digestSeed(seed);
  return sfc32(a, b, c, counter);
}

/** Rounds after which sfc32 has mixed its seed into all of its state (PractRand seeds it so). */
const MIXING_ROUNDS = 12;

/**
 * Many streams for the price of one digest, each with a name: what hundreds of hosts draw from.
 * @returns the stream of a name; the same name gives the same stream again from its beginning
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

/** A copy in random order (Fisher and Yates): every order is equally likely. */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
