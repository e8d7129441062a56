/** Quantities as schema fields: allowed texts, parsing, and patterns for editors. */
import * as z from 'zod';
import {
  BYTES,
  COUNT,
  type Dimension,
  FORMS,
  isBare,
  toNumber,
  DIMENSION_BY_UNIT,
  OPS,
  parseBytes,
  parseQuantity,
  parseSeconds,
  parseShare,
  PERCENT,
  QuantityError,
  RATE,
  TIME,
} from './quantity';
import type { Unit } from './observation';
import { type Form, metadata } from './setting';

/** Dimensions that allow numbers without a unit. */
const BARE_ALLOWED: readonly Dimension[] = [OPS, PERCENT, COUNT];

/** JSON Schema for editors: any quantity, for settings whose dimension depends on other settings. */
export const ANY_QUANTITY = toForm({
  examples: [RATE, OPS, TIME, PERCENT].flatMap(({ examples }) => examples.slice(0, 1)),
  form: [TIME, BYTES, RATE, OPS, PERCENT].map(({ form }) => form).join('|'),
});

/** Bytes: parses a text with a unit to a whole number. */
export const bytesSchema = quantity(BYTES, parseBytes);

/** Bytes for tool options in which a number without a unit means bytes, e.g. `rsize` of nfs(5). */
export const bareBytesSchema = quantity(BYTES, (value) => (isBare(value) ? toNumber(value) : parseBytes(value)), true);

/** A threshold of a metric with this unit: see {@link parseQuantity}. */
export function makeQuantitySchema(unit: Unit) {
  return quantity(DIMENSION_BY_UNIT[unit], (value) => parseQuantity(unit, value));
}

/** One year, the limit of Step Functions: https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html. */
const MAX_SECONDS = 365 * 24 * 3600;

/** Seconds, at most {@link MAX_SECONDS}. */
function toSeconds(value: string | number): number {
  const amount = isBare(value) ? toNumber(value) : parseSeconds(value);
  if (amount <= MAX_SECONDS) return amount;
  const text = String(value);
  const found = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  throw new QuantityError(`found ${found}; allowed: at most 8760h (a year), the limit of executions on AWS`);
}

/** Seconds; a number without a unit means seconds, as for `runtime` and `ramp_time` of fio. */
export const secondsSchema = quantity(TIME, toSeconds, true);

/**
 * Error for money that is not a plain number: suggests 0.07 for `$0.07` and `0.07 USD`. Undefined for plain numbers,
 * whose bounds are checked elsewhere.
 * @param what e.g. `US dollars`
 */
export function makeMoneyError(what: string): (issue: { readonly input?: unknown }) => string | undefined {
  return ({ input }) => {
    if (Number.isFinite(input)) return undefined;
    const [, amount] =
      /^(?:US)?\$?\s*(\d[\d,]*(?:\.\d+)?)\s*(?:\$|USD|dollars?)?(?:\/h|\/hour)?$/i.exec(String(input)) ?? [];
    const meant = amount === undefined ? 'e.g. 0.07' : `write ${toNumber(amount)}`;
    const found = typeof input === 'string' ? `found '${input}'; ` : '';
    return `${found}${what} as a plain number, without sign or unit: ${meant}`;
  };
}

/** JSON Schema for editors: text of this form, or a number if no unit is needed. */
function toForm({ form, examples }: Pick<Dimension, 'form' | 'examples'>, bare = true): Form {
  const pattern = `^\\s*(?:${bare ? `${form}|${FORMS.bare}` : form})\\s*$`;
  return { examples, editor: bare ? { type: ['string', 'number'], pattern, minimum: 0 } : { type: 'string', pattern } };
}

/** A share within bounds, as a number: see {@link parseShare}. */
export function makeShareSchema(least: number, most: number) {
  return quantity(PERCENT, (value) => parseShare(value, least, most));
}

function quantity(
  dimension: Dimension,
  read: (value: string | number) => number,
  bare = BARE_ALLOWED.includes(dimension),
) {
  const { words, help } = dimension;
  const error = `${words} ${words === 'bytes' ? 'are' : 'is'} meant: write ${help}`;
  const schema = z.union([z.string(), z.number()], { error }).transform((value, context) => {
    try {
      return read(value);
    } catch (fault) {
      if (!(fault instanceof QuantityError)) throw fault;
      context.addIssue({ code: 'custom', message: fault.message });
      return z.NEVER;
    }
  });
  return schema.meta(metadata(toForm(dimension, bare)));
}
