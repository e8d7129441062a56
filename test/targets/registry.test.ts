import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpec } from '../../lib/experiment/reading/read-spec';
import { identifyTarget, TARGET_KINDS, findTarget } from '../../lib/targets/registry';
import cases from './registry.cases.json';

const EXPERIMENTS = join(__dirname, '../../experiments');

describe('registry of target kinds', () => {
  it('finds each kind by its name, and returns undefined for unknown names', () => {
    expect(TARGET_KINDS).toEqual(expect.arrayContaining(['directory', 'fsx-lustre', 'fsx-openzfs', 'ebs', 'efs']));
    for (const kind of TARGET_KINDS) expect(findTarget(kind)?.kind).toBe(kind);
    expect(findTarget('constructor')).toBeUndefined();
  });

  it('has a mount schema with defaults for every kind', () => {
    for (const kind of TARGET_KINDS) expect(findTarget(kind)?.mounting.schema.safeParse({}).success).toBe(true);
  });

  it('states durations with sources for every kind that AWS creates', () => {
    for (const kind of TARGET_KINDS) {
      const target = findTarget(kind);
      // No call creates what hosts make, or what exists.
      expect(target?.resources === undefined).toBe(
        ['directory', 'ebs', 'instance-store', 'external-nfs', 'external-ceph', 'external-s3-files'].includes(kind),
      );
      const { create, changes = {}, delete: remove, volumes, mountTargets } = target?.resources?.durations ?? {};
      const inside = [...Object.values(volumes ?? {}), ...Object.values(mountTargets ?? {})];
      const all = [create, remove, ...Object.values(changes), ...inside];
      for (const duration of all.filter((one) => one !== undefined)) {
        expect(duration.seconds).toBeGreaterThan(0);
        expect(duration.source).not.toBe('');
      }
    }
  });

  it('identifies the target kind and its settings from a described file system', () => {
    const LustreConfiguration = { DeploymentType: 'SCRATCH_2', DataCompressionType: 'LZ4' };
    const lustre = { FileSystemType: 'LUSTRE', StorageCapacity: 2400, LustreConfiguration };
    expect(identifyTarget({ fileSystem: lustre, volumes: [] })).toEqual({
      target: findTarget('fsx-lustre'),
      config: { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 2400, compression: 'LZ4' },
    });
    for (const other of [{ FileSystemType: 'WINDOWS' }, {}, { ...lustre, FileSystemType: 'OPENZFS' }])
      expect(identifyTarget({ fileSystem: { ...lustre, FileSystemType: undefined, ...other }, volumes: [] })).toBe(
        undefined,
      );
  });

  it.each(cases.readyMade as [string, string[]][])(
    'reads the included experiment %s without errors or warnings',
    (name, targets) => {
      const { spec, problems } = readSpec(readFileSync(join(EXPERIMENTS, `${name}.yaml`), 'utf8'), `${name}.yaml`);
      expect(problems.filter(({ severity }) => severity !== 'advice')).toEqual([]);
      expect(spec?.experiment).toBe(name);
      expect(Object.keys(spec?.targets ?? {})).toEqual(expect.arrayContaining(targets));
    },
  );

  it('reports a wrong setting of a target with its spec path and line', () => {
    const text = readFileSync(join(EXPERIMENTS, 'lustre-small.yaml'), 'utf8').replace(
      'perUnitMBps: 125',
      'perUnitMBps: 100',
    );
    const line = text.split('\n').findIndex((one) => one.includes('perUnitMBps: 100')) + 1;
    const { problems } = readSpec(text, 'x.yaml');
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'error', path: ['targets', 'persistent-125', 'perUnitMBps'], line }),
      expect.objectContaining({ code: 'Bursts' }),
    ]);
  });
});
