/** How near the rates of a cell came to its provisioned rates. */
import {
  type ProvisionedRates,
  type LimitedRate,
  type LimitedRates,
  LIMIT_UNITS,
  type LimitName,
} from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { BURST_RATIO } from '../../shapes/provisioned-rates';
import { formatValue, toThreeDigits } from '../format';
import { type Measure, pickPrimary } from '../measures';
import { type LimitFinding, splitFindings, type LimitCheck, formatPercent, REACHED_SHARE } from './limit-check';
import type { CreditState } from './servers';

/** Limited resource, and the counted operation if only one kind counts. */
const LIMITED_RESOURCES: Readonly<Record<LimitName, readonly [resource: string, operation: string | null]>> = {
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

export interface ProvisionedCheck extends LimitCheck {
  /** Some rate of the cell has a known provisioned limit. */
  readonly hasLimit: boolean;
}

/** @param measures over the counted trials of the cell @param creditsOf credit states of burstable rates */
export function checkProvisionedRates(
  measures: readonly Measure[],
  entitlement: ProvisionedRates,
  held: readonly LimitedRates[],
  creditsOf: (name: LimitName) => CreditState = () => 'unknown',
): ProvisionedCheck {
  const primary = pickPrimary(measures);
  const rates = held.flatMap(({ of, bytes, operations }) =>
    [bytes, operations].flatMap((rate) => (rate === null ? [] : [{ of, ...rate }])),
  );
  const all = rates.flatMap((rate) => {
    const found = checkRate(primary, entitlement, rate, creditsOf);
    if (found === null || rates.filter(({ limit }) => limit === rate.limit).length === 1) return found ?? [];
    // Phases that share a limit.
    const what = rate.of?.join(', ') ?? rate.metric.replaceAll('_', ' ');
    return [{ ...found, evidence: { ...found.evidence, text: `${what}, ${found.evidence.text}` } }];
  });
  // A burstable rate ran at its baseline, and whether credits were left is unknown.
  const lacking = all.flatMap(({ evidence, isUnsure }) =>
    isUnsure ? [`whether its credits were used up (${evidence.text})`] : [],
  );
  const sure = all.filter(({ isUnsure }) => !isUnsure);
  return { ...splitFindings(sure, lacking), hasLimit: all.length > 0 };
}

/** Unsure: a limit only if credits were used up, which is unknown. */
type RateFinding = LimitFinding & { readonly isUnsure: boolean };

/** Parallel operations share a limit, so the code adds up their rates. */
function checkRate(
  measures: readonly Measure[],
  { burst: { network, ofHost: burstOfHost = [], ...burst } = {}, ofHost = [], ...limits }: ProvisionedRates,
  { of, metric, limit: name }: LimitedRate & Pick<LimitedRates, 'of'>,
  creditsOf: (name: LimitName) => CreditState,
): RateFinding | null {
  const limit = name === null ? undefined : limits[name];
  if (name === null || limit === undefined || !(limit > 0)) return null;
  const own = measures.filter(
    (one) => one.metric === metric && (of === null || (one.operation !== null && of.includes(one.operation))),
  );
  const used = own.reduce((sum, { statistics }) => sum + (statistics?.centre ?? 0), 0);
  if (!(used > 0)) return null;
  const [what, operation] = LIMITED_RESOURCES[name];
  const limitedBy = (isOfHost: boolean) => ({
    resource: isOfHost ? `EBS ${what} of the instance type` : what,
    ...(isOfHost ? ({ client: true } as const) : {}),
    ...(operation === null ? {} : { operation }),
  });
  const against = (most: number, words: string, isOfHost = false): RateFinding => {
    const limited = limitedBy(isOfHost);
    const { resource } = limited;
    const share = used / most;
    const text = `${resource}: ${formatRate(name, used, most)} ${words} (${formatPercent(share)})`;
    return { isReached: share >= REACHED_SHARE, isUnsure: false, evidence: { ...limited, share, text } };
  };
  const more = burst[name];
  if (used <= BURST_RATIO * limit) {
    const isOfHost = ofHost.includes(name);
    const found = against(limit, isOfHost ? 'baseline' : 'provisioned', isOfHost);
    if (more === undefined || !found.isReached) return found;
    const credits = creditsOf(name);
    // While credits were left, the limit was the burst rate, so something else limited the rate.
    if (credits === 'left') return against(more, CREDITS_TEXT, burstOfHost.includes(name));
    return { ...found, isUnsure: credits === 'unknown' };
  }
  if (more !== undefined && used <= BURST_RATIO * more) return against(more, CREDITS_TEXT, burstOfHost.includes(name));
  if (name === 'bandwidth' && network !== undefined && used <= BURST_RATIO * network && used >= REACHED_SHARE * network)
    return against(network, 'server network burst rate, served from memory');
  const share = used / limit;
  const limited = limitedBy(ofHost.includes(name));
  const beyond = `${formatPercent(share)} of the provisioned rate, from credits or memory`;
  return { isReached: false, isUnsure: false, evidence: { ...limited, share, text: `${limited.resource}: ${beyond}` } };
}

const CREDITS_TEXT = 'with credits';

/** Examples: `23,100 of 24,000 creates/s`, `980 MB/s of 1.00 GB/s`. */
function formatRate(name: LimitName, used: number, limit: number): string {
  const [, operation] = LIMITED_RESOURCES[name];
  const unit: Unit = LIMIT_UNITS[name];
  if (operation === null) return `${formatValue(used, unit)} of ${formatValue(limit, unit)}`;
  return `${toThreeDigits(used)} of ${toThreeDigits(limit)} ${operation}/s`;
}
