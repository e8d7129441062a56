/**
 * Parses one of AWS's price files as a stream: five lines about the file, one with column names, then one per price.
 * https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-services.html
 */
import { FsxbenchError } from '../../shapes/errors';
import type { Price } from '../../shapes/price';
import { parseCsvFields, LineSplitter } from './csv';
import { type ListedPrice, matchPrices, type PriceFileRow } from './row-patterns';

/** A dimension with several prices in the file, of which none is used. */
export interface PriceConflict {
  readonly service: string;
  readonly dimension: string;
  /** Usage types and their prices. */
  readonly found: readonly string[];
}

export interface ParsedPriceFile {
  readonly offer: string;
  /** Publication date in the file. */
  readonly published: string;
  readonly version: string;
  /** Number of on-demand prices, used or not. */
  readonly rows: number;
  readonly prices: readonly Price[];
  readonly contradictions: readonly PriceConflict[];
}

/** Required columns. */
const COLUMNS = ['termtype', 'unit', 'priceperunit', 'currency', 'startingrange', 'usagetype', 'operation'] as const;

/**
 * Region prefix of a usage type: two or three letters and a digit (`EU-`, `APN1-`); in us-east-1, `USE1-` or none.
 * https://docs.aws.amazon.com/cur/latest/userguide/cur-data-view.html
 */
const REGION_PREFIX = /^(?:[A-Z]{2}|[A-Z]{3}\d)-/;

/** Parses a price file that arrives in pieces. */
export class PriceFileReader {
  readonly #lines = new LineSplitter((line) => this.#line(line));
  readonly #about = new Map<string, string>();
  readonly #found = new Map<string, { price: Price; usageTypes: Map<number, string> }>();
  #columns: ReadonlyMap<string, number> | undefined;
  #number = 0;
  #rows = 0;

  /**
   * @param offer service code in the file's URL
   * @param region of all its prices
   */
  constructor(
    private readonly offer: string,
    private readonly region: string,
  ) {}

  push(piece: string): void {
    this.#lines.push(piece);
  }

  /** @throws FsxbenchError `PriceListUnreadable` for a truncated file, or one in another format than AWS documents */
  end(): ParsedPriceFile {
    this.#lines.end();
    const version = this.#about.get('version');
    const published = this.#about.get('publicationdate');
    if (this.#columns === undefined || version === undefined || published === undefined)
      throw this.#unreadable('it ends before its column names, or has no version');
    const source = `AWS Price List, ${this.offer} ${this.region}, version ${version}, published ${published}`;
    const found = [...this.#found.values()];
    return {
      offer: this.offer,
      published,
      version,
      rows: this.#rows,
      prices: found.flatMap(({ price, usageTypes }) => (usageTypes.size === 1 ? [{ ...price, source }] : [])),
      contradictions: found.flatMap(({ price: { service, dimension }, usageTypes }) =>
        usageTypes.size === 1
          ? []
          : [{ service, dimension, found: [...usageTypes].map(([usd, type]) => `${type}: ${usd} USD`) }],
      ),
    };
  }

  #line(line: string): void {
    this.#number += 1;
    if (this.#columns === undefined) this.#head(line);
    // Most rows of EC2 are reservations: skip them without parsing.
    else if (line.includes('"OnDemand"')) this.#row(line);
  }

  #head(line: string): void {
    const fields = parseCsvFields(line);
    const [name = '', value = ''] = fields ?? [];
    if (fields === null || this.#number > 20) throw this.#unreadable('no line has the column names');
    if (name !== 'SKU') {
      this.#about.set(normalizeColumnName(name), value);
      return;
    }
    const code = this.#about.get('offercode');
    if (code !== this.offer) throw this.#unreadable(`it belongs to ${code ?? 'no service'}`);
    const columns = new Map(fields.map((column, index) => [normalizeColumnName(column), index]));
    const lacking = COLUMNS.filter((column) => !columns.has(column));
    if (lacking.length > 0) throw this.#unreadable(`it lacks the columns ${lacking.join(', ')}`);
    this.#columns = columns;
  }

  #row(line: string): void {
    const fields = parseCsvFields(line);
    if (fields === null) throw this.#unreadable(`line ${this.#number} is malformed`);
    const attribute = (name: string): string => fields[this.#columns?.get(normalizeColumnName(name)) ?? -1] ?? '';
    this.#rows += 1;
    const usd = Number(attribute('PricePerUnit'));
    // Local and wavelength zones have separate prices in the same file.
    const place = attribute('Location Type');
    if (attribute('Currency') !== 'USD' || (place !== '' && place !== 'AWS Region')) return;
    // Zero-price rows are free tiers, or included in another price; skip them.
    if (!(usd > 0) || Number(attribute('StartingRange')) !== 0) return;
    const usageType = attribute('usageType').replace(REGION_PREFIX, '');
    const row: PriceFileRow = { usageType, operation: attribute('operation'), unit: attribute('Unit'), usd, attribute };
    for (const one of matchPrices(this.offer, row)) this.#take(one, usageType);
  }

  #take(listed: ListedPrice, usageType: string): void {
    const key = `${listed.service} ${listed.dimension}`;
    const price: Price = { region: this.region, ...listed, source: '', confidence: 'high' };
    const known = this.#found.get(key) ?? { price, usageTypes: new Map<number, string>() };
    known.usageTypes.set(listed.usd, usageType);
    this.#found.set(key, known);
  }

  #unreadable(why: string): FsxbenchError {
    return new FsxbenchError(
      'PriceListUnreadable',
      `the price file of ${this.offer} in ${this.region} is not in the documented format: ${why}`,
    );
  }
}

/** Column names are spelled in several ways: `Storage Type`, `usageType`. */
function normalizeColumnName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
