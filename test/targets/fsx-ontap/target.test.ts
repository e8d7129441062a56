import { fsxOntap } from '../../../lib/targets/fsx-ontap/target';
import { mountSchema } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, KAFKA_2GBPS } from './config';

const GIB = 1024 ** 3;

describe('the kind fsx-ontap', () => {
  it('holds what is left of its storage, or of its volumes where that is less', () => {
    expect(fsxOntap.capacityBytes?.(KAFKA_2GBPS)).toBeCloseTo(0.84 * 2048 * GIB, 0);
    expect(fsxOntap.capacityBytes?.({ ...CONFIG, volumes: { count: 2, sizeGiB: 100 } })).toBe(190 * GIB);
  });

  it('has volumes that hosts take in turn, as many as they mount', () => {
    const all = fsxOntap.volumes?.(KAFKA_2GBPS, mountSchema.parse({}));
    expect(all?.count).toBe(6);
    expect(all?.bytes).toBeCloseTo(0.84 * 2048 * GIB, 0);
    const some = { ...KAFKA_2GBPS, volumes: { count: 6, sizeGiB: 100 } };
    expect(fsxOntap.volumes?.(some, mountSchema.parse({ volumes: 2 }))).toEqual({ count: 2, bytes: 95 * GIB });
  });

  it('is gone when volumes, virtual machine and file system are, one after the other', () => {
    expect(fsxOntap.teardownSeconds(CONFIG)).toBe(60 + 120 + 900);
  });

  it('needs nothing of hosts, and no lines in their boot script', () => {
    expect(fsxOntap.hosts).toBeUndefined();
    expect(fsxOntap.userData(CONFIG, { executionId: 'e', rig: 'r1', rigTag: 'e__r1' }, {})).toBe('');
  });
});
