import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { STORAGE_TABLES } from '../../../lib/pricing/aws';
import { ensure } from '../../../lib/shapes/errors';
import { TARGET_KINDS, findTarget } from '../../../lib/targets/registry';
import { WORKLOAD_KINDS } from '../../../lib/shapes/workload-kinds';
import { findWorkload } from '../../../lib/workloads/registry';
import { listKnownKeys } from '../../../lib/experiment/language/schema-problems';
import { targetPage, targetsIndex } from '../../../checks/reference/target-page';
import { workloadPage, workloadsIndex } from '../../../checks/reference/workload-page';

/** The page of a kind, and in it the cells of the row of a setting. */
function makePage(kind: string): string {
  const target = findTarget(kind);
  return target === undefined ? workloadPage(ensure(findWorkload(kind), kind)) : targetPage(target);
}
function findRow(kind: string, setting: string): string[] {
  const row = makePage(kind)
    .split('\n')
    .find((line) => line.startsWith(`| \`${setting}\` |`));
  return ensure(row, `the row of ${setting} of ${kind}`).split(' | ');
}

const ZFS = { kind: 'fsx-openzfs', storageGiB: 1024, throughputMBps: 640, deploymentType: 'SINGLE_AZ_2' };
const LUSTRE = { kind: 'fsx-lustre', storageGiB: 1200, perUnitMBps: 125, deploymentType: 'PERSISTENT_2' };
const EBS = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 100 };

function expectMeanings(kind: string, names: readonly string[]): void {
  for (const name of names)
    if (name !== 'kind')
      expect([name, findRow(kind, name)[1]]).toEqual([name, expect.stringMatching(/^[A-Z`].*[.)]$/)]);
}

describe('page of a target or workload kind', () => {
  it.each([...TARGET_KINDS])('documents every setting and mount option of %s', (kind) => {
    const { schema, mountSchema } = ensure(findTarget(kind), kind);
    expectMeanings(kind, [...listKnownKeys(schema), ...listKnownKeys(mountSchema)]);
  });

  it.each([...WORKLOAD_KINDS])('documents every parameter of %s', (kind) => {
    expectMeanings(kind, listKnownKeys(ensure(findWorkload(kind), kind).schema));
  });

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
    const target = ensure(findTarget(config.kind), config.kind);
    const found = target.check(target.schema.parse(config)).filter(({ severity }) => severity === 'error');
    const message = ensure(
      found.find(({ path }) => path[0] === setting),
      'a refusal',
    ).message;
    const numbers = [...message.replace(/^found \d+/, '').matchAll(/(?<![\w,])\d+/g)].map(String);
    expect(numbers).not.toEqual([]);
    const told = [
      ...ensure(findRow(config.kind, setting)[2], 'what is allowed')
        .replaceAll(',', '')
        .matchAll(/(?<!\w)\d+/g),
    ].map(String);
    for (const number of numbers) expect(told).toContain(number);
  });

  it('shows whether a change happens in place or needs a new target instance', () => {
    const changed = (kind: string, setting: string): string => String(findRow(kind, setting)[4]).replace(/ \|$/, '');
    expect(changed('fsx-openzfs', 'throughputMBps')).toBe('in place');
    expect(changed('fsx-openzfs', 'deploymentType')).toBe('new target instance');
    expect(changed('fsx-openzfs', 'recordSizeKiB')).toBe('in place, data written again');
    expect(changed('fsx-openzfs', 'volumes.count')).toBe('new target instance');
    expect(changed('fsx-lustre', 'storageGiB')).toMatch(
      /^up: in place, .*next change after 6 h.*; down: new target instance$/,
    );
    expect(changed('ebs', 'iops')).toBe('in place, 4 changes in 24 h');
    expect(changed('ebs', 'sizeGiB')).toBe('up: in place, 4 changes in 24 h; down: new target instance');
    expect(changed('ebs', 'volumes')).toBe('new target instance');
    // Nothing of it is made by us, and nothing measured changes with it.
    expect(changed('directory', 'provisioned.iops')).toBe('');
  });

  it('shows the default of a setting, or that it is required', () => {
    expect(findRow('fio', 'runtime')[3]).toBe('`60` |');
    expect(findRow('fio', 'bs')[3]).toMatch(/^required for /);
    expect(findRow('fsx-openzfs', 'nfsvers')[3]).toBe('`4.1` |');
    expect(findRow('fsx-openzfs', 'storageGiB')[3]).toBe('required');
  });
});

describe('targetPage', () => {
  it.each([...TARGET_KINDS])('shows for %s an example that schema and check accept', (kind) => {
    const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(makePage(kind)) ?? [];
    const { targets } = parse(yaml) as { readonly targets: { readonly example: unknown } };
    const target = ensure(findTarget(kind), kind);
    const problems = target.check(target.schema.parse(targets.example));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each([...TARGET_KINDS])('shows for %s every price with Region and source', (kind) => {
    const prices = STORAGE_TABLES.filter(({ service }) => service === kind);
    for (const { region, unit, usd, source } of prices) {
      expect(makePage(kind)).toContain(source);
      for (const [dimension, price] of Object.entries(usd)) {
        const cells = rowStart(kind, `| ${dimension} | ${unit} |`);
        const heads = rowStart(kind, '| dimension | unit |');
        expect(cells[heads.indexOf(region)]).toMatch(new RegExp(`^${String(price).replace('.', '\\.')} \\[\\d+\\]`));
      }
    }
  });

  it('lists API calls and durations of targets that AWS creates', () => {
    expect(makePage('efs')).toContain('`efs:CreateFileSystem`, `efs:CreateMountTarget`.');
    expect(makePage('fsx-lustre')).toMatch(/\| create \| 10m \+ 1\.7s per TiB \|/);
    expect(makePage('directory')).not.toContain('## API calls');
  });

  it('is linked from the index of its kind', () => {
    for (const kind of TARGET_KINDS) expect(targetsIndex()).toContain(`[${kind}](${kind}.md)`);
    for (const kind of WORKLOAD_KINDS) expect(workloadsIndex()).toContain(`[${kind}](${kind}.md)`);
  });
});

describe('workloadPage', () => {
  it.each([...WORKLOAD_KINDS])('keeps the example of %s, which schema and check accept', (kind) => {
    const { schema, check } = ensure(findWorkload(kind), kind);
    const page = readFileSync(`docs/workloads/${kind}.md`, 'utf8');
    const [block = '', yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    expect(workloadPage(ensure(findWorkload(kind), kind), page)).toContain(block);
    const { workloads } = parse(yaml) as { readonly workloads: Readonly<Record<string, unknown>> };
    for (const one of Object.values(workloads))
      expect(check(schema.parse(one)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each([...WORKLOAD_KINDS])('lists the metrics of %s with unit and direction', (kind) => {
    for (const [name, { unit, better, words }] of Object.entries(ensure(findWorkload(kind), kind).metrics))
      expect(makePage(kind)).toContain(`| \`${name}\` | ${unit} | ${better} | ${words} |`);
  });
});

/** Cells of the line that begins so. */
function rowStart(kind: string, start: string): string[] {
  const line = makePage(kind)
    .split('\n')
    .find((one) => one.startsWith(start));
  return ensure(line, `a row ${start}`)
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
