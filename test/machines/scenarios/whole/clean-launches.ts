/** Launches without faults: every launch template and fleet request, member by member. */
import { getArchitecture } from '../../../../lib/shapes/images';
import { getDeployedAmi } from '../../../../lib/twin/cloud/ec2/catalog';
import type { RigDocument } from '../../../../lib/shapes/documents';
import type { Plan } from '../../../../lib/shapes/plan';
import { type Complaints, json, KEYS, same, type Stage } from '../../stage';

function inputs(on: Stage, action: string): Record<string, unknown>[] {
  return on.calls.filter((call) => call.action === action).map((call) => call.input as Record<string, unknown>);
}

/** Templates and fleets match the documents of their rigs, and the hosts of every rig are listed. */
export async function* launches(on: Stage, plan: Plan): Complaints {
  const templates = inputs(on, 'CreateLaunchTemplate');
  const fleets = inputs(on, 'CreateFleet');
  let index = 0;
  for (const rig of plan.rigs) {
    const doc = await json<RigDocument>(on, KEYS.rig(rig.rig));
    for (const role of doc?.roles ?? []) {
      const template = templates[index];
      const fleet = fleets[index];
      index += 1;
      const data = template?.['LaunchTemplateData'] as Record<string, unknown> | undefined;
      yield* same('template', template?.['LaunchTemplateName'], `fsxbench-local-${doc?.rigTag}-${role.role}`);
      yield* same('user data', data?.['UserData'], role.userDataBase64);
      yield* same('instance type', data?.['InstanceType'], role.instanceType);
      yield* same('image', data?.['ImageId'], getDeployedAmi(getArchitecture(role.instanceType)));
      yield* same('profile', data?.['IamInstanceProfile'], {
        Arn: 'arn:aws:iam::000000000000:instance-profile/fsxbench-host',
      });
      yield* same('shutdown', data?.['InstanceInitiatedShutdownBehavior'], 'terminate');
      yield* same('metadata', data?.['MetadataOptions'], {
        HttpTokens: 'required',
        HttpPutResponseHopLimit: 1,
        HttpEndpoint: 'enabled',
      });
      yield* same('root volume', data?.['BlockDeviceMappings'], [
        { DeviceName: '/dev/xvda', Ebs: { Encrypted: true, DeleteOnTermination: true } },
      ]);
      yield* same('network', data?.['NetworkInterfaces'], [
        {
          DeviceIndex: 0,
          InterfaceType: role.interfaceType,
          SubnetId: 'subnet-00000000000000000',
          Groups: ['sg-00000000000000000'],
          DeleteOnTermination: true,
        },
      ]);
      yield* same('placement', data?.['Placement'], {});
      yield* same(
        'tags of what the template makes',
        data?.['TagSpecifications'],
        ['instance', 'volume', 'network-interface'].map((ResourceType) => ({ ResourceType, Tags: role.tags })),
      );
      yield* same('template tags', template?.['TagSpecifications'], [
        { ResourceType: 'launch-template', Tags: role.tags },
      ]);
      yield* same('fleet type', fleet?.['Type'], 'instant');
      yield* same('fleet size', fleet?.['TargetCapacitySpecification'], {
        TotalTargetCapacity: role.count,
        DefaultTargetCapacityType: 'on-demand',
      });
      yield* same('all or nothing', fleet?.['OnDemandOptions'], {
        SingleInstanceType: true,
        SingleAvailabilityZone: true,
        MinTargetCapacity: role.count,
      });
      yield* same('fleet tags', fleet?.['TagSpecifications'], [{ ResourceType: 'fleet', Tags: role.tags }]);
    }
    const hosts = (await on.store.get(KEYS.hosts(rig.rig)))?.text.split('\n').filter((line) => line !== '') ?? [];
    const names = rig.roles.flatMap(({ role, count }) => Array.from({ length: count }, (_, one) => `${role}-${one}`));
    yield* same('hosts file', hosts.map((line) => line.split(' ')[0] ?? '').sort(), names.sort());
  }
  yield* same('creates', [templates.length, fleets.length], [index, index]);
}
