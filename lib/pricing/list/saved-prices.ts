/** Saved prices, of AWS's files or of the user: next to the user's executions, or in the results bucket. */
import * as z from 'zod';
import type { Price } from '../../shapes/price';

const priceSchema = z.strictObject({
  service: z.string().min(1),
  dimension: z.string().min(1),
  region: z.string().min(1).optional(),
  unit: z.string().min(1),
  usd: z.number().positive(),
  source: z.string().min(1).default('your price file'),
  confidence: z.enum(['high', 'medium', 'low']).optional(),
  note: z.string().optional(),
});

const priceFileSchema = z.strictObject({
  offer: z.string(),
  url: z.string(),
  /** Date and version in the file. */
  published: z.string(),
  version: z.string(),
  /** Uncompressed. */
  bytes: z.number(),
  /** On-demand prices in it. */
  rows: z.number(),
});
export type PriceFile = Readonly<z.infer<typeof priceFileSchema>>;

const savedPricesSchema = z.strictObject({
  schemaVersion: z.literal(1).default(1),
  region: z.string().min(1),
  /** Null for prices of the user, which are never renewed. */
  readAt: z.iso.datetime().nullable().default(null),
  files: z.array(priceFileSchema).readonly().default([]),
  /** Services without a file for the Region. */
  missing: z
    .array(z.strictObject({ offer: z.string(), why: z.string() }))
    .readonly()
    .default([]),
  /** Dimensions with several prices in a file. */
  contradictions: z
    .array(z.strictObject({ service: z.string(), dimension: z.string(), found: z.array(z.string()).readonly() }))
    .readonly()
    .default([]),
  /** Where `prices --json` found them. */
  file: z.string().nullable().optional(),
  prices: z.array(priceSchema).readonly(),
});
export type SavedPrices = Readonly<Omit<z.infer<typeof savedPricesSchema>, 'prices' | 'file'>> & {
  readonly prices: readonly Price[];
};

/** @returns the saved prices, or why they are invalid, in one line */
export function parseSavedPrices(text: string, region?: string): SavedPrices | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return `it is not valid JSON: ${(error as Error).message}`;
  }
  const parsed = savedPricesSchema.safeParse(data);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    return `\`${first?.path.join('.') ?? ''}\`: ${first?.message ?? 'unknown'}`;
  }
  if (region !== undefined && parsed.data.region !== region)
    return `it has prices of ${parsed.data.region}, not ${region}`;
  const { file: _, prices, ...rest } = parsed.data;
  // Optional properties: readers of prices treat absent and undefined alike.
  return { ...rest, prices: prices.map((price) => ({ ...price, region: rest.region })) } as SavedPrices;
}
