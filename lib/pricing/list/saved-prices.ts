/** Prices that were read from AWS's files, as they are kept: beside the user's executions, or in the results bucket. */
import * as z from 'zod';
import type { Price } from '../../shapes/price';

const price = z.strictObject({
  service: z.string().min(1),
  dimension: z.string().min(1),
  region: z.string().min(1),
  unit: z.string().min(1),
  usd: z.number().positive(),
  source: z.string().min(1),
  confidence: z.enum(['high', 'medium', 'low']).optional(),
  note: z.string().optional(),
});

const file = z.strictObject({
  offer: z.string(),
  url: z.string(),
  /** Day and version as the file says. */
  published: z.string(),
  version: z.string(),
  /** Of text, as it came out of its compression. */
  bytes: z.number(),
  /** Prices on demand in it. */
  rows: z.number(),
});
/** A file that was read. */
export type PriceFile = Readonly<z.infer<typeof file>>;

const saved = z.strictObject({
  schemaVersion: z.literal(1),
  region: z.string().min(1),
  readAt: z.iso.datetime(),
  files: z.array(file).readonly(),
  /** Services that have no file of the Region. */
  missing: z.array(z.strictObject({ offer: z.string(), why: z.string() })).readonly(),
  /** Dimensions that a file has several prices of. */
  contradictions: z
    .array(z.strictObject({ service: z.string(), dimension: z.string(), found: z.array(z.string()).readonly() }))
    .readonly(),
  prices: z.array(price).readonly(),
});
export type SavedPrices = Readonly<Omit<z.infer<typeof saved>, 'prices'>> & { readonly prices: readonly Price[] };

/** @returns what is kept, or why it is none: one line */
export function parseSaved(text: string, region?: string): SavedPrices | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return `it is no JSON: ${(error as Error).message}`;
  }
  const parsed = saved.safeParse(data);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    return `\`${first?.path.join('.') ?? ''}\`: ${first?.message ?? 'unknown'}`;
  }
  if (region !== undefined && parsed.data.region !== region)
    return `it has prices of ${parsed.data.region}, not of ${region}`;
  // Optional properties: absent and undefined are the same to whoever reads a price.
  return parsed.data as SavedPrices;
}
