/** Saved prices, of AWS's files or of the user: next to the user's executions, or in the results bucket. */
import * as z from 'zod';
import type { Price, PriceBook } from '../../shapes/price';
import { findNearest } from '../../shapes/suggest';
import { findPrice, OWN_SOURCE } from '../price-book';

const priceSchema = z.strictObject({
  service: z.string().min(1),
  dimension: z.string().min(1),
  region: z.string().min(1).optional(),
  unit: z.string().min(1),
  usd: z.number().positive(),
  source: z.string().min(1).optional(),
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
  /** Where `prices --json` found them: its output, edited or not, counts as the prices of the user. */
  file: z.string().nullable().optional(),
  prices: z.array(priceSchema).readonly(),
});
export type SavedPrices = Readonly<Omit<z.infer<typeof savedPricesSchema>, 'prices' | 'file'>> & {
  readonly prices: readonly Price[];
};

/** Faults of prices of the user: names and units that nothing has, and duplicates. @param known those of the Region */
export function listOwnFaults({ readAt, prices }: SavedPrices, known: PriceBook): readonly string[] {
  if (readAt !== null || known.prices.length === 0) return [];
  const names = known.prices.map(formatName);
  const seen = new Set<string>();
  return prices.flatMap((price) => {
    const name = formatName(price);
    const like = findPrice(known, price.service, price.dimension);
    if (seen.has(name)) return [`${name}: has two prices`];
    seen.add(name);
    if (like !== undefined)
      return like.unit === price.unit ? [] : [`${name}: the unit is ${like.unit}, not ${price.unit}`];
    if (price.service === 'ec2' && HOST_DIMENSION.test(price.dimension)) return [];
    const near = findNearest(name, names);
    return [`${name}: nothing has this price${near === undefined ? '' : `; did you mean ${near}?`}`];
  });
}

/** Instance types that this version may not know. */
const HOST_DIMENSION = /^[a-z][\w-]*\.[\w-]+\.(?:linux|rhel)\.ondemand$/;

function formatName({ service, dimension }: Pick<Price, 'service' | 'dimension'>): string {
  return `${service} ${dimension}`;
}

/** `` `prices.0.usd` (fsx-lustre storage.ssd.SCRATCH_2) is "50%": … `` */
function formatIssue(path: readonly PropertyKey[], message: string, data: unknown): string {
  const at = (depth: number): unknown =>
    path.slice(0, depth).reduce<unknown>((one, key) => (one as Record<PropertyKey, unknown> | undefined)?.[key], data);
  const [price, found] = [at(2) as Partial<Price> | undefined, at(path.length)];
  const of =
    path[0] === 'prices' && price?.dimension !== undefined ? ` (${price.service ?? ''} ${price.dimension})` : '';
  const is = found === undefined || typeof found === 'object' ? '' : ` is ${JSON.stringify(found)}`;
  return `\`${path.join('.')}\`${of}${is}: ${message}`;
}

/** Whether a file, even a damaged one, was read from AWS: others are the user's, so that nothing may replace them. */
export function isReadFromAws(text: string): boolean {
  return /"readAt"\s*:\s*"/.test(text) && !/"file"\s*:/.test(text);
}

/** @returns the saved prices, or why they are invalid, in one line */
export function parseSavedPrices(text: string, region?: string): SavedPrices | string {
  let data: unknown;
  try {
    // Editors of Windows write a byte order mark.
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `it is not valid JSON: ${(error as Error).message}`;
  }
  const parsed = savedPricesSchema.safeParse(data);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => formatIssue(issue.path, issue.message, data)).join('; ');
  }
  if (region !== undefined && parsed.data.region !== region)
    return `it has prices of ${parsed.data.region}, not ${region}`;
  const { file, prices, readAt, ...rest } = parsed.data;
  const isForeign = prices.find((price) => price.region !== undefined && price.region !== rest.region);
  if (isForeign !== undefined)
    return `${isForeign.service} ${isForeign.dimension} is of ${isForeign.region ?? ''}, not ${rest.region}`;
  const own = { source: OWN_SOURCE, confidence: 'high', region: rest.region };
  // Optional properties: readers of prices treat absent and undefined alike.
  return {
    ...rest,
    readAt: file === undefined ? readAt : null,
    prices: prices.map((price) =>
      price.source === undefined ? { ...price, ...own } : { ...price, region: rest.region },
    ),
  } as SavedPrices;
}
