import { requireVolumeRules } from '../../../../../lib/twin/cloud/fsx/openzfs/volumes';
import { thrownBy } from '../../world';

const client = (Options: string[] = ['rw'], Clients = '*') => ({ Clients, Options });
const exports = (...ClientConfigurations: ReturnType<typeof client>[]) => ({ NfsExports: [{ ClientConfigurations }] });

describe('requireVolumeRules', () => {
  it('takes what the guide allows', () => {
    for (const RecordSizeKiB of [4, 128, 1024]) expect(() => requireVolumeRules({ RecordSizeKiB })).not.toThrow();
    expect(() => requireVolumeRules(exports(...Array.from({ length: 25 }, () => client())))).not.toThrow();
    expect(() => requireVolumeRules({ StorageCapacityQuotaGiB: -1, NfsExports: [] })).not.toThrow();
  });

  it.each([
    ['a record size that is no power of two', { RecordSizeKiB: 48 }, 'BadRequest'],
    ['a record size of Intelligent-Tiering', { RecordSizeKiB: 2048 }, 'BadRequest'],
    ['an unknown compression', { DataCompressionType: 'GZIP' as 'LZ4' }, 'ValidationException'],
    ['a quota below -1', { StorageCapacityQuotaGiB: -2 }, 'ValidationException'],
    ['two exports', { NfsExports: [...exports().NfsExports, ...exports().NfsExports] }, 'ValidationException'],
    ['26 clients', exports(...Array.from({ length: 26 }, () => client())), 'ValidationException'],
    ['21 options', exports(client(Array.from({ length: 21 }, () => 'rw'))), 'ValidationException'],
    ['no options', exports(client([])), 'ValidationException'],
    ['no client', exports(client(['rw'], '')), 'ValidationException'],
  ])('refuses %s', (_what, given, name) => {
    expect(thrownBy(() => requireVolumeRules(given))).toMatchObject({ name });
  });
});
