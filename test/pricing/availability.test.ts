import fc from 'fast-check';
import { join } from 'node:path';
import { readScripts } from '../../lib/aws/scripts';
import { buildPriceBook } from '../../lib/pricing/aws';
import type { PriceBook } from '../../lib/shapes/price';
import { resolveReferences } from '../../lib/shapes/requests';
import { listPrices } from '../../lib/pricing/price-book';
import { findUnoffered } from '../../lib/pricing/availability';
import { findTarget } from '../../lib/targets/registry';
import type { ScriptFiles } from '../../lib/workloads/contract';
import { lustreSpec, planReal } from '../experiment/real-spec';
import { expectRefusal, makeServices, RIG_TAGS, tagList } from '../twin/cloud/services';
import data from '../../lib/pricing/data/availability.json';

const { tables } = data;
const PRICES = listPrices(buildPriceBook('us-east-1'));
/** The same prices in every Region: none of them may stand for availability. */
const pricesIn = (region: string): PriceBook => ({
  region,
  prices: PRICES.map((price) => ({ ...price, region })),
});

let scripts: ScriptFiles = {};
beforeAll(async () => {
  scripts = await readScripts(join(__dirname, '../../workloads'));
});

/** Problems of a plan of one target in a Region that are about availability. */
function listOfferProblems(region: string, target: object): string[] {
  const limits = { maxUsd: 1e6, maxHours: 96 };
  const planned = planReal(lustreSpec({ targets: { t: target }, limits }), scripts, { prices: pricesIn(region) });
  const problems = planned.ok ? planned.advice : planned.problems;
  return problems
    .filter(({ code }) => code === 'NotOffered' || code === 'MayNotBeOffered')
    .map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);
}

describe('table of features that Regions offer', () => {
  it.each(tables.map((table) => [`${table.kind} ${table.setting}`, table] as const))(
    'has per Region one availability mark for each column, a source URL and a read date: %s',
    (_name, table) => {
      const { columns, rows, elsewhere, source, read } = table;
      for (const marks of [elsewhere, ...Object.values<string>(rows)]) expect(marks).toHaveLength(columns.length);
      expect(Object.values<string>(rows).join('')).toMatch(/^[-y?]+$/);
      expect(source).toMatch(/^https:/);
      expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(findTarget(table.kind)).toBeDefined();
    },
  );

  it.each([
    ['fsx-openzfs', { deploymentType: 'SINGLE_AZ_HA_1' }, 'us-east-1', true],
    ['fsx-openzfs', { deploymentType: 'SINGLE_AZ_HA_2' }, 'us-east-1', undefined],
    ['fsx-openzfs', { deploymentType: 'SINGLE_AZ_HA_1' }, 'xx-nowhere-1', false],
    ['fsx-ontap', { deploymentType: 'MULTI_AZ_2' }, 'af-south-1', true],
    ['fsx-ontap', { deploymentType: 'MULTI_AZ_3' }, 'us-east-1', false],
    ['fsx-lustre', { deploymentType: 'PERSISTENT_2', storageType: 'SSD' }, 'us-gov-west-1', true],
    ['fsx-lustre', { deploymentType: 'SCRATCH_2' }, 'xx-nowhere-1', undefined],
    ['efs', { zone: 'one-zone' }, 'sa-east-1', false],
    ['efs', { zone: 'regional' }, 'sa-east-1', undefined],
    ['ebs', { volumeType: 'io2' }, 'cn-north-1', true],
  ])('returns for %s %j in %s: listed as missing by AWS = %s', (kind, config, region, missing) => {
    expect(findUnoffered(kind, config, region).map((one) => one.missing)).toEqual(
      missing === undefined ? [] : [missing],
    );
  });
});

describe('planReal', () => {
  const zfs = (deploymentType: string): object => ({
    kind: 'fsx-openzfs',
    deploymentType,
    storageGiB: 64,
    throughputMBps: deploymentType.endsWith('1') ? 64 : 160,
  });

  it('refuses deployment types that AWS lists as missing, and warns when availability is unknown', () => {
    expect(listOfferProblems('us-east-1', zfs('SINGLE_AZ_HA_1'))).toEqual([
      'error NotOffered targets.t.deploymentType',
    ]);
    expect(listOfferProblems('us-west-1', zfs('SINGLE_AZ_HA_1'))).toEqual([]);
    expect(listOfferProblems('eu-north-1', zfs('SINGLE_AZ_HA_2'))).toEqual([
      'warning MayNotBeOffered targets.t.deploymentType',
    ]);
  });
});

/** Settings of every deployment type, but for its storage. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'fsx-openzfs': {
    SINGLE_AZ_1: { throughputMBps: 64 },
    SINGLE_AZ_2: { throughputMBps: 160 },
    SINGLE_AZ_HA_1: { throughputMBps: 64 },
    SINGLE_AZ_HA_2: { throughputMBps: 160 },
    MULTI_AZ_1: { throughputMBps: 160 },
  },
  'fsx-ontap': {
    SINGLE_AZ_1: { throughputMBps: 128 },
    MULTI_AZ_1: { throughputMBps: 128 },
    SINGLE_AZ_2: { throughputMBpsPerPair: 1536 },
    MULTI_AZ_2: { throughputMBpsPerPair: 384 },
    SINGLE_AZ_3: { throughputMBpsPerPair: 1536 },
    MULTI_AZ_3: { throughputMBpsPerPair: 384 },
  },
  'fsx-lustre': {
    SCRATCH_1: {},
    SCRATCH_2: {},
    PERSISTENT_1: { perUnitMBps: 100 },
    PERSISTENT_2: { perUnitMBps: 125 },
  },
};

const typed = tables.filter(({ setting }) => setting === 'deploymentType');
const targetArbitrary = fc.constantFrom(...typed).chain(({ kind, columns, rows }) =>
  fc.record({
    kind: fc.constant(kind),
    deploymentType: fc.constantFrom(...columns),
    region: fc.constantFrom(...Object.keys(rows), 'xx-nowhere-1'),
    // Of Lustre a scratch type of the first generation grows by other steps.
    storageGiB: fc.constantFrom(1200, 7200),
  }),
);

it('refuses to plan or create a deployment type exactly when AWS lists it as missing in the Region', async () => {
  await fc.assert(
    fc.asyncProperty(targetArbitrary, async ({ kind, deploymentType, region, storageGiB }) => {
      const target = { kind, deploymentType, storageGiB, ...SETTINGS[kind]?.[deploymentType] };
      const { columns, rows } = typed.find((table) => table.kind === kind)!;
      const row = (rows as Readonly<Record<string, string>>)[region] ?? '';
      const missing = row[columns.indexOf(deploymentType)] === '-';
      expect(listOfferProblems(region, target).some((text) => text.startsWith('error'))).toBe(missing);

      const { schema, resources } = findTarget(kind)!;
      const [first] = resources!.requests(schema.parse(target), { executionId: 'e1', rig: 'r1', rigTag: 'e1__r1' });
      const network = {
        subnetId: 'subnet-00000000000000000',
        subnetId2: 'subnet-00000000000000002',
        storageSecurityGroupId: 'sg-00000000000000000',
        routeTableId: 'rtb-00000000000000000',
        endpointRange: '10.0.255.192/26',
      };
      const services = makeServices({ place: { region, account: '123456789012' } });
      const input = { ...(resolveReferences(first?.input, { network }) as object), Tags: tagList(RIG_TAGS) };
      const made = services.call('fsx', 'CreateFileSystem', { ...input, ClientRequestToken: 'token' });
      if (missing) await expectRefusal(made, 'BadRequest', 'not available in the requested Availability Zone');
      else await expect(made).resolves.toBeDefined();
    }),
    { numRuns: 60 },
  );
});
