import { diffLustreMount } from '../../../lib/targets/fsx-lustre/mount';
import { lustreMountSchema } from '../../../lib/targets/fsx-lustre/mount-settings';
import { readScripts } from '../../../lib/aws/scripts';
import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { ensure } from '../../../lib/shapes/errors';
import { lustreSpec } from '../../experiment/real-spec';

/** As the FSx guide shows it (Lustre guide, Mounting from an EC2 instance). */
const OPTIONS = 'rw,noatime,flock,lazystatfs';
const diffMount = (
  mount: object,
  options = OPTIONS,
  type = 'lustre',
  parameters?: Readonly<Record<string, string>>,
): readonly string[] =>
  diffLustreMount(lustreMountSchema.parse(mount), { source: '10.0.0.9@tcp:/abcdefgh', type, options, parameters });

describe('diffLustreMount', () => {
  it('returns no differences when the mount has the requested options', () => {
    expect(diffMount({})).toEqual([]);
    expect(diffMount({ tuning: 'none' })).toEqual([]);
    expect(diffMount({ flock: false, noatime: false }, 'rw,relatime,lazystatfs')).toEqual([]);
  });

  it('lists each option or file system type that differs from the request', () => {
    expect(diffMount({ flock: false })).toEqual(['the mount has option flock, which was not requested']);
    expect(diffMount({}, 'rw,lazystatfs')).toEqual([
      'requested noatime, but the kernel lacks it',
      'requested flock, but the kernel lacks it',
    ]);
    expect(diffMount({}, 'rw', 'xfs')).toEqual(['requested lustre, but the kernel has xfs']);
  });

  it('compares lctl settings with the reported values, in any number format', () => {
    const set = (lctl: object, parameters?: Readonly<Record<string, string>>) =>
      diffMount({ lctl }, OPTIONS, 'lustre', parameters);
    expect(set({ 'osc.max_dirty_mb': 512 }, { 'osc.max_dirty_mb': '512' })).toEqual([]);
    expect(set({ 'osc.max_dirty_mb': 512 }, { 'osc.max_dirty_mb': '512.0' })).toEqual([]);
    expect(set({ 'osc.checksum_type': 'crc32c' }, { 'osc.checksum_type': 'crc32c' })).toEqual([]);
    expect(set({ 'llite.max_cached_mb': 128 }, { 'llite.max_cached_mb': 'max_cached_mb: 128, users: 4' })).toEqual([]);
    expect(set({ 'osc.max_dirty_mb': 512 }, { 'osc.max_dirty_mb': '32' })).toEqual([
      'requested lctl osc.max_dirty_mb 512, but the client has 32',
    ]);
    for (const parameters of [undefined, {}, { 'osc.max_dirty_mb': '' }])
      expect(set({ 'osc.max_dirty_mb': 0 }, parameters)).toEqual([
        'requested lctl osc.max_dirty_mb 0, but the client does not report it',
      ]);
  });
});

describe('lctl schema of a Lustre mount', () => {
  const listMessages = (lctl: unknown): readonly string[] =>
    lustreMountSchema.safeParse({ lctl }).error?.issues.map(({ message, path }) => `${path.join('/')} ${message}`) ??
    [];

  it('accepts client parameter names and plain values, and refuses shell syntax', () => {
    for (const name of [
      'osc.x;touch y',
      'osc.$(id)',
      'osc.OST*.max_dirty_mb',
      'osc.other-OST0000.max_dirty_mb',
      'osc.*$(id).max_dirty_mb',
      'osc.* .max_dirty_mb',
      'osc.*/../x.max_dirty_mb',
      'mgc.*.x',
      'jobid_var',
      'osc.',
      'ost.x',
      'oscXmax',
      '--osc.x',
    ])
      expect(listMessages({ [name]: 1 })).toEqual([
        expect.stringContaining('which is not a setting of the client; needed here: osc, mdc'),
      ]);
    for (const value of ['1;id', '$(id)', 'a b', '', "'", null, true, Number.NaN, [1]])
      expect(listMessages({ 'osc.max_dirty_mb': value })).toHaveLength(1);
    expect(
      listMessages({ 'osc.max_dirty_mb': 512, 'ldlm.namespaces.lru_size': 0, 'osc.checksum_type': 'crc32c' }),
    ).toEqual([]);
    expect(listMessages(512)).toHaveLength(1);
  });

  it('accepts device patterns that start with *, such as *OST*, and refuses duplicates', () => {
    const lctl = { 'osc.*OST*.max_rpcs_in_flight': 32, 'mdc.*.max_rpcs_in_flight': 64, 'osc.*.max_dirty_mb': 64 };
    const own = { flock: true, noatime: true, tuning: 'none' };
    const named = { 'osc.*OST*.max_rpcs_in_flight': 32, 'mdc.max_rpcs_in_flight': 64, 'osc.max_dirty_mb': 64 };
    expect(lustreMountSchema.parse({ tuning: lctl })).toEqual({ ...own, lctl: named });
    expect(lustreMountSchema.parse({ tuning: lctl, lctl: { 'osc.max_dirty_mb': 512 } })).toEqual({
      ...own,
      lctl: { ...named, 'osc.max_dirty_mb': 512 },
    });
    expect(lustreMountSchema.parse(lustreMountSchema.parse({ tuning: lctl }))).toEqual(
      lustreMountSchema.parse({ tuning: lctl }),
    );
    expect(listMessages({ 'osc.*.max_dirty_mb': 64, 'osc.max_dirty_mb': 32 })).toEqual([
      'lctl/osc.max_dirty_mb appears twice: osc.max_dirty_mb means the same devices',
    ]);
    expect(listMessages({ 'osc.OST*.max_dirty_mb': 64 })).toEqual([
      "lctl/osc.OST*.max_dirty_mb found 'osc.OST*.max_dirty_mb', which is not a setting of the client; needed " +
        'here: osc, mdc, llite, lov, lmv, ldlm.namespaces, a dot, and the name of a setting, e.g. ' +
        'osc.max_dirty_mb. Devices that begin with * may come between them, e.g. osc.*OST*.max_dirty_mb. The ' +
        'mount determines the file system',
    ]);
  });

  it('returns parsed settings unchanged when they are parsed again', () => {
    const once = lustreMountSchema.parse({ lctl: { 'osc.max_dirty_mb': 512 } });
    expect(lustreMountSchema.parse(once)).toEqual(once);
    expect(lustreMountSchema.parse({})).not.toHaveProperty('lctl');
  });
});

const LUSTRE = { kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 };
const spec = (dirty: readonly unknown[], lctl: object = { 'osc.max_dirty_mb': '$dirty' }) =>
  readSpecObject(
    lustreSpec({
      factors: { dirty },
      targets: { scratch: LUSTRE },
      fleet: { client: { count: 2, instanceType: 'c5n.2xlarge', mount: { lctl } } },
      design: { replicates: 2 },
      limits: { maxUsd: 1000, maxHours: 24 },
    }),
  );

it('plans a separate mount per level of a factor in lctl settings, on one file system', async () => {
  const found = spec([32, 512]);
  expect(found.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const planned = makePlan(ensure(found.spec, 'a spec'), {
    executionId: 'e1',
    stack: 'bench',
    startedAt: 1_767_225_600_000,
    scripts: await readScripts('workloads'),
    prices: buildPriceBook('us-east-1'),
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  const { plan } = planned;
  expect(plan.rigs.map(({ copies }) => copies.length)).toEqual([1]);
  const keys = plan.trials.map(({ slots = [] }) => slots.find(({ slot }) => slot === 'mount/c1')?.key);
  expect(new Set(keys).size).toBe(2);
  const asked = plan.cells.map(({ levels, mounts }) => [levels['dirty'], mounts?.['client']?.['lctl']]);
  expect(asked).toContainEqual(['32', { 'osc.max_dirty_mb': 32 }]);
  expect(asked).toContainEqual(['512', { 'osc.max_dirty_mb': 512 }]);
});

it('refuses an invalid lctl setting at the line of the factor or of the setting', () => {
  const errors = (found: ReturnType<typeof spec>) =>
    found.problems
      .filter(({ severity }) => severity === 'error')
      .map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(errors(spec([32, '1;reboot']))).toEqual([
    expect.stringMatching(/^factors\.dirty\.1: found '1;reboot'; needed here: a number, or a word/),
  ]);
  expect(errors(spec([32], { 'osc.x$(id)': '$dirty' }))).toEqual([
    expect.stringMatching(/^fleet\.client\.mount\.lctl\.osc\.x\$\(id\): found.*mount determines the file system/),
  ]);
});
