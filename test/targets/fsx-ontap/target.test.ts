import { fsxOntap } from '../../../lib/targets/fsx-ontap/target';
import { CONFIG, KAFKA_2GBPS } from './config';

const GIB = 1024 ** 3;

describe('the kind fsx-ontap', () => {
  it('holds what its storage holds, or its volumes where that is less', () => {
    expect(fsxOntap.capacityBytes?.(KAFKA_2GBPS)).toBe(2048 * GIB);
    expect(fsxOntap.capacityBytes?.({ ...CONFIG, volumes: { count: 2, sizeGiB: 100 } })).toBe(200 * GIB);
  });

  it('is gone when volumes, virtual machine and file system are, one after the other', () => {
    expect(fsxOntap.teardownSeconds(CONFIG)).toBe(60 + 120 + 900);
  });

  it('needs nothing of hosts, and no lines in their boot script', () => {
    expect(fsxOntap.hosts).toBeUndefined();
    expect(fsxOntap.userData(CONFIG, { executionId: 'e', rig: 'r1', rigTag: 'e__r1' }, {})).toBe('');
  });
});
