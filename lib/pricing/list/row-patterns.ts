/**
 * Maps rows of AWS's price files to prices of the book, by `data/price-file-rows.json`: each entry has patterns for
 * whole fields of a row, and the dimensions that it prices.
 */
import rows from '../data/price-file-rows.json';

/** One on-demand price of a file, from the first unit on. */
export interface OfferRow {
  /** Without the Region prefix: `EBS:VolumeUsage.gp3`, not `APN1-EBS:VolumeUsage.gp3`. */
  readonly usageType: string;
  /** e.g. `CreateFileSystem:Lustre`. */
  readonly operation: string;
  /** As in the file, e.g. `GB-Mo`; case differs between files. */
  readonly unit: string;
  readonly usd: number;
  /** Any other column, by its name in any spelling (`Storage Type`, `storageType`); empty if it is missing. */
  readonly attribute: (name: string) => string;
}

/** A price in terms of the price book. */
export interface ListedPrice {
  /** The book's service, e.g. `fsx-lustre`. */
  readonly service: string;
  readonly dimension: string;
  /** Same unit as the book's other prices of this dimension. */
  readonly unit: string;
  readonly usd: number;
}

interface RowPattern {
  readonly usageType: string;
  readonly operation?: string;
  readonly unit: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Replaces `{1}` by the `codes` entry of the group in `usageType`, and `{Storage type}` by that field. */
  readonly dimensions: readonly string[];
  /** Unit of the book. */
  readonly is: string;
  /** Book units per AWS unit. Default: one. */
  readonly parts?: number;
}

interface OfferPatterns {
  /** Service code in the URLs of files: `AmazonFSx`. */
  readonly offer: string;
  readonly service: string;
  /** FSx file system type in lower case. */
  readonly fileSystem?: string;
  /** What is known of these rows, with sources. */
  readonly about: readonly string[];
  /** Meaning of the usage type's group; a missing code is no price. Default: the group itself. */
  readonly codes?: Readonly<Record<string, string>>;
  readonly rows: readonly RowPattern[];
}

const data: unknown = rows;
const PATTERNS = data as readonly OfferPatterns[];

/** Codes of all files, small ones first: EC2's has hundreds of megabytes. */
export const OFFERS: readonly string[] = [...new Set(PATTERNS.map(({ offer }) => offer))].sort(
  (a, b) => Number(a === 'AmazonEC2') - Number(b === 'AmazonEC2') || a.localeCompare(b),
);

/** Prices of the book in a row; empty for an irrelevant or ambiguous row. */
export function matchPrices(offer: string, row: OfferRow): readonly ListedPrice[] {
  return PATTERNS.flatMap((patterns): readonly ListedPrice[] => {
    if (patterns.offer !== offer || (patterns.fileSystem ?? getFileSystem(row)) !== getFileSystem(row)) return [];
    for (const pattern of patterns.rows) {
      const code = matchCode(pattern, patterns.codes, row);
      if (code === null) continue;
      return pattern.dimensions.map((template) => ({
        service: patterns.service,
        dimension: template.replaceAll(/\{(.+?)\}/g, (_, name: string) => (name === '1' ? code : row.attribute(name))),
        unit: pattern.is,
        usd: row.usd / (pattern.parts ?? 1),
      }));
    }
    return [];
  });
}

/** Value of `{1}`, empty without a group; null if the row does not match. */
function matchCode(
  { usageType, operation = '.*', unit, attributes = {} }: RowPattern,
  codes: OfferPatterns['codes'],
  row: OfferRow,
): string | null {
  const found = toRegExp(usageType).exec(row.usageType);
  const isOf =
    found !== null &&
    toRegExp(unit, 'i').test(row.unit) &&
    toRegExp(operation, 'i').test(row.operation) &&
    Object.entries(attributes).every(([name, value]) => toRegExp(value).test(row.attribute(name)));
  if (!isOf) return null;
  const [, group = ''] = found;
  return group === '' || codes === undefined ? group : (codes[group] ?? null);
}

/** The column `File system type`, or the suffix of `CreateFileSystem:`. */
function getFileSystem({ operation, attribute }: OfferRow): string {
  const [, created = ''] = /^CreateFileSystem:(\w+)$/.exec(operation) ?? [];
  return (attribute('File system type') || created).toLowerCase();
}

/** Compiled once per pattern: files have a hundred thousand rows. */
const EXPRESSIONS = new Map<string, RegExp>();

function toRegExp(pattern: string, flags = ''): RegExp {
  const key = `${flags}/${pattern}`;
  const known = EXPRESSIONS.get(key) ?? new RegExp(`^(?:${pattern})$`, flags);
  EXPRESSIONS.set(key, known);
  return known;
}
