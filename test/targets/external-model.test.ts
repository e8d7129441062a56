import { modelExternal } from '../../lib/targets/external-model';

describe('modelExternal', () => {
  it('uses the provisioned rates, and default rates of a file server when the spec states none', () => {
    const bought = modelExternal(
      { provisioned: { bandwidth: 5e8, iops: 300, burst: { iops: 900 }, metadataCreates: 7 } },
      1e9,
    );
    expect(bought).toMatchObject({
      read: { baseline: 5e8, burst: 5e8 },
      readIops: { baseline: 300, burst: 900, burstSeconds: 1800 },
      hostBytes: 1e9,
      metadata: { create: 7, delete: 2000 },
    });
    expect(modelExternal({}, 1e9)).toMatchObject({ read: { baseline: 1e9 }, writeIops: { baseline: 20_000 } });
  });
});
