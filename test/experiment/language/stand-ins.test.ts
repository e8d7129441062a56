import * as z from 'zod';
import { readSpecObject } from '../../../lib/experiment/reading/read';
import { standIns } from '../../../lib/experiment/language/stand-ins';
import { lustreSpec, persistent } from '../real-spec';

const schema = z
  .strictObject({
    type: z.enum(['a', 'b']),
    unit: z.union([z.literal(1), z.literal(2), z.unknown()]).optional(),
    flag: z.enum(['x']).default('x'),
    size: z.int(),
  })
  .transform((given) => given);

describe('standIns', () => {
  it('are all values that a schema lists, and none at all', () => {
    expect(standIns(schema, { type: 'c', size: 5 }, ['type'])).toEqual([
      { size: 5 },
      { type: 'a', size: 5 },
      { type: 'b', size: 5 },
    ]);
    expect(standIns(schema, { size: 5, unit: 7, flag: 9 }, ['unit', 'flag'])).toHaveLength(6);
    expect(standIns(schema, { size: 'lots' }, ['size'])).toEqual([{}]);
  });

  it('are not tried without end', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const wide = z.object(Object.fromEntries(keys.map((key) => [key, z.enum(['1', '2'])])));
    expect(standIns(wide, {}, keys)).toEqual([]);
  });
});

describe('a setting that is wrong', () => {
  const told = (settings: Record<string, unknown>): string[] =>
    readSpecObject(lustreSpec({ targets: { t: settings } })).problems.flatMap(({ severity, code, path }) =>
      severity === 'error' ? [`${path.slice(2).join('.')} ${code}`] : [],
    );

  it('does not hide the others', () => {
    expect(told(persistent({ storageGiB: 2000, perUnitMBps: 750, metadataIops: 7000 }))).toEqual([
      'perUnitMBps BadValue',
      'storageGiB BadStorage',
      'metadataIops BadMetadataIops',
    ]);
    const settings = { deploymentType: 'PERSISTENT_9', perUnitMBps: 125, stripeCount: 0, storageGiB: 1300 };
    expect(told(persistent(settings))).toEqual([
      'deploymentType BadValue',
      'stripeCount BadValue',
      'storageGiB BadStorage',
    ]);
  });

  it('accuses none that would be right with another choice', () => {
    expect(told(persistent({ deploymentType: 'SCRATCH_9', metadataIops: 1500 }))).toEqual(['deploymentType BadValue']);
  });

  it('under a misspelt name is not missing, too', () => {
    const { deploymentType: _, ...rest } = persistent();
    expect(told({ ...rest, deploymentTyp: 'SCRATCH_2' })).toEqual(['deploymentTyp UnknownKey']);
  });
});

describe('a workload with several settings that are wrong', () => {
  const told = (settings: Record<string, unknown>): string[] =>
    readSpecObject(lustreSpec({ workloads: { w: { kind: 'fio', ...settings } } })).problems.flatMap(
      ({ severity, code, path }) => (severity === 'error' ? [`${path.slice(2).join('.')} ${code}`] : []),
    );
  const rest = { iodepth: 32, runtime: '1m', direct: 0, size: '1 GiB' };

  it('is not taken for one of another engine because a size has no form', () => {
    expect(told({ ioengine: 'libaoi', rw: 'randread', bs: '4kb', ...rest })).toEqual([
      'bs BadValue',
      'ioengine BadValue',
    ]);
    expect(told({ ioengine: 'libaoi', rw: 'rndread', bs: '4kb', ...rest })).toHaveLength(3);
  });

  it('is told what its engine does not know all the same', () => {
    expect(told({ ioengine: 'filecreate', nrfiles: 'many', iodepth: 32 })).toEqual([
      'nrfiles WrongType',
      'iodepth BadValue',
    ]);
    expect(told({ ioengine: 'libaio', rw: 'randread', bs: '4kb', size: '1 GiB', nrfiles: 5 })).toEqual([
      'bs BadValue',
      'nrfiles BadValue',
    ]);
  });
});
