/** JSONata functions that Step Functions adds, removes or limits. */
import { createHash } from 'node:crypto';
import type { Expression as Compiled, Focus } from 'jsonata';
import type { View } from './view';

/** Name of the variable with the {@link View}; its blank makes it inaccessible to expressions. */
export const VIEW = ' view';

/** Errors that end an evaluation, in the words of Step Functions, without an error code in front. */
export const LIMIT_ERRORS = {
  stack: 'Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive',
  memory: 'Expression evaluation memory limit exceeded: Check for excessive memory usage',
  time: 'Expression evaluation timeout: Check for infinite loop',
} as const;

/**
 * Largest value that an expression may make, in bytes of `valueBytes`. Measured on AWS: `[1..873782]` and a text of
 * 2^22 characters are accepted; one more number, or 2^23 characters, is not (github.com/floci-io/floci/issues/2737).
 */
export const VALUE_MAX_BYTES = 8 * 873_782 + 1;

interface Definition {
  readonly implementation: (this: Focus, ...args: never[]) => unknown;
  readonly signature?: string;
}

type Implementation = Parameters<Compiled['registerFunction']>[1];

const getView = (focus: Focus): View => focus.environment.lookup(VIEW) as View;

/**
 * Functions that Step Functions adds to JSONata, and replacements of functions that use the clock or random numbers of
 * this machine
 * (https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html#jsonata-functions-provided-by-sfn).
 */
const FUNCTIONS: Readonly<Record<string, Definition>> = {
  partition: { implementation: partition, signature: '<a?n?:x>' },
  range: { implementation: range, signature: '<nnn?:x>' },
  hash: { implementation: hash, signature: '<s?s?:s>' },
  random: { implementation: random, signature: '<n?:n>' },
  shuffle: { implementation: shuffle, signature: '<a:a>' },
  uuid: { implementation: uuid, signature: '<:s>' },
  base64decode: { implementation: base64decode, signature: '<s-:s>' },
  // Replacements of JSONata functions; they check the size of the result in advance.
  pad: { implementation: pad, signature: '<s-ns?:s>' },
  join: { implementation: join, signature: '<a<s>s?:s>' },
  parse: { implementation: parse, signature: '<s?:x>' },
  now: { implementation: now, signature: '<s?s?:s>' },
  millis: { implementation: millis, signature: '<:n>' },
};

/** Adds the functions that a compiled expression names, and removes `$eval`, which Step Functions does not support. */
export function provideFunctions(compiled: Compiled, names: ReadonlySet<string>): void {
  for (const name of names) {
    const definition = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (definition !== undefined) {
      compiled.registerFunction(name, definition.implementation as Implementation, definition.signature);
    }
  }
  if (names.has('eval')) compiled.assign('eval', undefined);
}

/** An error of a function that Step Functions adds, as observed: github.com/floci-io/floci/pull/2676. */
function wrongArgument(message: string): Error {
  return Object.assign(new Error(message), { code: 'D3137' });
}

/**
 * Splits an array into chunks. The size is rounded towards zero; without a size there is one chunk. Size 0 or an empty
 * array has no value.
 */
function partition(items?: readonly unknown[], size?: number): unknown[][] | undefined {
  const step = Math.trunc(size ?? items?.length ?? 0);
  if (step < 0) throw wrongArgument('Second argument must be zero or greater');
  if (items === undefined || step === 0 || items.length === 0) return undefined;
  return Array.from({ length: Math.ceil(items.length / step) }, (_, n) => items.slice(n * step, (n + 1) * step));
}

/** Maximum number of elements of `$range`, measured on AWS: github.com/floci-io/floci/issues/2737. */
const RANGE_MAX = 360_145;

/**
 * Numbers from first to last, inclusive. As for any JSONata sequence, a single element is returned without a list, and
 * an empty result is undefined.
 */
function range(first?: number, last?: number, by?: number): unknown {
  const step = Math.trunc(by ?? 0);
  if (first === undefined || last === undefined || step === 0) return undefined;
  const [from, to] = [Math.trunc(first), Math.trunc(last)];
  const count = Math.floor((to - from) / step) + 1;
  if (count > RANGE_MAX) throw new Error(LIMIT_ERRORS.memory);
  if (count <= 0) return undefined;
  return count === 1 ? from : Array.from({ length: count }, (_, n) => from + n * step);
}

function pad(text?: string, width?: number, filler = ' '): string | undefined {
  if (text === undefined || width === undefined) return text;
  const missing = Math.trunc(Math.abs(width)) - [...text].length;
  if (missing <= 0) return text;
  requireLength(text.length + missing);
  const fill = [...(filler === '' ? ' ' : filler)];
  const padding = fill.length === 1 ? fill.join('').repeat(missing) : cycle(fill, missing);
  return width > 0 ? text + padding : padding + text;
}

function cycle(characters: readonly string[], length: number): string {
  return Array.from({ length }, (_, index) => characters[index % characters.length]).join('');
}

function join(texts?: readonly string[], separator = ''): string | undefined {
  if (texts === undefined) return undefined;
  const gaps = separator.length * Math.max(0, texts.length - 1);
  requireLength(texts.reduce((sum, text) => sum + text.length, gaps));
  return texts.join(separator);
}

function requireLength(length: number): void {
  if (length > VALUE_MAX_BYTES) throw new Error(LIMIT_ERRORS.memory);
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

function hash(text?: string, algorithm?: string): string | undefined {
  if (text === undefined || algorithm === undefined) return undefined;
  const name = ALGORITHMS[algorithm];
  if (name === undefined)
    throw wrongArgument(`$hash supports ${Object.keys(ALGORITHMS).join(', ')}, not ${JSON.stringify(algorithm)}`);
  return createHash(name).update(text, 'utf8').digest('hex');
}

/** Constants of java.util.Random: 48 bits, https://docs.oracle.com/javase/8/docs/api/java/util/Random.html */
const JAVA = { multiplier: 0x5deece66dn, increment: 0xbn, bits: 48 } as const;

/**
 * With a seed (rounded towards zero), the first `nextDouble` of java.util.Random, as on AWS: floci-io/floci/pull/2676.
 */
function random(this: Focus, seed?: number): number {
  if (seed === undefined) return getView(this).random();
  let state = BigInt.asUintN(JAVA.bits, BigInt(Math.trunc(seed)) ^ JAVA.multiplier);
  const next = (bits: number): number => {
    state = BigInt.asUintN(JAVA.bits, state * JAVA.multiplier + JAVA.increment);
    return Number(state >> BigInt(JAVA.bits - bits));
  };
  return (next(26) * 2 ** 27 + next(27)) / 2 ** 53;
}

/** Fisher-Yates shuffle, with the random numbers of the execution. */
function shuffle(this: Focus, items?: readonly unknown[]): unknown[] | undefined {
  if (items === undefined) return undefined;
  const view = getView(this);
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const chosen = Math.floor(view.random() * (last + 1));
    [result[last], result[chosen]] = [result[chosen], result[last]];
  }
  return result;
}

function uuid(this: Focus): string {
  return getView(this).uuid();
}

function parse(text?: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw wrongArgument('Invalid JSON');
  }
}

/** Alphabet and padding of RFC 4648; the padding is optional. */
const BASE64 = /^(?:[\w+/]{4})*(?:[\w+/]{2}(?:==)?|[\w+/]{3}=?)?$/;

/** Like the JSONata function, but invalid characters are an error, as on AWS; JSONata skips them. */
function base64decode(text?: string): string | undefined {
  if (text === undefined) return undefined;
  if (text.includes('_') || !BASE64.test(text)) throw new Error('Invalid base64 text');
  return Buffer.from(text, 'base64').toString('binary');
}

function now(this: Focus, picture?: string, timezone?: string): unknown {
  const fromMillis = this.environment.lookup('fromMillis') as { implementation(...args: unknown[]): unknown };
  return fromMillis.implementation(getView(this).millis, picture, timezone);
}

function millis(this: Focus): number {
  return getView(this).millis;
}
