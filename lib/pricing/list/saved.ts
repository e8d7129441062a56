/** Prices that were read from AWS's files, as they are kept: beside the user's executions, or in the results bucket. */
import * as z from 'zod';
import type { Price } from '../../shapes/price';
import type { Contradiction } from './offer';

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

const saved = z.strictObject({
  schemaVersion: z.literal(1),
  region: z.string().min(1),
  readAt: z.iso.datetime(),
  files: z.array(
    z.strictObject({
      offer: z.string(),
      url: z.string(),
      published: z.string(),
      version: z.string(),
      bytes: z.number(),
      rows: z.number(),
    }),
  ),
  missing: z.array(z.strictObject({ offer: z.string(), why: z.string() })),
  contradictions: z.array(z.strictObject({ service: z.string(), dimension: z.string(), found: z.array(z.string()) })),
  prices: z.array(price),
});

/** A file that was read. */
export interface PriceFile {
  readonly offer: string;
  readonly url: string;
  /** Day and version as the file says. */
  readonly published: string;
  readonly version: string;
  /** Of text, as it came out of its compression. */
  readonly bytes: number;
  /** Prices on demand in it. */
  readonly rows: number;
}

export interface SavedPrices {
  readonly schemaVersion: 1;
  readonly region: string;
  /** ISO 8601. */
  readonly readAt: string;
  readonly files: readonly PriceFile[];
  /** Services that have no file of the Region. */
  readonly missing: readonly { readonly offer: string; readonly why: string }[];
  readonly contradictions: readonly Contradiction[];
  readonly prices: readonly Price[];
}

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
