import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { lustreSpec } from '../../real-spec';
import cases from './hosts.mounts.cases.json';

const ONTAP = cases.ontap;
const listMountProblems = (changes: Record<string, unknown>): string[] =>
  readSpecObject(lustreSpec({ targets: { ontap: ONTAP }, ...changes })).problems.flatMap(
    ({ severity, code, path, message }) =>
      ['TooManyVolumes', 'TransferSize'].includes(code) ? [`${severity} ${path.join('.')}: ${message}`] : [],
  );
const client = (mount: unknown) => ({ client: { count: 1, instanceType: 'c5n.2xlarge', mount } });

describe('mounts of an ONTAP target', () => {
  it('accepts roles that mount at most as many volumes as the target has', () => {
    expect(listMountProblems({ fleet: client({ volumes: 2 }) })).toEqual([]);
    expect(listMountProblems({ fleet: client({}) })).toEqual([]);
    expect(
      listMountProblems({ fleet: { ...client({}), worker: { count: 1, instanceType: 'c5n.large', mount: 'none' } } }),
    ).toEqual([]);
  });

  it('refuses more volumes than the target has (TooManyVolumes), also from a factor level', () => {
    expect(listMountProblems({ fleet: client({ volumes: 3 }) })).toEqual([
      'error fleet.client.mount.volumes: found 3; the target has 2',
    ]);
    const factors = { volumes: [1, 4] };
    expect(listMountProblems({ factors, fleet: client({ volumes: '$volumes' }) })).toEqual([
      expect.stringContaining('found 4; the target has 2'),
    ]);
  });

  it('warns when `rsize` exceeds what the server negotiates (TransferSize)', () => {
    expect(listMountProblems({ fleet: client({ rsize: '1m' }) })).toEqual([
      expect.stringMatching(/^warning fleet\.client\.mount\.rsize: found 1048576;.*it to use what the server offers/),
    ]);
  });
});

describe('mounts of two exports of one NFS server (SharedConnections)', () => {
  const server = (path: string) => ({ kind: 'external-nfs', address: '10.30.0.9', export: path, folder: 'bench' });
  const listShared = (mount: unknown, changes: object = {}) =>
    readSpecObject(lustreSpec({ targets: { one: server('/a'), two: server('/b') }, fleet: client(mount), ...changes }))
      .problems.filter(({ code }) => code === 'SharedConnections')
      .map(({ path, message }) => `${path.join('.')}: ${message}`);
  const each = (one: object, two: object) => ({ each: { one, two } });

  it('refuses different `nconnect` at the same time and NFS version, since Linux shares connections', () => {
    expect(listShared(each({ nconnect: 1 }, { nconnect: 16 }))).toEqual([
      'fleet.client.mount: `one`, `two` are exports of one server, and the hosts mount them at the same time by NFS ' +
        '4.1 with `nconnect` 1 and 16: Linux gives all of them the connections of the first mount. Use one ' +
        '`nconnect`, another `nfsvers` for one of them, or `design.comparison: sequential`',
    ]);
    const factors = { connections: [1, 8] };
    expect(listShared({ nconnect: '$connections' }, { factors })).toEqual([
      expect.stringContaining('`nconnect` 1 and 8'),
    ]);
  });

  it('accepts different `nconnect` with different versions or servers, or one after the other', () => {
    expect(listShared(each({ nconnect: 1, nfsvers: 3 }, { nconnect: 16 }))).toEqual([]);
    const other = { targets: { one: server('/a'), two: { ...server('/b'), address: '10.30.0.10' } } };
    expect(listShared(each({ nconnect: 1 }, { nconnect: 16 }), other)).toEqual([]);
    expect(listShared(each({ nconnect: 1 }, { nconnect: 16 }), { design: { comparison: 'sequential' } })).toEqual([]);
    const alone = { targets: { one: server('/a') }, factors: { connections: [1, 8] } };
    expect(listShared({ nconnect: '$connections' }, alone)).toEqual([]);
    expect(listShared({})).toEqual([]);
  });
});
