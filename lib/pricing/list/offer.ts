/**
 * One price file of AWS, read while it comes in: five lines about the file, one with the names of the columns, a line
 * for each price.
 * https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-services.html
 */
import { FsxbenchError } from '../../shapes/errors';
import type { Price } from '../../shapes/price';
import { parseFields, LineSplitter } from './csv';
import { type ListedPrice, matchPrices, type OfferRow } from './row-patterns';

/** A dimension that the file has several prices of: none is taken. */
export interface PriceConflict {
  readonly service: string;
  readonly dimension: string;
  /** Usage types and their prices. */
  readonly found: readonly string[];
}

/** What a file held. */
export interface ParsedOffer {
  readonly offer: string;
  /** When AWS published it, as it says. */
  readonly published: string;
  readonly version: string;
  /** Prices on demand, whosoever's. */
  readonly rows: number;
  readonly prices: readonly Price[];
  readonly contradictions: readonly PriceConflict[];
}

/** Columns without which nothing can be told. */
const REQUIRED = ['termtype', 'unit', 'priceperunit', 'currency', 'startingrange', 'usagetype', 'operation'] as const;

/**
 * The Region before a usage type: two letters or three and a digit (`EU-`, `APN1-`); usage types of us-east-1 have
 * `USE1-` or nothing. https://docs.aws.amazon.com/cur/latest/userguide/cur-data-view.html
 */
const REGION_PREFIX = /^(?:[A-Z]{2}|[A-Z]{3}\d)-/;

/** Takes a file in pieces. */
export class OfferReader {
  readonly #lines = new LineSplitter((line) => this.#line(line));
  readonly #about = new Map<string, string>();
  readonly #found = new Map<string, { price: Price; usageTypes: Map<number, string> }>();
  #columns: ReadonlyMap<string, number> | undefined;
  #number = 0;
  #rows = 0;

  /**
   * @param offer code of the service, as in the address of the file
   * @param region to which all its prices belong
   */
  constructor(
    private readonly offer: string,
    private readonly region: string,
  ) {}

  push(piece: string): void {
    this.#lines.push(piece);
  }

  /** @throws FsxbenchError `PriceListUnreadable` where the file is not what AWS documents, or was cut off */
  end(): ParsedOffer {
    this.#lines.end();
    const version = this.#about.get('version');
    const published = this.#about.get('publicationdate');
    if (this.#columns === undefined || version === undefined || published === undefined)
      throw this.#unreadable('it ends before the names of its columns, or says no version');
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
    // Most rows of EC2 are of reservations: not worth being taken apart.
    else if (line.includes('"OnDemand"')) this.#row(line);
  }

  #head(line: string): void {
    const fields = parseFields(line);
    const [name = '', value = ''] = fields ?? [];
    if (fields === null || this.#number > 20) throw this.#unreadable('no line has the names of the columns');
    if (name !== 'SKU') {
      this.#about.set(normalizeName(name), value);
      return;
    }
    const code = this.#about.get('offercode');
    if (code !== this.offer) throw this.#unreadable(`it says that it is of ${code ?? 'no service'}`);
    const columns = new Map(fields.map((column, index) => [normalizeName(column), index]));
    const lacking = REQUIRED.filter((column) => !columns.has(column));
    if (lacking.length > 0) throw this.#unreadable(`it lacks the columns ${lacking.join(', ')}`);
    this.#columns = columns;
  }

  #row(line: string): void {
    const fields = parseFields(line);
    if (fields === null) throw this.#unreadable(`line ${this.#number} is no row`);
    const attribute = (name: string): string => fields[this.#columns?.get(normalizeName(name)) ?? -1] ?? '';
    this.#rows += 1;
    const usd = Number(attribute('PricePerUnit'));
    // Local and wavelength zones have prices of their own in the same file.
    const place = attribute('Location Type');
    if (attribute('Currency') !== 'USD' || (place !== '' && place !== 'AWS Region')) return;
    // Nothing costs nothing that is asked for here: rows of 0 are free tiers, and what comes with something else.
    if (!(usd > 0) || Number(attribute('StartingRange')) !== 0) return;
    const usageType = attribute('usageType').replace(REGION_PREFIX, '');
    const row: OfferRow = { usageType, operation: attribute('operation'), unit: attribute('Unit'), usd, attribute };
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
      `the price file of ${this.offer} in ${this.region} is not of the form that AWS documents: ${why}`,
    );
  }
}

/** Names of columns are spelled in several ways: `Storage Type`, `usageType`. */
function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
