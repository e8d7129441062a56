/** Values of options that several commands take. */
import { UserError } from './command';

/** Prices, quotas and times to live are no use outside of these; two-digit and five-digit years least of all. */
const EARLIEST = Date.UTC(1970, 0, 2);
const LATEST = Date.UTC(2100, 0, 1) - 1;
/** A day, or an instant with its zone: without one it would mean another instant on another machine. */
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** The text of an option that was given; else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * The text of `--seed`; undefined where it is not given.
 * @throws UserError where it is empty: most likely a variable of a script that was not set.
 */
export function seedOf(value: unknown): string | undefined {
  const seed = textOf(value);
  if (seed === undefined || seed.trim() !== '') return seed;
  throw new UserError(
    'BadSeed',
    '--seed: found an empty text; allowed: any text that is not empty. Leave the option out for the default',
  );
}

/**
 * The instant of `--start`, epoch milliseconds.
 * @throws UserError for what is no instant, or not from 1970-01-02 to 2099-12-31
 */
export function startOf(text: string): number {
  const [, year, month, day] = INSTANT.exec(text) ?? [];
  const moment = year === undefined ? Number.NaN : Date.parse(text);
  // 30 February would silently be 2 March.
  const exists = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (Number.isNaN(moment) || !exists)
    throw new UserError('BadStart', `--start: found '${text}', no instant; write it like 2026-01-31T12:00:00Z`);
  if (moment >= EARLIEST && moment <= LATEST) return moment;
  throw new UserError('BadStart', `--start: found '${text}'; allowed: from 1970-01-02 to 2099-12-31 (UTC)`);
}
