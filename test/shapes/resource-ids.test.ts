import { getChangedKind, isChangedId, isStorageId, getIdKind } from '../../lib/shapes/resource-ids';
import { RESOURCES, STORAGE_KINDS, type StorageKind } from '../../lib/shapes/resources';
import cases from './cases.json';

/** An id of each kind: its table entry, filled in. */
const ID = (kind: StorageKind): string =>
  RESOURCES[kind].id
    .replaceAll('[0-9a-f]+', '0123456789abcdef0')
    .replace('[a-z0-9-]+--[0-9a-f]{32}', `bench--${'0'.repeat(32)}`)
    .replace('[a-z-]+', 'aws-cn')
    .replace('[a-z0-9-]+', 'cn-north-1')
    .replace('[0-9]{12}', '123456789012')
    .replace('[A-Za-z0-9/_+=.@-]+', 'bench/one.secret-AbCdEf');

describe('resource id', () => {
  it('matches the pattern of exactly one resource kind', () => {
    // A volume of a host is changed by requests, and neither made nor deleted as storage is.
    expect([isStorageId('vol-0123'), isChangedId('vol-0123'), getChangedKind('vol-0123')]).toEqual([
      false,
      true,
      'ec2:volume',
    ]);
    expect([isChangedId('fsvol-0123'), isChangedId('vol-x')]).toEqual([true, false]);
    for (const kind of STORAGE_KINDS) {
      expect(getIdKind(ID(kind))).toBe(kind);
      const alike = STORAGE_KINDS.filter((other) => new RegExp(`^${RESOURCES[other].id}$`).test(ID(kind)));
      expect(alike).toEqual([kind]);
    }
  });

  it.each(cases.resourceIds.noIds)('refuses %j as an id of storage', (id) => {
    expect(isStorageId(id)).toBe(false);
    expect(() => getIdKind(id)).toThrow('expected a kind of storage whose ids');
  });
});
