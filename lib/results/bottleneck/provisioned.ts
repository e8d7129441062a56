/** How near the rates of a cell were to what is paid for. */
import { type Entitlement, type HeldRate, type HeldRates, LIMIT_UNITS, type LimitName } from '../../shapes/metric';
import type { Unit } from '../../shapes/observation';
import { BEYOND } from '../entitled';
import { formatValue, threeDigits } from '../format';
import { type Measure, primaryMeasures } from '../measures';
import { type Found, looked, type Looked, percent, REACHED } from './limits';
import type { Credits } from './servers';

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

export interface ProvisionedLimits extends Looked {
  /** Some rate of the cell is held against a limit that is known. */
  readonly told: boolean;
}

/**
 * @param measures of the cell, over trials that count
 * @param creditsOf asked of rates that give more while credits last
 */
export function provisionedLimits(
  measures: readonly Measure[],
  entitlement: Entitlement,
  held: readonly HeldRates[],
  creditsOf: (name: LimitName) => Credits = () => 'unknown',
): ProvisionedLimits {
  const primary = primaryMeasures(measures);
  const all = held.flatMap(({ of, bytes, operations }) =>
    [bytes, operations].flatMap((rate) => {
      const found = rate === null ? null : limitOf(primary, entitlement, of, rate, creditsOf);
      return found === null ? [] : [found];
    }),
  );
  // What has credits was at what it does without them, and nobody tells whether it had any.
  const lacking = all.flatMap(({ evidence, isUnsure }) =>
    isUnsure ? [`whether its credits were used up (${evidence.text})`] : [],
  );
  const sure = all.filter(({ isUnsure }) => !isUnsure);
  return { ...looked(sure, lacking), told: all.length > 0 };
}

/** It may be a limit only where there were no credits, of which nothing is known. */
type Held = Found & { readonly isUnsure: boolean };

/** Operations that are done at once share a limit: their sum is held against it. */
function limitOf(
  measures: readonly Measure[],
  { burst: { network, ofHost: burstOfHost = [], ...burst } = {}, ofHost = [], ...limits }: Entitlement,
  of: HeldRates['of'],
  { metric, limit: name }: HeldRate,
  creditsOf: (name: LimitName) => Credits,
): Held | null {
  const limit = name === null ? undefined : limits[name];
  if (name === null || limit === undefined || !(limit > 0)) return null;
  const own = measures.filter(
    (one) => one.metric === metric && (of === null || (one.operation !== null && of.includes(one.operation))),
  );
  const used = own.reduce((sum, { statistics }) => sum + (statistics?.centre ?? 0), 0);
  if (!(used > 0)) return null;
  const [what, counted] = WORDS[name];
  const limitedBy = (isOfHost: boolean) => ({
    resource: isOfHost ? `EBS ${what} of the instance type` : what,
    ...(isOfHost ? ({ client: true } as const) : {}),
    ...(counted === null ? {} : { counted }),
  });
  const against = (most: number, words: string, isOfHost = false): Held => {
    const limited = limitedBy(isOfHost);
    const { resource } = limited;
    const share = used / most;
    const text = `${resource}: ${rateText(name, used, most)} ${words} (${percent(share)})`;
    return { at: share >= REACHED, isUnsure: false, evidence: { ...limited, share, text } };
  };
  const more = burst[name];
  if (used <= BEYOND * limit) {
    const isOfHost = ofHost.includes(name);
    const found = against(limit, isOfHost ? 'that it gives at all times' : 'provisioned', isOfHost);
    if (more === undefined || !found.at) return found;
    const credits = creditsOf(name);
    // With credits it would have given more: then something else ended its rate.
    if (credits === 'left') return against(more, CREDITS_GIVE, burstOfHost.includes(name));
    return { ...found, isUnsure: credits === 'unknown' };
  }
  if (more !== undefined && used <= BEYOND * more) return against(more, CREDITS_GIVE, burstOfHost.includes(name));
  if (name === 'bandwidth' && network !== undefined && used <= BEYOND * network && used >= REACHED * network)
    return against(network, 'that the network of its servers carries while credits last, from their memory');
  const share = used / limit;
  const limited = limitedBy(ofHost.includes(name));
  const beyond = `${percent(share)} of what is provisioned, from credits or from memory`;
  return { at: false, isUnsure: false, evidence: { ...limited, share, text: `${limited.resource}: ${beyond}` } };
}

const CREDITS_GIVE = 'that credits give';

/** `23,100 of 24,000 creates/s`, `980 MB/s of 1.00 GB/s`. */
function rateText(name: LimitName, used: number, limit: number): string {
  const [, counted] = WORDS[name];
  const unit: Unit = LIMIT_UNITS[name];
  if (counted === null) return `${formatValue(used, unit)} of ${formatValue(limit, unit)}`;
  return `${threeDigits(used)} of ${threeDigits(limit)} ${counted}/s`;
}
