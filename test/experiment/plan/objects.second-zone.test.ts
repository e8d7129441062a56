import { planSound, readShipped } from '../real-spec';
import { swapZones, moveToSecondZone, type SecondZone } from '../../../lib/experiment/plan/objects';
import type { RigDocument } from '../../../lib/shapes/documents';
import { ensure } from '../../../lib/shapes/errors';

async function listObjects(place: SecondZone | null): Promise<ReadonlyMap<string, string>> {
  const text = readShipped('efs-small').replaceAll('storedGiB', 'zone: one-zone, storedGiB');
  const own = text.replace('    zone: one-zone, storedGiB', '    zone: one-zone\n    storedGiB');
  const planned = await planSound(own);
  return new Map(planned.objects([], place).map(({ key, text: body }) => [key.replace(/.*\/e1\//, ''), body]));
}

it('places all resources of a rig in the second zone, and names no zone in a plan for the first', async () => {
  const [first, second] = [await listObjects(null), await listObjects({ zone: 'us-east-1b', subnetId: 'subnet-2' })];
  expect([...second.keys()]).toEqual([...first.keys()]);
  const rig = (all: ReadonlyMap<string, string>) => ensure(all.get('rigs/r1.json'), 'a rig');
  expect(rig(first)).toContain('"AvailabilityZoneName":"@network.zone"');
  expect(rig(first)).not.toContain('subnetId":"subnet-');
  expect(rig(second)).toContain('"AvailabilityZoneName":"@network.zone2"');
  expect(rig(second)).toContain('"SubnetId":"@network.subnetId2"');
  expect(rig(second)).toContain('"subnetId":"subnet-2"');
  expect(rig(second).match(/@network\.(subnetId|zone)"/g)).toBeNull();
  const plans = [first, second].map((all) => JSON.parse(ensure(all.get('plan.json'), 'a plan')) as { zone?: string });
  expect(plans.map(({ zone }) => zone)).toEqual([undefined, 'us-east-1b']);
});

const PLACE = { zone: 'us-east-1b', subnetId: 'subnet-00000000000000002' };

it('swaps references to the first and the second zone in request inputs', () => {
  const both = { SubnetIds: ['@network.subnetId', '@network.subnetId2'], PreferredSubnetId: '@network.subnetId' };
  expect(swapZones(both)).toEqual({
    SubnetIds: ['@network.subnetId2', '@network.subnetId'],
    PreferredSubnetId: '@network.subnetId2',
  });
  const other = { zone: '@network.zone', groups: ['@network.storageSecurityGroupId'], text: 'at @network.zone' };
  expect(swapZones(other)).toEqual({ ...other, zone: '@network.zone2' });
});

it('launches hosts in the subnet of the second zone, except managed hosts', () => {
  const roles = [{ role: 'client' }, { role: 'server', managed: true }];
  const rig = { rig: 'r1', roles, copies: [{ requests: [{ input: { SubnetId: '@network.subnetId' } }] }] };
  expect(moveToSecondZone(rig as unknown as RigDocument, PLACE)).toEqual({
    rig: 'r1',
    roles: [{ role: 'client', subnetId: PLACE.subnetId }, roles[1]],
    copies: [{ requests: [{ input: { SubnetId: '@network.subnetId2' } }] }],
  });
});
