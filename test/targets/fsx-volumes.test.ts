import {
  getDiskIops,
  diskIopsSetting,
  makeChange,
  explainStorage,
  changeVolumes,
  listIds,
} from '../../lib/targets/fsx-volumes';
import { makeIops } from '../../lib/targets/fsx-shared';
import cases from './fsx-volumes.cases.json';

const source = 'test';
const durations = {
  storage: { seconds: 100, settleSeconds: 50, timeoutSeconds: 1000, source },
  iops: { seconds: 10, timeoutSeconds: 200, source },
  throughput: { seconds: 1, timeoutSeconds: 20, source },
};
const FROM = { storageGiB: 1024, diskIops: 'automatic', speed: 1 } as const;
const planChange = (to: object) => {
  const next = { ...FROM, ...to };
  return makeChange<typeof next>(FROM, next, {
    throughput: next.speed !== FROM.speed,
    throughputOf: ({ speed }) => ({ ThroughputCapacity: speed }),
    configuration: 'OntapConfiguration',
    durations,
  });
};

describe('getDiskIops and makeIops', () => {
  it('computes 3 IOPS per GiB when automatic, and keeps a provisioned number', () => {
    expect(getDiskIops({ storageGiB: 1024, diskIops: 'automatic' })).toBe(3072);
    expect(getDiskIops({ storageGiB: 1024, diskIops: 9000 })).toBe(9000);
  });

  it('sends Mode AUTOMATIC without a number, or USER_PROVISIONED with Iops', () => {
    expect(makeIops(diskIopsSetting.parse(undefined))).toEqual({ Mode: 'AUTOMATIC' });
    expect(makeIops(diskIopsSetting.parse(9000))).toEqual({
      Mode: 'USER_PROVISIONED',
      Iops: 9000,
    });
    expect(diskIopsSetting.safeParse('many').success).toBe(false);
  });
});

it('refuses storage growth below 10 percent, and shrinking', () => {
  expect(explainStorage(1024, 1024, 'no')).toBeUndefined();
  expect(explainStorage(1024, 1127, 'no')).toBeUndefined();
  expect(explainStorage(1024, 1126, 'no')).toBe(
    'storageGiB 1024 to 1126: storage must grow by at least a tenth, here to 1127',
  );
  expect(explainStorage(1024, 512, 'it never shrinks')).toBe('storageGiB 1024 to 512: it never shrinks');
});

describe('makeChange for an FSx file system', () => {
  it('returns undefined when nothing differs', () => expect(planChange({})).toBeUndefined());

  it('combines all changed settings in one UpdateFileSystem input, with a wait for each', () => {
    expect(planChange({ storageGiB: 2048, diskIops: 9000, speed: 2 })).toEqual(cases.changed);
    expect(planChange({ storageGiB: 2048 })).toMatchObject({
      input: { FileSystemId: '@fs.id', StorageCapacity: 2048 },
      waits: { iops: undefined, throughput: undefined },
    });
    expect(planChange({ speed: 2 })?.storage).toBe(false);
  });
});

it('updates each volume with a separate UpdateVolume request', () => {
  expect(changeVolumes(listIds({ volumes: { count: 2 } }), { A: 1 }, durations.iops)).toEqual(
    ['volume1', 'volume2'].map((id) => ({
      of: id,
      call: 'UpdateVolume',
      input: { VolumeId: `@${id}.id`, A: 1 },
      expectedSeconds: 10,
      timeoutSeconds: 200,
      coolDownSeconds: 0,
      interruption: false,
    })),
  );
});
