import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { countVolumes, ontapMountSchema, ontapSchema } from '../../../lib/targets/fsx-ontap/schema';
import { CONFIG, KAFKA_4GBPS, SECOND } from './config';
import cases from './schema.cases.json';

const LEAST = { kind: 'fsx-ontap', deploymentType: 'SINGLE_AZ_1', storageGiB: 1024, throughputMBps: 512 };
const problems = (settings: object): string[] =>
  checkSchema(ontapSchema, { ...LEAST, ...settings }, []).problems.map(
    ({ code, path, message }) => `${code} ${path.join('.')}: ${message}`,
  );

describe('settings schema of fsx-ontap', () => {
  it('defaults to one HA pair, automatic IOPS and one volume', () => {
    expect(ontapSchema.parse(LEAST)).toEqual(CONFIG);
    expect(ontapSchema.parse({ ...LEAST, volumes: {} })).toEqual(CONFIG);
  });

  it.each([CONFIG, SECOND, KAFKA_4GBPS])('returns parsed settings unchanged when they are parsed again', (config) => {
    expect(ontapSchema.parse(config)).toEqual(config);
  });

  it.each(cases.refuse as [object, string][])('refuses the invalid settings %p', (settings, message) => {
    expect(problems(settings)).toEqual([expect.stringContaining(message)]);
  });
});

describe('mount schema of fsx-ontap', () => {
  const volumes = (mount: object): number => countVolumes(KAFKA_4GBPS, ontapMountSchema.parse(mount));

  it('defaults to all volumes of the target', () => {
    expect(ontapMountSchema.parse({})).toEqual(cases.volumesRole);
    expect([volumes({}), volumes({ volumes: 'all' }), volumes({ volumes: 2 })]).toEqual([6, 6, 2]);
  });

  it.each([
    [0, 'found 0; allowed: at least 1'],
    [51, 'found 51; allowed: at most 50'],
    ['none', "found 'none'; needed here: all, or a number of volumes, e.g. 2"],
  ])('refuses to mount %p volumes', (count, message) => {
    expect(checkSchema(ontapMountSchema, { volumes: count }, []).problems.map((problem) => problem.message)).toEqual([
      message,
    ]);
  });
});
