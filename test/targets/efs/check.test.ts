import { checkEfs, listEfsQuotas } from '../../../lib/targets/efs/check';
import { makeEfsRequests } from '../../../lib/targets/efs/requests';
import type { Efs } from '../../../lib/targets/efs/schema';
import { CONFIG } from './config';
import { testRules } from '../check-cases';
import cases from './check.cases.json';

const listProblems = (changes: Partial<Efs>): [string, string, string][] =>
  checkEfs({ ...CONFIG, ...changes }).map(({ severity, code, message }) => [severity, code, message]);
const listErrors = (changes: Partial<Efs>): string[] =>
  listProblems(changes)
    .filter(([severity]) => severity === 'error')
    .map(([, , message]) => message);

describe('checkEfs', () => {
  it('requires provisionedMiBps with throughputMode provisioned, and refuses it otherwise', () => {
    expect(listErrors({ throughputMode: 'provisioned' })).toEqual([
      'is missing: throughputMode provisioned needs 1 to 3414 MiB/s',
    ]);
    expect(listErrors({ throughputMode: 'provisioned', provisionedMiBps: 3414 })).toEqual([]);
    for (const provisionedMiBps of [0.5, 3415])
      expect(listErrors({ throughputMode: 'provisioned', provisionedMiBps })).toEqual([
        `found ${provisionedMiBps}; allowed: 1 to 3414 MiB/s`,
      ]);
    for (const throughputMode of ['elastic', 'bursting'] as const)
      expect(listErrors({ throughputMode, provisionedMiBps: 10 })).toEqual([
        expect.stringContaining(`and this is ${throughputMode}`),
      ]);
  });

  it('refuses maxIO with elastic throughput and in one zone, and reports both', () => {
    const performanceMode = 'maxIO';
    expect(listErrors({ performanceMode })).toEqual([expect.stringContaining('elastic')]);
    expect(listErrors({ performanceMode, zone: 'one-zone' })).toHaveLength(2);
    expect(listErrors({ performanceMode, throughputMode: 'bursting' })).toEqual([]);
  });

  it('refuses kmsKeyId when encrypted is false', () => {
    const kmsKeyId = 'arn:aws:kms:us-east-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
    expect(listErrors({ kmsKeyId })).toEqual([]);
    expect(listErrors({ kmsKeyId, encrypted: false })).toEqual([
      'a key has no effect if `encrypted` is false. Remove one of them',
    ]);
    expect(makeEfsRequests({ ...CONFIG, kmsKeyId })[0]?.input).toMatchObject({ Encrypted: true, KmsKeyId: kmsKeyId });
    expect(makeEfsRequests(CONFIG)[0]?.input).not.toHaveProperty('KmsKeyId');
  });

  it('advises about client limits, billed bytes, provisioned price and bursts', () => {
    const listCodes = (changes: Partial<Efs>): string[] => listProblems(changes).map(([, code]) => code);
    expect(listCodes({})).toEqual(['ClientLimit', 'BilledByBytes']);
    expect(listCodes({ throughputMode: 'provisioned', provisionedMiBps: 10 })).toEqual([
      'ClientLimit',
      'ProvisionedPrice',
    ]);
    const bursts = listProblems({ throughputMode: 'bursting', storedGiB: 1024 }).find(([, code]) => code === 'Bursts');
    expect(bursts?.[2]).toContain(
      'trials use the 2.1 TiB of credits of a new file system. Without credits it writes 50 and reads 150 MiB/s ' +
        'with 1024 GiB stored, and a new file system holds less',
    );
  });

  it('uses one of 1000 file systems of the account quota', () => {
    expect(listEfsQuotas()).toMatchObject([{ amount: 1, most: 1000 }]);
  });
});

testRules(cases.rules);
