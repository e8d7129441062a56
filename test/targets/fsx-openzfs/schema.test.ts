import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { openZfsSchema } from '../../../lib/targets/fsx-openzfs/schema';
import { CONFIG } from './config';
import cases from './schema.cases.json';

const LEAST = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_2', storageGiB: 1000, throughputMBps: 2560 };
const problems = (settings: object): string[] =>
  checkSchema(openZfsSchema, { ...LEAST, ...settings }, []).problems.map(
    ({ code, path, message }) => `${code} ${path.join('.')}: ${message}`,
  );

describe('settings schema of fsx-openzfs', () => {
  it('defaults to no compression, synchronous exports and automatic IOPS', () => {
    expect(openZfsSchema.parse(LEAST)).toEqual(CONFIG);
    expect(openZfsSchema.parse({ ...LEAST, volumes: {} })).toEqual(CONFIG);
  });

  it.each([
    CONFIG,
    { ...CONFIG, diskIops: 40_000, recordSizeKiB: 8, nfsExport: 'async', volumes: { count: 3, quotaGiB: 100 } },
  ])('returns parsed settings unchanged when they are parsed again', (config) => {
    expect(openZfsSchema.parse(config)).toEqual(config);
  });

  it.each(['SINGLE_AZ_1', 'SINGLE_AZ_2', 'SINGLE_AZ_HA_1', 'SINGLE_AZ_HA_2', 'MULTI_AZ_1'])(
    'accepts deployment type %s',
    (type) => {
      expect(problems({ deploymentType: type })).toEqual([]);
    },
  );

  it.each(cases.refuse as [object, string][])('refuses the invalid settings %p', (settings, message) => {
    expect(problems(settings)).toEqual([expect.stringContaining(message)]);
  });
});
