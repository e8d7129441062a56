/** `raw/tree-copy.json`, which copy.sh writes: who copied what and when, and what was there afterwards. */
import * as z from 'zod';

/** The file in which the step that measures leaves its result. */
export const OUTPUT_FILE = 'raw/tree-copy.json';
/** `tool` of that file: what tells it from outputs of other tools. */
export const TOOL = 'tree-copy';

const count = z.number().int().min(0);
/** Epoch seconds. */
const instant = z.number().min(0);

const shape = z.object({
  tool: z.literal(TOOL),
  version: z.literal(1),
  /** First line of `cp --version`. */
  cp: z.string(),
  asked: z.object({ files: count, bytes: count, workers: count }),
  /** When the first worker began, when the last one had ended, and when all was written out. */
  began: instant,
  copied: instant,
  synced: instant,
  workers: z.array(
    z.object({ worker: count, files: count, bytes: count, began: instant, ended: instant, rc: z.number().int() }),
  ),
  /** `right`: files that are there under their name and with their length. */
  found: z.object({ files: count, bytes: count, right: count }),
});

export type TreeCopyOutput = z.infer<typeof shape>;

/** What was read, or why it cannot be. */
export type ReadOutput = { readonly output: TreeCopyOutput } | { readonly problem: string };

/** Never throws for bad content. */
export function readOutput(text: string): ReadOutput {
  if (text.trim() === '') return { problem: 'it is empty' };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { problem: 'it is cut off, or no JSON' };
  }
  const found = shape.safeParse(data);
  if (!found.success) {
    const [first] = found.error.issues;
    const where = first?.path.join('.') ?? '';
    return { problem: `it is no output of ${TOOL}: ${where === '' ? '' : `${where}: `}${first?.message ?? ''}` };
  }
  const { began, copied, synced } = found.data;
  if (began <= copied && copied <= synced) return { output: found.data };
  return { problem: `its times run backwards: began ${began}, copied ${copied}, synced ${synced}` };
}

/** Seconds until the last cp had ended, and until all was written out. */
export function secondsOf({ began, copied, synced }: TreeCopyOutput): {
  readonly elapsed: number;
  readonly synced: number;
} {
  // What is left of doubles of today's epoch are microseconds at most.
  return { elapsed: toMicroseconds(copied - began), synced: toMicroseconds(synced - began) };
}

function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
