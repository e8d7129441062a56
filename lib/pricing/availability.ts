/** Which target settings AWS offers in which Region: `data/availability.json`. */
import data from './data/availability.json';

interface OptionTable {
  readonly kind: string;
  readonly setting: string;
  readonly columns: readonly string[];
  readonly rows: Readonly<Record<string, string>>;
  /** Availability in Regions without a row. */
  readonly elsewhere: string;
  readonly source: string;
  readonly read: string;
}

const OPTION_TABLES: readonly OptionTable[] = data.tables;

/** A setting that a Region does not offer, or perhaps not. */
export interface MissingOption extends Pick<OptionTable, 'setting' | 'source' | 'read'> {
  readonly option: string;
  /** True if AWS's page excludes it; false if it is unknown. */
  readonly missing: boolean;
}

/** Target settings that AWS does not offer in a Region, and those for which this is unknown. */
export function findUnoffered(kind: string, config: object, region: string): readonly MissingOption[] {
  const settings = config as Readonly<Record<string, unknown>>;
  return OPTION_TABLES.filter((table) => table.kind === kind).flatMap((table) => {
    const { setting, columns, rows, elsewhere, source, read } = table;
    const option = String(settings[setting]);
    const mark = (rows[region] ?? elsewhere)[columns.indexOf(option)];
    return mark === '-' || mark === '?' ? [{ setting, option, missing: mark === '-', source, read }] : [];
  });
}
