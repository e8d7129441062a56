/** Equivalent mutants: their change has no effect, for a recorded reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Reason by id of a mutant. */
export type Equivalents = ReadonlyMap<string, string>;

const schema = z.record(z.string(), z.string().min(20, 'say in a sentence why it does not matter'));

/** `checks/mutants/equivalent.json`: an object of reasons by id. */
export function readEquivalents(root: string): Equivalents {
  const text = readFileSync(join(root, 'checks', 'mutants', 'equivalent.json'), 'utf8');
  return parseEquivalents(text);
}

/** Throws one error with all problems. */
export function parseEquivalents(text: string): Equivalents {
  const parsed = schema.safeParse(JSON.parse(text));
  if (parsed.success) return new Map(Object.entries(parsed.data));
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`checks/mutants/equivalent.json: ${problems.join('; ')}`);
}
