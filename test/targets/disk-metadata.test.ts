import { ensure } from '../../lib/shapes/errors';
import { DISK_METADATA_RATES } from '../../lib/targets/disk-metadata';
import { findTarget } from '../../lib/targets/registry';

it('uses DISK_METADATA_RATES as the metadata rates of EBS, instance store and ONTAP LUN targets', () => {
  const metadata = (settings: { readonly kind: string }): unknown => {
    const target = ensure(findTarget(settings.kind), settings.kind);
    return target.performance.model(target.schema.parse(settings), {}, ['i3en.2xlarge'])?.metadata;
  };
  const ontap = {
    kind: 'fsx-ontap',
    deploymentType: 'SINGLE_AZ_1',
    storageGiB: 2048,
    throughputMBps: 512,
    luns: { perHost: 1, sizeGiB: 100 },
  };
  expect(metadata({ kind: 'ebs', volumeType: 'gp3', sizeGiB: 100 } as { readonly kind: string })).toBe(
    DISK_METADATA_RATES,
  );
  expect(metadata({ kind: 'instance-store' })).toBe(DISK_METADATA_RATES);
  expect(metadata(ontap)).toEqual(DISK_METADATA_RATES);
});
