/** Functions for all expressions in cases of one state machine. */
import { createHash } from 'node:crypto';
import { BEGINNING } from './play-machine';

export const FUNCTIONS = {
  /** Seconds since the beginning as ISO time. */
  iso: (seconds: number): string => new Date(BEGINNING + 1000 * seconds).toISOString(),
  /** SHA-256. */
  hash: (text: string): string => createHash('sha256').update(text).digest('hex'),
  /** Calls, like `Look 0, Report 120`, some seconds later. */
  shift: (way: string, seconds: number): string =>
    way.replaceAll(/(?<= )[\d.]+(?=,|$)/g, (at) => String(Math.round(1000 * (Number(at) + seconds)) / 1000)),
};
