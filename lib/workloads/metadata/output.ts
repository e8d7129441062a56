/** `raw/metadata.json`, which measure.sh writes: what each process of a host did in each phase, and when. */
import * as z from 'zod';
import { OPERATION_NAMES, type OperationName } from './operations';

/** The file in which the step that measures leaves its result. */
export const OUTPUT_FILE = 'raw/metadata.json';
/** `tool` of that file: what tells it from outputs of other tools. */
export const TOOL = 'metadata';

const count = z.number().int().min(0);
/** Epoch seconds. */
const instant = z.number().min(0);

const phase = z.object({
  operation: z.enum(OPERATION_NAMES as [OperationName, ...OperationName[]]),
  /** The agreed instant. */
  start: instant,
  /** The host forgot names and attributes before. */
  forgot: z.boolean(),
  ranks: z.array(z.object({ rank: count, began: instant, ended: instant, done: count, error: z.string().nullable() })),
});

const shape = z.object({
  tool: z.literal(TOOL),
  version: z.literal(1),
  /** `Python 3.9.16`. */
  python: z.string(),
  /** As it was asked for. */
  asked: z.object({
    ranks: count,
    hosts: count,
    filesPerRank: count,
    runtime: z.number(),
    shifted: z.boolean(),
    ownDirectory: z.boolean(),
  }),
  phases: z.array(phase),
});

export type MetadataOutput = z.infer<typeof shape>;
export type Phase = MetadataOutput['phases'][number];

/** What was read, or why it cannot be. */
export type ReadOutput = { readonly output: MetadataOutput } | { readonly problem: string };

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
  const { phases } = found.data;
  const again = phases.find(({ operation }, index) => phases.findIndex((one) => one.operation === operation) !== index);
  if (again !== undefined) return { problem: `it tells of ${again.operation} twice` };
  const backwards = phases.find(({ start, ranks }) => ranks.some(({ began, ended }) => began < start || ended < began));
  if (backwards !== undefined) return { problem: `its times run backwards: in ${backwards.operation}` };
  return { output: found.data };
}

/** From the agreed instant until the last process of the host had done its share; null where it has none. */
export function windowOf({ start, ranks }: Phase): { readonly from: number; readonly to: number } | null {
  return ranks.length === 0 ? null : { from: start, to: Math.max(...ranks.map(({ ended }) => ended)) };
}

/** Operations of all processes of the host. */
export function doneIn({ ranks }: Phase): number {
  return ranks.reduce((sum, { done }) => sum + done, 0);
}
