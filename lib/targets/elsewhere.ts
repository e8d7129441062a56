/**
 * What only its owner knows of a target that fsxbench does not make: what was bought, what it costs, and where its
 * servers tell of themselves. None of it changes what is measured.
 */
import * as z from 'zod';
import type { Target } from './contract';
import { type Entitlement, LIMIT_UNITS, type LimitName, type Limits } from '../shapes/metric';
import { type Problem, problemOf } from '../shapes/problem';
import { about, settings, withWords } from '../shapes/setting';
import { elsewhere as rules } from './rules.json';
import words from './settings.json';
import { moneyError, quantityOf } from '../shapes/quantity-fields';
import type { QueriedMetric } from '../shapes/telemetry';
import { checkTelemetry, TELEMETRY, telemetryOf, type TelemetrySettings } from './prometheus/setting';

const rate = (name: LimitName) => quantityOf(LIMIT_UNITS[name]).optional();
const limits = settings(words.limits, {
  bandwidth: rate('bandwidth'),
  iops: rate('iops'),
  metadataIops: rate('metadataIops'),
  metadataCreates: rate('metadataCreates'),
  metadataDeletes: rate('metadataDeletes'),
  metadataOpens: rate('metadataOpens'),
  metadataMkdirs: rate('metadataMkdirs'),
  metadataRenames: rate('metadataRenames'),
  metadataRmdirs: rate('metadataRmdirs'),
} satisfies Readonly<Record<LimitName, z.ZodType>>);

/** Settings of a target's entry, for the schema of its kind. */
export const ELSEWHERE = withWords(words.elsewhere, {
  provisioned: limits
    .extend({ burst: limits.optional().meta(about('What its credits allow for a while, with the same names.')) })
    .optional(),
  usdPerHour: z
    .number({ error: moneyError('US dollars an hour') })
    .min(0, { error: 'US dollars an hour, 0 or more' })
    .optional(),
  telemetry: TELEMETRY.optional(),
});

/** These settings as a schema gives them. */
export interface Elsewhere {
  readonly provisioned?: (Partial<Record<LimitName, number | undefined>> & { burst?: Burst | undefined }) | undefined;
  readonly usdPerHour?: number | undefined;
  readonly telemetry?: TelemetrySettings | undefined;
}
type Burst = Partial<Record<LimitName, number | undefined>>;

/** For `Target.entitlement`. */
export function entitledElsewhere({ provisioned }: Elsewhere): Entitlement {
  if (provisioned === undefined) return {};
  const { burst, ...baseline } = provisioned;
  return { ...known(baseline), ...(burst === undefined ? {} : { burst: known(burst) }) };
}

function known(all: Burst): Limits {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** For `Target.identity`: a price that is put right makes no other storage of it, nor breaks its history. */
export function withoutElsewhere<C extends Elsewhere>(config: C): Omit<C, keyof Elsewhere> {
  const { provisioned: _, usdPerHour: __, telemetry: ___, ...own } = config;
  return own;
}

/** Members of a target that others own and pay for: no call makes it, no line of a bill is for it. */
export const OWNED_ELSEWHERE = {
  requests: () => [],
  described: () => null,
  entitlement: entitledElsewhere,
  usdPerHour: ({ usdPerHour }: Elsewhere) => usdPerHour ?? null,
  telemetry: ({ telemetry }: Elsewhere) => telemetryOf(telemetry),
  identity: withoutElsewhere,
  capacityBytes: () => null,
  lineItems: () => [],
  durations: null,
  teardownSeconds: () => 0,
} satisfies Partial<Target<Elsewhere>>;

/** Rules beyond the schema; for `Target.check`. @param usual metrics that the kind asks for where none is named */
export function checkElsewhere({ provisioned, telemetry }: Elsewhere, usual: readonly QueriedMetric[] = []): Problem[] {
  const found: Problem[] = [...checkTelemetry(telemetry, usual)];
  for (const [name, most] of Object.entries(provisioned?.burst ?? {})) {
    const baseline = provisioned?.[name as LimitName];
    if (most === undefined || (baseline !== undefined && most > baseline)) continue;
    const rule = baseline === undefined ? rules.burstAlone : rules.burstBelow;
    found.push(problemOf({ ...rule, at: `provisioned.burst.${name}` }, { name }));
  }
  return found;
}
