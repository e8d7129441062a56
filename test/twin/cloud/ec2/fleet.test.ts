import { getDeviceName } from '../../../../lib/shapes/disks';
import {
  createFleet,
  expectRefusal,
  fleetInput,
  loseFirst,
  makeServices,
  makeTemplate,
  RIG_TAGS,
  templateInput,
} from '../services';
import cases from './fleet.cases.json';

describe('CreateFleet', () => {
  it('launches all requested instances with tags and decoded user data of the template', async () => {
    const services = makeServices();
    const { FleetId, Errors, Instances, template, ids } = await createFleet(services, 3);
    expect(FleetId).toMatch(/^fleet-/);
    expect(Errors).toEqual([]);
    expect(Instances).toMatchObject([
      {
        InstanceType: 't3.small',
        Lifecycle: 'on-demand',
        LaunchTemplateAndOverrides: { LaunchTemplateSpecification: { LaunchTemplateId: template, Version: '1' } },
      },
    ]);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^i-[0-9a-f]{17}$/);
    expect(services.hosts.launched.map(({ instanceId }) => instanceId)).toEqual(ids);
    const userData = '#!/bin/sh\necho up\n';
    expect(services.hosts.launched[0]).toMatchObject({ tags: RIG_TAGS, userData, instanceType: 't3.small' });
  });

  it('gives each of 300 hosts its own IP address', async () => {
    const services = makeServices();
    await createFleet(services, 300);
    const addresses = services.hosts.launched.map(({ privateIp }) => privateIp);
    expect([new Set(addresses).size, addresses[0], addresses.at(-1)]).toEqual([300, '10.0.0.10', '10.0.1.53']);
  });

  const devices = Array.from({ length: 27 }, (_, index) => getDeviceName(index));
  it.each([
    [devices.slice(0, 26), []],
    [devices, ['AttachmentLimitExceeded: 28 volumes cannot be attached: a m5.large has a limit of 27.']],
    [['/dev/sdf', '/dev/sdf'], ["InvalidBlockDeviceMapping: The device '/dev/sdf' is used more than once."]],
  ])('launches with EBS volumes %j, or returns errors: %j', async (names, expected) => {
    const disks = names.map((DeviceName) => ({ DeviceName, Ebs: { VolumeType: 'gp3', VolumeSize: 8 } }));
    const launch = { InstanceType: 'm5.large', BlockDeviceMappings: disks };
    const { Errors, ids } = await createFleet(makeServices(), 1, launch);
    expect(Errors.map(({ ErrorCode, ErrorMessage }) => `${ErrorCode}: ${ErrorMessage}`)).toEqual(expected);
    expect(ids).toHaveLength(expected.length === 0 ? 1 : 0);
  });

  it.each([
    ['c8gb.48xlarge', 1, []],
    ['c8gb.48xlarge', 2, ["EbsCardIndex 2 of '/dev/sdf' is invalid: a c8gb.48xlarge has 2 EBS cards."]],
    ['m7i.48xlarge', 1, ["EbsCardIndex 1 of '/dev/sdf' is invalid: a m7i.48xlarge has 1 EBS card."]],
  ])('launches a %s with a volume on EBS card %d, or returns the error: %j', async (InstanceType, card, expected) => {
    const Ebs = { VolumeType: 'gp3', VolumeSize: 8, EbsCardIndex: card } as const;
    const launch = { InstanceType, BlockDeviceMappings: [{ DeviceName: '/dev/sdf', Ebs }] } as const;
    const { Errors } = await createFleet(makeServices(), 1, launch);
    expect(Errors.map(({ ErrorMessage }) => ErrorMessage)).toEqual(expected);
  });

  it('creates one fleet per client token, also after a lost response', async () => {
    const services = makeServices({ fault: loseFirst('CreateFleet') });
    const input = fleetInput(await makeTemplate(services), 2);
    const create = (more: object = {}) =>
      services.call<{ Instances: { InstanceIds: string[] }[] }>('ec2', 'CreateFleet', { ...input, ...more });
    await expectRefusal(create(), 'InternalError');
    const fleet = await create();
    expect(services.hosts.launched.map(({ instanceId }) => instanceId)).toEqual(fleet.Instances[0]?.InstanceIds);
    expect(await create()).toEqual(fleet);
    const more = { TargetCapacitySpecification: { TotalTargetCapacity: 3 } };
    await expectRefusal(create(more), 'IdempotentParameterMismatch');
    const another = await create({ ClientToken: 'another' });
    expect(another.Instances[0]?.InstanceIds).not.toEqual(fleet.Instances[0]?.InstanceIds);
  });

  it('launches none below MinTargetCapacity, and returns InsufficientInstanceCapacity', async () => {
    const services = makeServices({ ec2: { capacity: (_type, count) => count - 1 } });
    const { Instances, Errors } = await createFleet(services, 4);
    expect(Errors).toMatchObject([{ ErrorCode: 'InsufficientInstanceCapacity', Lifecycle: 'on-demand' }]);
    expect([Instances, services.hosts.launched]).toEqual([[], []]);
  });

  it('returns instances and errors together when capacity is short and MinTargetCapacity is not set', async () => {
    const services = makeServices({ ec2: { capacity: () => 3 } });
    const { ids, Errors } = await createFleet(services, 4, {}, { OnDemandOptions: { SingleInstanceType: true } });
    expect([ids.length, Errors.length]).toEqual([3, 1]);
  });

  it('refuses a missing template, an unknown template version, and a request without version', async () => {
    const services = makeServices();
    const missing = services.call('ec2', 'CreateFleet', fleetInput('lt-00000000000000000', 1));
    await expectRefusal(missing, 'InvalidLaunchTemplateId.NotFound');
    const LaunchTemplateId = await makeTemplate(services);
    const create = (Version?: string) => {
      const LaunchTemplateConfigs = [{ LaunchTemplateSpecification: { LaunchTemplateId, Version } }];
      return services.call('ec2', 'CreateFleet', { ...fleetInput(LaunchTemplateId, 1), LaunchTemplateConfigs });
    };
    await expectRefusal(create('2'), 'InvalidLaunchTemplateId.VersionNotFound');
    await expectRefusal(create(), 'MissingParameter');
  });

  it.each(['fleet', 'instance', 'volume', 'network-interface'])(
    'refuses to create a %s without the required tags',
    async (type) => {
      const services = makeServices({ ec2: { requiredTags: ['fsxbench:rig'] } });
      const tagged = templateInput().LaunchTemplateData.TagSpecifications;
      const launch = { TagSpecifications: tagged.filter(({ ResourceType }) => ResourceType !== type) };
      const created = createFleet(services, 1, launch, type === 'fleet' ? { TagSpecifications: [] } : {});
      await expectRefusal(created, 'UnauthorizedOperation', `The ${type} lacks the tags fsxbench:rig`);
      expect(services.hosts.launched).toEqual([]);
    },
  );

  it.each(cases.refused as [object, string][])('refuses a request with %j: %s', async (change, name) => {
    const services = makeServices();
    await expectRefusal(createFleet(services, 2, {}, change), name);
    expect(services.hosts.launched).toEqual([]);
  });

  it('refuses a template without an instance type: MissingParameter', async () => {
    await expectRefusal(createFleet(makeServices(), 1, { InstanceType: undefined }), 'MissingParameter');
  });
});
