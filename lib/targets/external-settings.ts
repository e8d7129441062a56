/** Settings that describe external storage and do not affect measurements: provisioned rates, price, Prometheus. */
import * as z from 'zod';
import type { Performance, Prices } from './contract';
import { type ProvisionedRates, LIMIT_UNITS, type LimitName, type Limits } from '../shapes/metric';
import { type Problem, makeProblem } from '../shapes/problem';
import { about, settings, describeFields } from '../shapes/setting';
import { elsewhere as rules } from './rules.json';
import words from './settings.json';
import { makeMoneyError, makeQuantitySchema } from '../shapes/quantity-fields';
import type { QueriedMetric } from '../shapes/telemetry';
import { checkTelemetry, telemetrySchema, toTelemetry, type TelemetrySettings } from './prometheus/setting';

const makeRateSetting = (name: LimitName) => makeQuantitySchema(LIMIT_UNITS[name]).optional();
const ratesSetting = settings(words.limits, {
  bandwidth: makeRateSetting('bandwidth'),
  iops: makeRateSetting('iops'),
  metadataIops: makeRateSetting('metadataIops'),
  metadataCreates: makeRateSetting('metadataCreates'),
  metadataDeletes: makeRateSetting('metadataDeletes'),
  metadataOpens: makeRateSetting('metadataOpens'),
  metadataMkdirs: makeRateSetting('metadataMkdirs'),
  metadataRenames: makeRateSetting('metadataRenames'),
  metadataRmdirs: makeRateSetting('metadataRmdirs'),
} satisfies Readonly<Record<LimitName, z.ZodType>>);

export const EXTERNAL_FIELDS = describeFields(words.elsewhere, {
  provisioned: ratesSetting
    .extend({ burst: ratesSetting.optional().meta(about('Higher rates while credits last, with the same names.')) })
    .optional(),
  usdPerHour: z
    .number({ error: makeMoneyError('US dollars an hour') })
    .min(0, { error: 'US dollars an hour, 0 or more' })
    .optional(),
  telemetry: telemetrySchema.optional(),
});

export interface ExternalSettings {
  readonly provisioned?: (Partial<Record<LimitName, number | undefined>> & { burst?: Burst | undefined }) | undefined;
  readonly usdPerHour?: number | undefined;
  readonly telemetry?: TelemetrySettings | undefined;
}
type Burst = Partial<Record<LimitName, number | undefined>>;

/** Implements `Performance.getProvisioned`. */
export function getExternalProvisioned({ provisioned }: ExternalSettings): ProvisionedRates {
  if (provisioned === undefined) return {};
  const { burst, ...baseline } = provisioned;
  return { ...dropUnknown(baseline), ...(burst === undefined ? {} : { burst: dropUnknown(burst) }) };
}

function dropUnknown(all: Burst): Limits {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** For `Target.identity`: a corrected price does not change the storage, or its history. */
export function omitExternalSettings<C extends ExternalSettings>(config: C): Omit<C, keyof ExternalSettings> {
  const { provisioned: _, usdPerHour: __, telemetry: ___, ...own } = config;
  return own;
}

/** No line item: the owner states the price. */
export const EXTERNAL_PRICES = {
  lineItems: () => [],
  usdPerHour: ({ usdPerHour }: ExternalSettings) => usdPerHour ?? null,
} satisfies Prices<ExternalSettings>;

/** Rates and metrics that the owner states. */
export const EXTERNAL_PERFORMANCE = {
  getProvisioned: getExternalProvisioned,
  telemetry: ({ telemetry }: ExternalSettings) => toTelemetry(telemetry),
} satisfies Partial<Performance<ExternalSettings>>;

/** Rules beyond the schema; for `Target.check`. @param usual default metrics of the kind */
export function checkExternal(
  { provisioned, telemetry }: ExternalSettings,
  usual: readonly QueriedMetric[] = [],
): Problem[] {
  const found: Problem[] = [...checkTelemetry(telemetry, usual)];
  for (const [name, most] of Object.entries(provisioned?.burst ?? {})) {
    const baseline = provisioned?.[name as LimitName];
    if (most === undefined || (baseline !== undefined && most > baseline)) continue;
    const rule = baseline === undefined ? rules.burstAlone : rules.burstBelow;
    found.push(makeProblem({ ...rule, at: `provisioned.burst.${name}` }, { name }));
  }
  return found;
}
