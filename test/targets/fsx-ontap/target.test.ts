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

  it('has LUNs of its own for each host, as many as that uses', () => {
    const config = { ...CONFIG, luns: { perHost: 4, sizeGiB: 64 } };
    const of = (mount: object) => fsxOntap.volumes?.(config, mountSchema.parse(mount));
    expect(of({ luns: 2 })?.bytes).toBeCloseTo(0.98 * 2 * 64 * GIB, 0);
    expect(of({})?.count).toBeGreaterThan(1000);
    expect(fsxOntap.mountedVolumes?.(config, mountSchema.parse({}))).toBe(1);
    expect(fsxOntap.capacityBytes?.(config)).toBeCloseTo(0.84 * 1024 * GIB, 0);
  });

  it('is reached over more flows with more sessions, and by NFS with more connections', () => {
    const config = { ...CONFIG, luns: { perHost: 4, sizeGiB: 64 } };
    const flows = (mount: object): number =>
      (fsxOntap.model(config, mountSchema.parse(mount))?.hostBytes ?? 0) / (5e9 / 8);
    expect([flows({ sessions: 1 }), flows({ sessions: 4 }), flows({})]).toEqual([2, 8, 8]);
  });
});
