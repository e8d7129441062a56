import cases from './price-file.cases.json';

/**
 * Price files in AWS's documented form, with invented figures: five lines about the file, the column names, a row for
 * each price. Names of columns and usage types are quoted from readers of such files.
 */

/** The relevant columns of a row; the others are as in on-demand rows of a Region. */
export interface Row {
  readonly usageType: string;
  readonly usd: number | string;
  readonly unit: string;
  readonly operation?: string;
  /** Other columns by name. */
  readonly also?: Readonly<Record<string, string>>;
}

const COLUMNS = cases.columns; // prettier-ignore

export function priceFile(offer: string, rows: readonly Row[], published = '2026-10-01T12:00:00Z'): string {
  const about = [
    ['FormatVersion', 'v1.0'],
    ['Disclaimer', 'This pricing list is for "informational" purposes only, made for a test.'],
    ['Publication Date', published],
    ['Version', published.replaceAll(/\D/g, '')],
    ['OfferCode', offer],
  ];
  return [...about, COLUMNS, ...rows.map((row, index) => fields(offer, row, index))].map(line).join('\n') + '\n';
}

function fields(offer: string, row: Row, index: number): string[] {
  const known: Readonly<Record<string, string>> = {
    SKU: `SKU${index}`,
    OfferTermCode: 'TERM',
    RateCode: `SKU${index}.TERM.RATE`,
    TermType: 'OnDemand',
    PriceDescription: `${String(row.usd)} a "unit", made up`,
    EffectiveDate: '2026-10-01',
    StartingRange: '0',
    EndingRange: 'Inf',
    Unit: row.unit,
    PricePerUnit: typeof row.usd === 'number' ? row.usd.toFixed(10) : row.usd,
    Currency: 'USD',
    serviceCode: offer,
    'Location Type': 'AWS Region',
    usageType: row.usageType,
    operation: row.operation ?? '',
    ...row.also,
  };
  return COLUMNS.map((column) => known[column] ?? '');
}

function line(fields: readonly string[]): string {
  return fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
}

/** An on-demand instance, as in the file of EC2. */
export function host(type: string, usd: number, prefix = 'EUC1-', also: Readonly<Record<string, string>> = {}): Row {
  return {
    usageType: `${prefix}BoxUsage:${type}`,
    usd,
    unit: 'Hrs',
    operation: 'RunInstances',
    also: {
      'Instance Type': type,
      Tenancy: 'Shared',
      'Operating System': 'Linux',
      'Pre Installed S/W': 'NA',
      CapacityStatus: 'Used',
      ...also,
    },
  };
}
