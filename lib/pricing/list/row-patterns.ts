/**
 * Maps rows of AWS's price files to prices of the book, by `data/price-file-rows.json`: each entry has patterns for
 * whole fields of a row, and the dimensions that it prices.
 */
import rows from '../data/price-file-rows.json';

/** One on-demand price of a file, from the first unit on. */
export interface PriceFileRow {
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

interface ServicePatterns {
  /** Service code in the URLs of files: `AmazonFSx`. */
  readonly offer: string;
  readonly service: string;
  /** FSx file system type in lower case. */
  readonly fileSystem?: string;
  /** Notes about these rows, with sources. */
  readonly about: readonly string[];
  /** Meaning of the usage type's group; a missing code is no price. Default: the group itself. */
  readonly codes?: Readonly<Record<string, string>>;
  readonly rows: readonly RowPattern[];
}

const patternData: unknown = rows;
const SERVICE_PATTERNS = patternData as readonly ServicePatterns[];

/** Codes of all files, small ones first: EC2's has hundreds of megabytes. */
export const SERVICE_CODES: readonly string[] = [...new Set(SERVICE_PATTERNS.map(({ offer }) => offer))].sort(
  (a, b) => Number(a === 'AmazonEC2') - Number(b === 'AmazonEC2') || a.localeCompare(b),
);

/** Prices of the book in a row; empty for an irrelevant or ambiguous row. */
export function matchPrices(offer: string, row: PriceFileRow): readonly ListedPrice[] {
  return SERVICE_PATTERNS.flatMap((patterns): readonly ListedPrice[] => {
    if (patterns.offer !== offer || (patterns.fileSystem ?? getFileSystem(row)) !== getFileSystem(row)) return [];
    for (const pattern of patterns.rows) {
      const code = matchUsageType(pattern, patterns.codes, row);
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
function matchUsageType(
  { usageType, operation = '.*', unit, attributes = {} }: RowPattern,
  codes: ServicePatterns['codes'],
  row: PriceFileRow,
): string | null {
  const found = compilePattern(usageType).exec(row.usageType);
  const isOf =
    found !== null &&
    compilePattern(unit, 'i').test(row.unit) &&
    compilePattern(operation, 'i').test(row.operation) &&
    Object.entries(attributes).every(([name, value]) => compilePattern(value).test(row.attribute(name)));
  if (!isOf) return null;
  const [, group = ''] = found;
  return group === '' || codes === undefined ? group : (codes[group] ?? null);
}

/** The column `File system type`, or the suffix of `CreateFileSystem:`. */
function getFileSystem({ operation, attribute }: PriceFileRow): string {
  const [, created = ''] = /^CreateFileSystem:(\w+)$/.exec(operation) ?? [];
  return (attribute('File system type') || created).toLowerCase();
}

/** Compiled once per pattern: files have a hundred thousand rows. */
const COMPILED_PATTERNS = new Map<string, RegExp>();

function compilePattern(pattern: string, flags = ''): RegExp {
  const key = `${flags}/${pattern}`;
  const known = COMPILED_PATTERNS.get(key) ?? new RegExp(`^(?:${pattern})$`, flags);
  COMPILED_PATTERNS.set(key, known);
  return known;
}
