/** `raw/results.txt`: what a script says of itself, a line `NAME VALUE` for each metric. */
import type { Metric, Metrics } from '../../shapes/metric';
import { parseQuantity, QuantityError } from '../../shapes/quantity';

export const OUTPUT_FILE = 'raw/results.txt';
/** More was never meant as a list of a few metrics. */
const MOST_CHARACTERS = 100_000;

/** A file of something else is one mistake, not one for each of its lines. */
const NAMED = 3;

/** In the base unit of a metric; more was never measured, and sums of it are infinite. */
const MOST_AMOUNT = 1e18;

const LINE = /^([A-Za-z_][A-Za-z0-9_.-]{0,79})[\s=:]+(\S.*)$/;
const NUMBER = /^[+]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** What was read: values by name, and what speaks against them. */
export interface Results {
  readonly values: Readonly<Record<string, number>>;
  /** Lines that cannot be taken, metrics that lack: the first few, and how many more there are. */
  readonly problems: readonly string[];
  /** Names that nobody declared: the first few, and how many more there are. */
  readonly others: readonly string[];
}

/** Never throws for bad content. A bare number is in the unit of its metric; `12 ms` is taken where a time is meant. */
export function readResults(text: string, metrics: Metrics): Results {
  if (text.length > MOST_CHARACTERS)
    return {
      values: {},
      problems: [`it has ${text.length} characters; at most ${MOST_CHARACTERS} are read`],
      others: [],
    };
  const values = new Map<string, number>();
  const problems: string[] = [];
  const others = new Set<string>();
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (name === '') problems.push(`line ${index + 1} is no \`NAME VALUE\`: ${shown(line)}`);
    else if (metric === undefined) others.add(name);
    else if (values.has(name)) problems.push(`line ${index + 1} tells ${name} again`);
    else {
      const amount = amountOf(value.trim(), metric);
      if (amount !== null && amount > MOST_AMOUNT)
        problems.push(`line ${index + 1}: ${name} is ${shown(value)}; at most ${MOST_AMOUNT} ${metric.unit} are taken`);
      else if (amount === null)
        problems.push(`line ${index + 1}: ${name} is ${shown(value)}, which is no ${metric.unit}`);
      else values.set(name, amount);
    }
  }
  const lacking = Object.keys(metrics).filter((name) => !values.has(name));
  if (lacking.length > 0 && problems.length === 0) problems.push(`nothing tells ${lacking.join(', ')}`);
  return {
    values: Object.fromEntries(values),
    problems: firstOf(problems, 'such lines'),
    others: firstOf([...others], 'names'),
  };
}

function firstOf(texts: readonly string[], what: string): readonly string[] {
  const more = texts.length - NAMED;
  return more > 0 ? [...texts.slice(0, NAMED), `and ${more} more ${what}`] : texts;
}

/** Null for what is no amount of the unit; infinite where there are too many digits. */
function amountOf(text: string, { unit }: Metric): number | null {
  if (NUMBER.test(text)) return Number(text);
  try {
    return parseQuantity(unit, text);
  } catch (fault) {
    if (fault instanceof QuantityError) return null;
    throw fault;
  }
}

/** What a script wrote, fit for a line of ours. */
function shown(text: string): string {
  const plain = text.replace(/\p{Cc}/gu, ' ');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
