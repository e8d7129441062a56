/**
 * Which rows of AWS's public price files are prices of the book: `data/price-file-rows.json`, one reader for all of
 * them. Each row of it has patterns of whole fields of the file, and the dimensions of which that is the price.
 */
import rows from '../data/price-file-rows.json';

/** One price of a file: on demand, from the first unit on. */
export interface OfferRow {
  /** Without the Region before it: `EBS:VolumeUsage.gp3`, not `APN1-EBS:VolumeUsage.gp3`. */
  readonly usageType: string;
  /** e.g. `CreateFileSystem:Lustre`. */
  readonly operation: string;
  /** As the file has it, e.g. `GB-Mo`; its case differs between files. */
  readonly unit: string;
  readonly usd: number;
  /** Any other column, by its name in any spelling (`Storage Type`, `storageType`); empty where there is none. */
  readonly attribute: (name: string) => string;
}

/** A price in the words of a price book. */
export interface ListedPrice {
  /** Under which the book keeps it, e.g. `fsx-lustre`. */
  readonly service: string;
  readonly dimension: string;
  /** That of the book's other prices of this dimension. */
  readonly unit: string;
  readonly usd: number;
}

interface RowPattern {
  readonly usageType: string;
  readonly operation?: string;
  readonly unit: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** `{1}` is what the group of `usageType` stands for by `codes`, `{Storage type}` the field of that name. */
  readonly dimensions: readonly string[];
  /** The unit of the book. */
  readonly is: string;
  /** Units of the book in one of AWS; left out: one. */
  readonly parts?: number;
}

interface OfferPatterns {
  /** The code of the service in addresses of files: `AmazonFSx`. */
  readonly offer: string;
  readonly service: string;
  /** Type of FSx file system, in small letters. */
  readonly fileSystem?: string;
  /** What is known of these rows, with its sources. */
  readonly about: readonly string[];
  /** What the group of a usage type stands for; a code that is missing is no price. Left out: it stands for itself. */
  readonly codes?: Readonly<Record<string, string>>;
  readonly rows: readonly RowPattern[];
}

const data: unknown = rows;
const PATTERNS = data as readonly OfferPatterns[];

/** Codes of all files that are read, small ones first: that of EC2 has hundreds of megabytes. */
export const OFFERS: readonly string[] = [...new Set(PATTERNS.map(({ offer }) => offer))].sort(
  (a, b) => Number(a === 'AmazonEC2') - Number(b === 'AmazonEC2') || a.localeCompare(b),
);

/** What a row of a file is to the book; none where it is of something else, or cannot be told for sure. */
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

/** What `{1}` stands for, empty without a group; null where the row is another. */
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

/** The column `File system type`, or what stands behind `CreateFileSystem:`. */
function getFileSystem({ operation, attribute }: OfferRow): string {
  const [, created = ''] = /^CreateFileSystem:(\w+)$/.exec(operation) ?? [];
  return (attribute('File system type') || created).toLowerCase();
}

/** Made once for each pattern: files have a hundred thousand rows. */
const EXPRESSIONS = new Map<string, RegExp>();

function toRegExp(pattern: string, flags = ''): RegExp {
  const key = `${flags}/${pattern}`;
  const known = EXPRESSIONS.get(key) ?? new RegExp(`^(?:${pattern})$`, flags);
  EXPRESSIONS.set(key, known);
  return known;
}
