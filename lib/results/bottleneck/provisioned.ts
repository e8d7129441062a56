/** How near the rates of a cell were to what is paid for. */
import type { LimitEvidence } from '../../shapes/bottleneck';
import { type Entitlement, type HeldRate, type HeldRates, LIMIT_UNITS, type LimitName } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { BEYOND } from '../entitled';
import { formatValue, threeDigits } from '../format';
import { type Measure, primaryMeasures } from '../measures';
import { percent, REACHED } from './near';

/** What is limited, and what is counted where that is no plain operation. */
const WORDS: Readonly<Record<LimitName, readonly [resource: string, counted: string | null]>> = {
  bandwidth: ['throughput', null],
  iops: ['operations', null],
  metadataIops: ['metadata', 'operations'],
  metadataCreates: ['metadata', 'creates'],
  metadataDeletes: ['metadata', 'deletes'],
  metadataOpens: ['metadata', 'opens'],
  metadataMkdirs: ['metadata', 'directory creates'],
  metadataRenames: ['metadata', 'directory renames'],
  metadataRmdirs: ['metadata', 'directory deletes'],
};

export interface ProvisionedLimits {
  readonly reached: readonly LimitEvidence[];
  /** What was exceeded stands here too: then it was no limit. */
  readonly below: readonly LimitEvidence[];
  /** Some rate of the cell is held against a limit that is known. */
  readonly told: boolean;
}

/** @param measures of the cell, over trials that count */
export function provisionedLimits(
  measures: readonly Measure[],
  entitlement: Entitlement,
  held: readonly HeldRates[],
): ProvisionedLimits {
  const primary = primaryMeasures(measures);
  const all = held.flatMap(({ of, bytes, operations }) =>
    [bytes, operations].flatMap((rate) => {
      const found = rate === null ? null : limitOf(primary, entitlement, of, rate);
      return found === null ? [] : [found];
    }),
  );
  return {
    reached: all.flatMap(({ at, evidence }) => (at ? [evidence] : [])),
    below: all.flatMap(({ at, evidence }) => (at ? [] : [evidence])),
    told: all.length > 0,
  };
}

/** Operations that are done at once share a limit: their sum is held against it. */
function limitOf(
  measures: readonly Measure[],
  { burst, ...limits }: Entitlement,
  of: HeldRates['of'],
  { metric, limit: name }: HeldRate,
): { readonly at: boolean; readonly evidence: LimitEvidence } | null {
  const limit = name === null ? undefined : limits[name];
  if (name === null || limit === undefined || !(limit > 0)) return null;
  const own = measures.filter(
    (one) => one.metric === metric && (of === null || (one.operation !== null && of.includes(one.operation))),
  );
  const used = own.reduce((sum, { statistics }) => sum + (statistics?.centre ?? 0), 0);
  if (!(used > 0)) return null;
  const [resource, counted] = WORDS[name];
  const limited = { resource, ...(counted === null ? {} : { counted }) };
  const more = burst?.[name];
  if (used <= BEYOND * limit) {
    const share = used / limit;
    const text = `${resource}: ${rateText(name, used, limit)} provisioned (${percent(share)})`;
    return { at: share >= REACHED, evidence: { ...limited, share, text } };
  }
  if (more !== undefined && used <= BEYOND * more) {
    const share = used / more;
    const text = `${resource}: ${rateText(name, used, more)} that credits give (${percent(share)})`;
    return { at: share >= REACHED, evidence: { ...limited, share, text } };
  }
  const share = used / limit;
  const beyond = `${percent(share)} of what is provisioned, from credits or from memory`;
  return { at: false, evidence: { ...limited, share, text: `${resource}: ${beyond}` } };
}

/** `23,100 of 24,000 creates/s`, `980 MB/s of 1.00 GB/s`. */
function rateText(name: LimitName, used: number, limit: number): string {
  const [, counted] = WORDS[name];
  const unit: Unit = LIMIT_UNITS[name];
  if (counted === null) return `${formatValue(used, unit)} of ${formatValue(limit, unit)}`;
  return `${threeDigits(used)} of ${threeDigits(limit)} ${counted}/s`;
}
