/** Quantities as fields of schemas: what a spec may say, what becomes of it, and what editors are told of it. */
import * as z from 'zod';
import {
  BYTES,
  COUNT,
  type Dimension,
  FORMS,
  isBare,
  toNumber,
  BY_UNIT,
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

/** Where a number without a unit is taken. */
const BARE_ALLOWED: readonly Dimension[] = [OPS, PERCENT, COUNT];

/** For editors: any quantity, where what is meant depends on something else. */
export const ANY_QUANTITY = toForm({
  examples: [RATE, OPS, TIME, PERCENT].flatMap(({ examples }) => examples.slice(0, 1)),
  form: [TIME, BYTES, RATE, OPS, PERCENT].map(({ form }) => form).join('|'),
});

/** Bytes: a text with a unit in, a whole number out. */
export const bytes = quantity(BYTES, parseBytes);

/** Bytes where the words are those of a tool that takes a bare number for bytes, e.g. nfs(5) for `rsize`. */
export const bytesOrBare = quantity(BYTES, (value) => (isBare(value) ? toNumber(value) : parseBytes(value)), true);

/** What is written as a threshold of a metric of this unit: see {@link parseQuantity}. */
export function quantityField(unit: Unit) {
  return quantity(BY_UNIT[unit], (value) => parseQuantity(unit, value));
}

/**
 * A year: no execution of Step Functions lasts longer
 * (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html).
 */
const MAX_SECONDS = 365 * 24 * 3600;

/** At most {@link MAX_SECONDS}: what is reckoned with more has no end. */
function toSeconds(value: string | number): number {
  const amount = isBare(value) ? toNumber(value) : parseSeconds(value);
  if (amount <= MAX_SECONDS) return amount;
  const text = String(value);
  const found = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  throw new QuantityError(`found ${found}; allowed: at most 8760h, a year: no execution on AWS lasts longer`);
}

/** Seconds; a bare number is taken for seconds, as fio does for `runtime` and `ramp_time`. */
export const seconds = quantity(TIME, toSeconds, true);

/**
 * What is said of money that is no plain number: `$0.07` and `0.07 USD` are 0.07. Of a plain number that is not
 * allowed nothing: the bound is what is wrong with it.
 * @param what e.g. `US dollars`
 */
export function moneyError(what: string): (issue: { readonly input?: unknown }) => string | undefined {
  return ({ input }) => {
    if (Number.isFinite(input)) return undefined;
    const [, amount] =
      /^(?:US)?\$?\s*(\d[\d,]*(?:\.\d+)?)\s*(?:\$|USD|dollars?)?(?:\/h|\/hour)?$/i.exec(String(input)) ?? [];
    const meant = amount === undefined ? 'e.g. 0.07' : `write ${toNumber(amount)}`;
    const found = typeof input === 'string' ? `found '${input}'; ` : '';
    return `${found}${what} as a plain number, without sign or unit: ${meant}`;
  };
}

/** For editors: a text of this form; a number, too, where it needs no unit. */
function toForm({ form, examples }: Pick<Dimension, 'form' | 'examples'>, bare = true): Form {
  const pattern = `^\\s*(?:${bare ? `${form}|${FORMS.bare}` : form})\\s*$`;
  return { examples, editor: bare ? { type: ['string', 'number'], pattern, minimum: 0 } : { type: 'string', pattern } };
}

/** A share between two, as a number: see {@link parseShare}. */
export function share(least: number, most: number) {
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
