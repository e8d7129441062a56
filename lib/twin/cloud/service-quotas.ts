/** Service Quotas as far as admission asks it: what an account may have, quota by quota. */
import { GetAWSDefaultServiceQuotaCommand, GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas';
import type { FsxQuotas } from './fsx/quotas';
import type { QuotaGroup } from './fsx/records';
import { type Service, ServiceError } from './service';
import { action } from './shape';

/** Values by code; null where an account has the default and nothing of its own. */
export type QuotaValues = Readonly<Record<string, number | null>>;

/**
 * Defaults as published listings have them, beside those of FSx: GiB count as TiB there. Of processors it is an account
 * that has asked for more: with the 5 to 64 of a new one no study could be rehearsed.
 */
const DEFAULTS: Readonly<Record<string, number>> = {
  'L-1216C47A': 100_000,
  'L-F7808C92': 768,
  'L-6E869C2A': 96,
  'L-7A658B76': 50,
  'L-09BD8365': 20,
  'L-8D977E7E': 100_000,
  'L-848C634D': 1000,
};

/** Of FSx: the group of the model that counts for it. */
const OF_FSX: Readonly<Record<string, readonly [group: string, amount: Exclude<keyof QuotaGroup, 'volumes'>]>> = {
  'L-C48231E5': ['scratch', 'fileSystems'],
  'L-AD2FC696': ['scratch', 'storageGiB'],
  'L-9AFA1F09': ['persistent1', 'fileSystems'],
  'L-C8640C82': ['persistent1', 'storageGiB'],
  'L-FD6F2F22': ['persistent2', 'fileSystems'],
  'L-8F1B9C74': ['persistent2', 'storageGiB'],
  'L-0CD18A5D': ['tiering', 'throughput'],
  'L-C28C1403': ['ontap', 'fileSystems'],
  'L-E2C89679': ['ontap', 'storageGiB'],
  'L-C5F860DD': ['ontap', 'throughput'],
  'L-57578687': ['ontap', 'iops'],
  'L-59D0763F': ['openZfs', 'fileSystems'],
  'L-88479C21': ['openZfs', 'storageGiB'],
  'L-4EDE4065': ['openZfs', 'throughput'],
  'L-E24B4DE4': ['openZfs', 'iops'],
};
/** Of the read cache of Intelligent-Tiering, GiB: the model of FSx does not count it. */
const TIERED_CACHE = { code: 'L-B7391FCE', value: 100_800 } as const;

/**
 * @param fsx quotas that the modelled FSx holds creates against: it tells the same
 * @param given values that differ; null: the account has only the default
 */
export function makeServiceQuotas(fsx: FsxQuotas, given: QuotaValues = {}): Service {
  const ofFsx = Object.entries(OF_FSX).map(([code, [group, amount]]) => [code, fsx[group]?.[amount]] as const);
  const defaults: Readonly<Record<string, number | undefined>> = {
    ...DEFAULTS,
    [TIERED_CACHE.code]: TIERED_CACHE.value,
    ...Object.fromEntries(ofFsx),
  };
  const found = (code: string, value: number | null | undefined): { readonly QuotaCode: string; Value: number } => {
    if (typeof value === 'number') return { QuotaCode: code, Value: value };
    throw new ServiceError('NoSuchResourceException', 'The request failed because the quota does not exist', 404);
  };
  return {
    GetServiceQuota: action(GetServiceQuotaCommand, ({ ServiceCode, QuotaCode: code }) => ({
      Quota: { ServiceCode, ...found(code, code in given ? given[code] : defaults[code]) },
    })),
    GetAWSDefaultServiceQuota: action(GetAWSDefaultServiceQuotaCommand, ({ ServiceCode, QuotaCode: code }) => ({
      Quota: { ServiceCode, ...found(code, defaults[code]) },
    })),
  };
}
