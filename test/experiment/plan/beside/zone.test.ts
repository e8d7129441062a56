import { inSecondZone, rigInSecondZone } from '../../../../lib/experiment/plan/beside/zone';
import type { RigDocument } from '../../../../lib/shapes/documents';

const PLACE = { zone: 'us-east-1b', subnetId: 'subnet-00000000000000002' };

it('turns what requests say of the first zone and of the second', () => {
  const both = { SubnetIds: ['@network.subnetId', '@network.subnetId2'], PreferredSubnetId: '@network.subnetId' };
  expect(inSecondZone(both)).toEqual({
    SubnetIds: ['@network.subnetId2', '@network.subnetId'],
    PreferredSubnetId: '@network.subnetId2',
  });
  const other = { zone: '@network.zone', groups: ['@network.storageSecurityGroupId'], text: 'at @network.zone' };
  expect(inSecondZone(other)).toEqual({ ...other, zone: '@network.zone2' });
});

it('launches the hosts of a rig there, and leaves those that others own where they are', () => {
  const roles = [{ role: 'client' }, { role: 'server', managed: true }];
  const rig = { rig: 'r1', roles, copies: [{ requests: [{ input: { SubnetId: '@network.subnetId' } }] }] };
  expect(rigInSecondZone(rig as unknown as RigDocument, PLACE)).toEqual({
    rig: 'r1',
    roles: [{ role: 'client', subnetId: PLACE.subnetId }, roles[1]],
    copies: [{ requests: [{ input: { SubnetId: '@network.subnetId2' } }] }],
  });
});
