import { makeBillingLedger } from '../../../../lib/twin/ledger';
import { computeStepMs, FSX_TIMING } from '../../../../lib/twin/cloud/fsx/timing';
import { parseTags } from '../../../../lib/twin/cloud/fsx/errors';
import { catchError, RIG_TAGS, T0 } from '../services';
import {
  type FsxServices,
  LONG,
  makeFsxServices,
  MINUTE,
  openZfs,
  persistent,
  scratch,
  SKIP_BACKUP,
} from './fsx-services';

function readLedger({ paid }: FsxServices) {
  const ledger = makeBillingLedger();
  for (const change of paid) ledger.onPaid(change);
  return ledger;
}

describe('billing of FSx resources', () => {
  it('charges from AVAILABLE, at new values once an update completes, until the deletion completes', async () => {
    const services = makeFsxServices({ timing: { steps: { create: { seconds: 600 } } } });
    const { FileSystemId: id = '' } = await services.create(persistent());
    await services.pass(9 * MINUTE);
    expect(services.paid).toEqual([]);
    await services.pass(51 * MINUTE);
    const changed = services.clock.now() + 15_000 + 15 * MINUTE;
    await services.update(id, { LustreConfiguration: { PerUnitStorageThroughput: 500 } });
    await services.pass(LONG);
    const deleted = services.clock.now();
    await services.remove(id);
    await services.pass(LONG);
    const ledger = readLedger(services);
    expect(ledger.intervals(services.clock.now())).toMatchObject([
      {
        kind: 'fsx:file-system',
        id,
        tags: RIG_TAGS,
        from: T0 + 10 * MINUTE,
        until: changed,
        what: { configuration: { StorageCapacity: 1200, LustreConfiguration: { PerUnitStorageThroughput: 250 } } },
      },
      {
        from: changed,
        until: deleted + 5 * MINUTE,
        open: false,
        what: { configuration: { LustreConfiguration: { PerUnitStorageThroughput: 500 } } },
      },
    ]);
    expect(ledger.left()).toEqual([]);
  });

  it('charges a failed file system and, after its deletion, its backup', async () => {
    const failing = makeFsxServices({ faults: { create: () => 'fails' } });
    await failing.createAvailable(scratch());
    expect(failing.paid).toHaveLength(1);
    const services = makeFsxServices();
    const { id } = await services.createOpenZfs();
    await services.send('CreateBackup', { FileSystemId: id });
    await services.remove(id, SKIP_BACKUP);
    await services.pass(LONG);
    const what = { fileSystemType: 'OPENZFS', fileSystemId: id, storageCapacityGiB: 1024 };
    expect(readLedger(services).left()).toMatchObject([{ kind: 'fsx:backup', what, from: T0 + LONG + 10 * MINUTE }]);
  });
});

it('adds seconds per TiB to the base time of a step, and varies the sum by the noise', () => {
  const timing = { ...FSX_TIMING, noise: 0.5 };
  const length = { seconds: 10, secondsPerTiB: 5 };
  expect(computeStepMs(timing, length, 2048, 0.5)).toBe(20_000);
  expect(computeStepMs(timing, length, 2048, 0)).toBe(10_000);
  expect(computeStepMs(timing, length, 0, 0.75)).toBe(12_500);
  expect(computeStepMs(timing, { seconds: 10 }, 2048, 0.5)).toBe(10_000);
});

it.each([
  // 10 minutes and 2 seconds, 14 minutes.
  ['of the target kinds', {}, 10, ['CREATING', 'CREATING']],
  ['of the target kinds', {}, 13.9, ['AVAILABLE', 'CREATING']],
  ['of the target kinds', {}, 14, ['AVAILABLE', 'AVAILABLE']],
  ['of the timing option', { timing: { steps: { create: { seconds: 60 } } } }, 1, ['AVAILABLE', 'AVAILABLE']],
])('uses the creation times %s (%j): after %d min of Lustre and OpenZFS are %j', async (_, more, minutes, expected) => {
  const services = makeFsxServices(more);
  const made = [await services.create(scratch()), await services.create(openZfs())];
  await services.pass(minutes * MINUTE);
  const found = await Promise.all(made.map(({ FileSystemId = '' }) => services.describe(FileSystemId)));
  expect(found.map(({ Lifecycle }) => Lifecycle)).toEqual(expected);
});

describe('parseTags', () => {
  it('parses a list of tags into an object', () => {
    expect(parseTags(undefined)).toEqual({});
    expect(parseTags([{ Key: 'fsxbench:rig', Value: '' }])).toEqual({ 'fsxbench:rig': '' });
  });

  it.each([
    [[], 'ValidationException'],
    [[{ Key: '', Value: 'v' }], 'ValidationException'],
    [[{ Key: 'aws:mine', Value: 'v' }], 'BadRequest'],
  ])('refuses %j: %s', (list, name) => {
    expect(catchError(() => parseTags(list))).toMatchObject({ name });
  });
});
