/**
 * Rows of the tables of EC2 instance types: `recorded.json`, which `npm run facts` writes, and `exceptions.json`, by
 * hand. A row is parsed when its type is looked up, because there are more than a thousand.
 */
import exceptions from './exceptions.json';
import recorded from './recorded.json';

/** Baseline and maximum rate; one number if they are equal. */
export type RateRange = readonly number[];

/** Undefined: unknown, or the type has none. */
export interface InstanceTypeRow {
  readonly vcpus: number | undefined;
  readonly memoryGiB: number | undefined;
  /** Gbit/s of the default network card. */
  readonly gbps: RateRange | undefined;
  /** Mbit/s of all EBS cards together. */
  readonly ebsMbps: RateRange | undefined;
  /** Operations of 16 KiB a second, of all EBS cards together. */
  readonly ebsIops: RateRange | undefined;
  /** Volumes, with the root. */
  readonly ebsVolumes: number | undefined;
  /** Number of local NVMe disks, and GB of each; `unknown` for hard disks. */
  readonly disks: RateRange | 'unknown' | undefined;
  readonly hasEfa: boolean;
  readonly ebsCards: number;
}

const TABLES: readonly Readonly<Record<string, string>>[] = [recorded.types, exceptions.types];
const PARSED_ROWS = new Map<string, InstanceTypeRow | null>();

/** Null for a type that is in no table. */
export function findRow(instanceType: string): InstanceTypeRow | null {
  const known = PARSED_ROWS.get(instanceType);
  if (known !== undefined) return known;
  const text = TABLES.find((table) => Object.hasOwn(table, instanceType))?.[instanceType];
  const row = text === undefined ? null : parseRow(text);
  PARSED_ROWS.set(instanceType, row);
  return row;
}

/** All types of a family in the tables. */
export function listFamily(family: string): readonly string[] {
  return TABLES.flatMap((table) => Object.keys(table)).filter((name) => name.startsWith(`${family}.`));
}

function parseRow(text: string): InstanceTypeRow {
  const fields = text.split(' ').map((field) => (field === '-' ? undefined : field));
  const [vcpus, memoryGiB, gbps, ebsMbps, ebsIops, ebsVolumes, disks, efa, cards] = fields;
  const toNumber = (field: string | undefined): number | undefined => (field === undefined ? undefined : Number(field));
  const toRange = (field: string | undefined): RateRange | undefined => field?.split(/[/x]/).map(Number);
  return {
    vcpus: toNumber(vcpus),
    memoryGiB: toNumber(memoryGiB),
    gbps: toRange(gbps),
    ebsMbps: toRange(ebsMbps),
    ebsIops: toRange(ebsIops),
    ebsVolumes: toNumber(ebsVolumes),
    disks: disks === '?' ? 'unknown' : toRange(disks),
    hasEfa: efa === 'efa',
    ebsCards: Number(cards),
  };
}
