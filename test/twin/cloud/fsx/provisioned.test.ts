import { diskIops, multiZoneMembers, nextIops, requireGrowth } from '../../../../lib/twin/cloud/fsx/provisioned';

const USER = { Mode: 'USER_PROVISIONED', Iops: 9000 } as const;
const AUTOMATIC = { Mode: 'AUTOMATIC', Iops: 3072 } as const;

describe('disk operations of modelled file systems', () => {
  it('are automatic where nothing is said, and a number where they are not', () => {
    expect(diskIops(undefined, 1024)).toEqual(AUTOMATIC);
    expect(diskIops(USER, 1024)).toEqual(USER);
    expect(() => diskIops({ Mode: 'AUTOMATIC', Iops: 1 }, 1024)).toThrow('cannot be given in AUTOMATIC mode');
    expect(() => diskIops({ Mode: 'USER_PROVISIONED' }, 1024)).toThrow('required in USER_PROVISIONED mode');
  });

  it('follow the capacity only where they are automatic', () => {
    expect(nextIops(AUTOMATIC, undefined, 2048)).toEqual({ Mode: 'AUTOMATIC', Iops: 6144 });
    expect(nextIops(USER, undefined, 2048)).toEqual(USER);
    expect(nextIops(USER, { Mode: 'AUTOMATIC' }, 2048)).toEqual({ Mode: 'AUTOMATIC', Iops: 6144 });
    expect(() => nextIops(USER, USER, 2048)).toThrow('USER_PROVISIONED 9000 already');
  });
});

it('storage grows by a tenth at least, to what the type has at most', () => {
  expect(() => requireGrowth(1024, 1127, 2000)).not.toThrow();
  expect(() => requireGrowth(1024, 1126, 2000)).toThrow('must be 1127 (10 % more than now) to 2000 GiB');
  expect(() => requireGrowth(1024, 2001, 2000)).toThrow('must be 1127');
});

it('two zones want a preferred subnet, one zone none', () => {
  const PreferredSubnetId = 'subnet-1';
  expect(multiZoneMembers({ DeploymentType: 'MULTI_AZ_2', PreferredSubnetId })).toEqual({ PreferredSubnetId });
  expect(() => multiZoneMembers({ DeploymentType: 'MULTI_AZ_1' })).toThrow('is required for MULTI_AZ_1');
  expect(() => multiZoneMembers({ DeploymentType: 'SINGLE_AZ_2', PreferredSubnetId })).toThrow('only supported in two');
  expect(multiZoneMembers({ DeploymentType: 'SINGLE_AZ_2' })).toEqual({});
});
