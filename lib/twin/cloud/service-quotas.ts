/** Service Quotas for admission: the limits of an account, quota by quota. */
import { GetAWSDefaultServiceQuotaCommand, GetServiceQuotaCommand } from '@aws-sdk/client-service-quotas';
import type { FsxQuotas } from './fsx/registry';
import type { QuotaGroup } from './fsx/contract';
import { type Service, ServiceError } from './service';
import listed from './service-quotas.json';
import { makeAction } from './sdk-shape';

/** Quota values by code; null if the account has only the default. */
export type QuotaValues = Readonly<Record<string, number | null>>;

/**
 * Published defaults; for FSx, GiB count as TiB. Processors as raised: the 5 to 64 of a new account allow no study. The
 * read cache of Intelligent-Tiering (L-B7391FCE, GiB) is not counted.
 */
const DEFAULT_QUOTAS: Readonly<Record<string, number>> = listed.defaults;
/** FSx quotas: the group in the simulation, and the counted amount. */
const FSX_QUOTAS = listed.fsx as unknown as Readonly<Record<string, readonly [group: string, amount: CountedAmount]>>;

type CountedAmount = Exclude<keyof QuotaGroup, 'volumes'>;

/** @param fsx quotas of the simulated FSx @param given values that differ; null: only the default */
export function makeServiceQuotas(fsx: FsxQuotas, given: QuotaValues = {}): Service {
  const ofFsx = Object.entries(FSX_QUOTAS).map(([code, [group, amount]]) => [code, fsx[group]?.[amount]] as const);
  const defaults: Readonly<Record<string, number | undefined>> = { ...DEFAULT_QUOTAS, ...Object.fromEntries(ofFsx) };
  const found = (code: string, value: number | null | undefined): { readonly QuotaCode: string; Value: number } => {
    if (typeof value === 'number') return { QuotaCode: code, Value: value };
    throw new ServiceError('NoSuchResourceException', 'The request failed because the quota does not exist', 404);
  };
  return {
    GetServiceQuota: makeAction(GetServiceQuotaCommand, ({ ServiceCode, QuotaCode: code }) => ({
      Quota: { ServiceCode, ...found(code, code in given ? given[code] : defaults[code]) },
    })),
    GetAWSDefaultServiceQuota: makeAction(GetAWSDefaultServiceQuotaCommand, ({ ServiceCode, QuotaCode: code }) => ({
      Quota: { ServiceCode, ...found(code, defaults[code]) },
    })),
  };
}
