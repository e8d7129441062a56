import { QUOTA_SERVICES } from '../../../lib/shapes/quota';
import { listHostQuotas } from '../../../lib/targets/host-quotas';
import { TARGET_KINDS, findTarget } from '../../../lib/targets/registry';
import { listFsxQuotas } from '../../../lib/twin/cloud/fsx/registry';
import { makeServiceQuotas } from '../../../lib/twin/cloud/service-quotas';
import type { Service } from '../../../lib/twin/cloud/service';
import { CALLER } from './services';

const REGION = 'us-east-1';

function getQuotaValue(service: Service, name: string, QuotaCode: string, ServiceCode = 'fsx'): unknown {
  const found = service[name]?.({ ServiceCode, QuotaCode } as never, CALLER);
  return (found as { readonly Quota: { readonly Value: number } }).Quota.Value;
}

describe('Service Quotas in the simulated account', () => {
  const smaller = { ...listFsxQuotas(REGION), openZfs: { fileSystems: 1, storageGiB: 64 } };
  it.each([
    ['in us-east-1', listFsxQuotas(REGION), 262_144],
    ['in ap-northeast-1', listFsxQuotas('ap-northeast-1'), 65_536],
    ['as configured', smaller, 64],
  ])('returns the quota of OpenZFS storage %s', (_, quotas, expected) => {
    expect(getQuotaValue(makeServiceQuotas(quotas), 'GetServiceQuota', 'L-88479C21')).toBe(expected);
  });

  it('returns an applied value, or the default value, and refuses unknown codes', () => {
    const quotas = makeServiceQuotas(listFsxQuotas(REGION), { 'L-1216C47A': 5, 'L-848C634D': null });
    expect(getQuotaValue(quotas, 'GetServiceQuota', 'L-1216C47A', 'ec2')).toBe(5);
    expect(getQuotaValue(quotas, 'GetAWSDefaultServiceQuota', 'L-848C634D', 'elasticfilesystem')).toBe(1000);
    for (const code of ['L-848C634D', 'L-00000000'])
      expect(() => getQuotaValue(quotas, 'GetServiceQuota', code)).toThrow('the quota does not exist');
  });

  it('provides every quota that target kinds and hosts name', () => {
    const service = makeServiceQuotas(listFsxQuotas(REGION));
    const uses = [
      ...listHostQuotas([{ count: 1, instanceType: 'c5n.large' }]),
      ...TARGET_KINDS.flatMap((kind) => {
        const target = findTarget(kind);
        const read = target?.schema.safeParse({ kind });
        return read?.success === true ? (target?.resources?.quotas?.(read.data) ?? []) : [];
      }),
    ];
    expect(uses.length).toBeGreaterThan(1);
    for (const { quota, of } of uses) {
      expect([of, quota === undefined]).toEqual([of, false]);
      expect(QUOTA_SERVICES).toContain(quota?.service);
      expect(getQuotaValue(service, 'GetServiceQuota', quota?.code ?? '')).toBeGreaterThan(0);
    }
  });
});
