import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { targetPage } from '../../../checks/reference/target-page';
import { workloadPage } from '../../../checks/reference/workload-page';
import { listKnownKeys } from '../../../lib/experiment/language/schema-problems';
import { STORAGE_TABLES } from '../../../lib/pricing/aws';
import { ensure } from '../../../lib/shapes/errors';
import { WORKLOAD_KINDS } from '../../../lib/shapes/workload-kinds';
import { findTarget, TARGET_KINDS } from '../../../lib/targets/registry';
import { findWorkload } from '../../../lib/workloads/registry';

/** Pages of all kinds. Of workloads, the example is written by hand. */
const PAGES = new Map([
  ...TARGET_KINDS.map((kind) => [kind, targetPage(ensure(findTarget(kind), kind))] as const),
  ...WORKLOAD_KINDS.map((kind) => {
    const page = readFileSync(`docs/workloads/${kind}.md`, 'utf8');
    return [kind, workloadPage(ensure(findWorkload(kind), kind), page)] as const;
  }),
] as [string, string][]);
const findPage = (kind: string): string => PAGES.get(kind) ?? '';

/** Cells of the line that begins so. */
function readCells(kind: string, start: string): string[] {
  const line = findPage(kind)
    .split('\n')
    .find((one) => one.startsWith(start));
  return ensure(line, `a row ${start} of ${kind}`)
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}
const findRow = (kind: string, setting: string): string[] => readCells(kind, `| \`${setting}\` |`);

function expectMeanings(kind: string, names: readonly string[]): void {
  for (const name of names.filter((one) => one !== 'kind'))
    expect([name, findRow(kind, name)[1]]).toEqual([name, expect.stringMatching(/^[A-Z`].*[.)]$/)]);
}

function expectExample(
  kind: string,
  member: 'targets' | 'workloads',
  listErrors: (config: unknown) => unknown[],
): void {
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(findPage(kind)) ?? [];
  const examples = Object.values((parse(yaml) as Readonly<Record<string, object>>)[member] ?? {});
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(listErrors(example)).toEqual([]);
}

it.each([...TARGET_KINDS])('documents every setting, mount option and price of %s, and a valid example', (kind) => {
  const { schema, mounting, check } = ensure(findTarget(kind), kind);
  expectMeanings(kind, [...listKnownKeys(schema), ...listKnownKeys(mounting.schema)]);
  expectExample(kind, 'targets', (one) => check(schema.parse(one)).filter(({ severity }) => severity === 'error'));
  const tables = STORAGE_TABLES.filter(({ service }) => service === kind);
  for (const { region, unit, usd, source } of tables) {
    expect(findPage(kind)).toContain(source);
    for (const [dimension, price] of Object.entries(usd)) {
      const column = readCells(kind, '| dimension | unit |').indexOf(region);
      const cell = readCells(kind, `| ${dimension} | ${unit} |`)[column];
      expect(cell).toMatch(new RegExp(`^${String(price).replace('.', '\\.')} \\[\\d+\\]`));
    }
  }
});

it.each([...WORKLOAD_KINDS])('documents every parameter and metric of %s, and a valid example', (kind) => {
  const { schema, check, metrics } = ensure(findWorkload(kind), kind);
  expectMeanings(kind, listKnownKeys(schema));
  expectExample(kind, 'workloads', (one) => check(schema.parse(one)).filter(({ severity }) => severity === 'error'));
  for (const [name, { unit, better, words }] of Object.entries(metrics))
    expect(findPage(kind)).toContain(`| \`${name}\` | ${unit} | ${better} | ${words} |`);
});

const ZFS = { kind: 'fsx-openzfs', storageGiB: 1024, throughputMBps: 640, deploymentType: 'SINGLE_AZ_2' };
const LUSTRE = { kind: 'fsx-lustre', storageGiB: 1200, perUnitMBps: 125, deploymentType: 'PERSISTENT_2' };
const EBS = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 100 };

it.each([
  [{ ...ZFS, storageGiB: 1 }, 'storageGiB'],
  ...['SINGLE_AZ_1', 'SINGLE_AZ_2', 'SINGLE_AZ_HA_1', 'SINGLE_AZ_HA_2', 'MULTI_AZ_1'].map(
    (deploymentType) => [{ ...ZFS, deploymentType, throughputMBps: 1 }, 'throughputMBps'] as const,
  ),
  [{ ...LUSTRE, storageGiB: 1201 }, 'storageGiB'],
  [{ ...LUSTRE, metadataIops: 1501 }, 'metadataIops'],
  [{ ...EBS, sizeGiB: 99_999 }, 'sizeGiB'],
  [{ ...EBS, volumeType: 'io2', sizeGiB: 1 }, 'sizeGiB'],
  [{ ...EBS, iops: 1 }, 'iops'],
  [{ ...EBS, volumeType: 'io2', iops: 1 }, 'iops'],
  [{ ...EBS, throughputMiBps: 1 }, 'throughputMiBps'],
] as const)('shows for %j the limits that its check reports', (config, setting) => {
  const { check, schema } = ensure(findTarget(config.kind), config.kind);
  const refusal = check(schema.parse(config)).find(({ severity, path }) => severity === 'error' && path[0] === setting);
  const listNumbers = (text: string, like: RegExp): string[] => [...text.matchAll(like)].map(String);
  const numbers = listNumbers(ensure(refusal, 'a refusal').message.replace(/^found \d+/, ''), /(?<![\w,])\d+/g);
  expect(numbers).not.toEqual([]);
  const shown = listNumbers(findRow(config.kind, setting)[2]?.replaceAll(',', '') ?? '', /(?<!\w)\d+/g);
  expect(shown).toEqual(expect.arrayContaining(numbers));
});

it.each([
  ['fsx-openzfs', 'throughputMBps', 4, /^in place$/],
  ['fsx-openzfs', 'deploymentType', 4, /^new target instance$/],
  ['fsx-openzfs', 'recordSizeKiB', 4, /^in place, data written again$/],
  ['fsx-openzfs', 'volumes.count', 4, /^new target instance$/],
  ['fsx-lustre', 'storageGiB', 4, /^up: in place, .*next change after 6 h.*; down: new target instance$/],
  ['ebs', 'iops', 4, /^in place, 4 changes in 24 h$/],
  ['ebs', 'sizeGiB', 4, /^up: in place, 4 changes in 24 h; down: new target instance$/],
  ['ebs', 'volumes', 4, /^new target instance$/],
  // Nothing of it is made by us, and nothing measured changes with it.
  ['directory', 'provisioned.iops', 4, /^$/],
  ['fio', 'runtime', 3, /^`60`$/],
  ['fio', 'bs', 3, /^required for /],
  ['fsx-openzfs', 'nfsvers', 3, /^`4.1`$/],
  ['fsx-openzfs', 'storageGiB', 3, /^required$/],
])('shows for %s.%s the default (3) or how it changes (4), column %d: %s', (kind, setting, column, text) => {
  expect(findRow(kind, setting)[column]).toMatch(text);
});

it('lists API calls and durations of targets that AWS creates', () => {
  expect(findPage('efs')).toContain('`efs:CreateFileSystem`, `efs:CreateMountTarget`.');
  expect(findPage('fsx-lustre')).toMatch(/\| create \| 10m \+ 1\.7s per TiB \|/);
  expect(findPage('directory')).not.toContain('## API calls');
});
