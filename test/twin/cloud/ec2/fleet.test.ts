import { getDeviceName } from '../../../../lib/shapes/disks';
import { fleetInput, makeTemplate, makeServices, RIG_TAGS, templateInput, expectRefusal } from '../services';
import cases from './fleet.cases.json';

interface Fleet {
  FleetId: string;
  Instances: { InstanceIds: string[]; InstanceType: string; Lifecycle: string; LaunchTemplateAndOverrides: unknown }[];
  Errors: { ErrorCode: string; ErrorMessage: string; Lifecycle: string }[];
}

describe('CreateFleet', () => {
  it('launches all requested instances and returns their ids', async () => {
    const services = makeServices();
    const template = await makeTemplate(services);
    const fleet = await services.call<Fleet>('ec2', 'CreateFleet', fleetInput(template, 3));
    expect(fleet.FleetId).toMatch(/^fleet-/);
    expect(fleet.Errors).toEqual([]);
    expect(fleet.Instances).toHaveLength(1);
    const [group] = fleet.Instances;
    expect(group).toMatchObject({
      InstanceType: 't3.small',
      Lifecycle: 'on-demand',
      LaunchTemplateAndOverrides: { LaunchTemplateSpecification: { LaunchTemplateId: template, Version: '1' } },
    });
    expect(new Set(group?.InstanceIds).size).toBe(3);
    expect(group?.InstanceIds.every((id) => /^i-[0-9a-f]{17}$/.test(id))).toBe(true);
    expect(services.hosts.launched.map(({ instanceId }) => instanceId)).toEqual(group?.InstanceIds);
  });

  it('launches hosts with tags and decoded user data of the template, each with its own IP address', async () => {
    const services = makeServices();
    await services.call('ec2', 'CreateFleet', fleetInput(await makeTemplate(services), 300));
    expect(services.hosts.launched[0]).toMatchObject({
      tags: RIG_TAGS,
      userData: '#!/bin/sh\necho up\n',
      instanceType: 't3.small',
      privateIp: '10.0.0.10',
    });
    expect(new Set(services.hosts.launched.map(({ privateIp }) => privateIp)).size).toBe(300);
    expect(services.hosts.launched.at(-1)?.privateIp).toBe('10.0.1.53');
  });

  it('refuses more volumes than the instance type allows, and duplicate device names', async () => {
    const errors = async (devices: readonly string[], InstanceType: string): Promise<unknown> => {
      const services = makeServices();
      const disks = devices.map((DeviceName) => ({ DeviceName, Ebs: { VolumeType: 'gp3', VolumeSize: 8 } }));
      const { LaunchTemplateData, ...rest } = templateInput();
      const made = await services.call<{ LaunchTemplate: { LaunchTemplateId: string } }>(
        'ec2',
        'CreateLaunchTemplate',
        {
          ...rest,
          LaunchTemplateData: { ...LaunchTemplateData, InstanceType, BlockDeviceMappings: disks },
        },
      );
      const input = fleetInput(made.LaunchTemplate.LaunchTemplateId, 1);
      const fleet = await services.call<Fleet>('ec2', 'CreateFleet', input);
      expect(fleet.Instances).toHaveLength(fleet.Errors.length === 0 ? 1 : 0);
      return fleet.Errors.map(({ ErrorCode, ErrorMessage }) => `${ErrorCode}: ${ErrorMessage}`);
    };
    const names = Array.from({ length: 27 }, (_, index) => getDeviceName(index));
    expect(await errors(names.slice(0, 26), 'm5.large')).toEqual([]);
    expect(await errors(names, 'm5.large')).toEqual([
      'AttachmentLimitExceeded: 28 volumes cannot be attached: a m5.large has a limit of 27.',
    ]);
    expect(await errors(['/dev/sdf', '/dev/sdf'], 'm5.large')).toEqual([
      "InvalidBlockDeviceMapping: The device '/dev/sdf' is used more than once.",
    ]);
  });

  it('creates one fleet per client token, also after a lost response', async () => {
    let lost = 1;
    const services = makeServices({
      fault: ({ action }) => (action === 'CreateFleet' && lost-- > 0 ? 'lost' : undefined),
    });
    const input = fleetInput(await makeTemplate(services), 2);
    await expectRefusal(services.call('ec2', 'CreateFleet', input), 'InternalError');
    const fleet = await services.call<Fleet>('ec2', 'CreateFleet', input);
    expect(services.hosts.launched.map(({ instanceId }) => instanceId)).toEqual(fleet.Instances[0]?.InstanceIds);
    expect(await services.call('ec2', 'CreateFleet', input)).toEqual(fleet);
    const more = { ...input, TargetCapacitySpecification: { TotalTargetCapacity: 3 } };
    await expectRefusal(services.call('ec2', 'CreateFleet', more), 'IdempotentParameterMismatch');
    const another = await services.call<Fleet>('ec2', 'CreateFleet', { ...input, ClientToken: 'another' });
    expect(another.Instances[0]?.InstanceIds).not.toEqual(fleet.Instances[0]?.InstanceIds);
  });

  it('launches none below MinTargetCapacity, and returns InsufficientInstanceCapacity', async () => {
    const services = makeServices({ ec2: { capacity: (_type, count) => count - 1 } });
    const fleet = await services.call<Fleet>('ec2', 'CreateFleet', fleetInput(await makeTemplate(services), 4));
    expect(fleet.Instances).toEqual([]);
    expect(fleet.Errors).toEqual([
      expect.objectContaining({ ErrorCode: 'InsufficientInstanceCapacity', Lifecycle: 'on-demand' }),
    ]);
    expect(services.hosts.launched).toEqual([]);
  });

  it('returns instances and errors together when capacity is short and MinTargetCapacity is not set', async () => {
    const services = makeServices({ ec2: { capacity: () => 3 } });
    const input = { ...fleetInput(await makeTemplate(services), 4), OnDemandOptions: { SingleInstanceType: true } };
    const fleet = await services.call<Fleet>('ec2', 'CreateFleet', input);
    expect(fleet.Instances[0]?.InstanceIds).toHaveLength(3);
    expect(fleet.Errors).toHaveLength(1);
  });

  it('refuses a missing template, an unknown template version, and a request without version', async () => {
    const services = makeServices();
    await expectRefusal(
      services.call('ec2', 'CreateFleet', fleetInput('lt-00000000000000000', 1)),
      'InvalidLaunchTemplateId.NotFound',
    );
    const LaunchTemplateId = await makeTemplate(services);
    const withVersion = (Version: string | undefined) => ({
      ...fleetInput(LaunchTemplateId, 1),
      LaunchTemplateConfigs: [{ LaunchTemplateSpecification: { LaunchTemplateId, Version } }],
    });
    await expectRefusal(
      services.call('ec2', 'CreateFleet', withVersion('2')),
      'InvalidLaunchTemplateId.VersionNotFound',
    );
    await expectRefusal(services.call('ec2', 'CreateFleet', withVersion(undefined)), 'MissingParameter');
  });

  it.each(['fleet', 'instance', 'volume', 'network-interface'])(
    'refuses to create a %s without the required tags',
    async (type) => {
      const services = makeServices({ ec2: { requiredTags: ['fsxbench:rig'] } });
      const template = templateInput();
      template.LaunchTemplateData.TagSpecifications = template.LaunchTemplateData.TagSpecifications.filter(
        ({ ResourceType }) => ResourceType !== type,
      );
      const { LaunchTemplate } = await services.call<{ LaunchTemplate: { LaunchTemplateId: string } }>(
        'ec2',
        'CreateLaunchTemplate',
        template,
      );
      const input = fleetInput(LaunchTemplate.LaunchTemplateId, 1);
      const fleet = type === 'fleet' ? { ...input, TagSpecifications: [] } : input;
      await expectRefusal(
        services.call('ec2', 'CreateFleet', fleet),
        'UnauthorizedOperation',
        `The ${type} lacks the tags fsxbench:rig`,
      );
      expect(services.hosts.launched).toEqual([]);
    },
  );

  it.each(cases.refused as [object, string][])('refuses a request with %j: %s', async (change, name) => {
    const services = makeServices();
    const input = fleetInput(await makeTemplate(services), 2);
    await expectRefusal(services.call('ec2', 'CreateFleet', { ...input, ...change }), name);
    expect(services.hosts.launched).toEqual([]);
  });

  it('refuses a template without an instance type: MissingParameter', async () => {
    const services = makeServices();
    const input = templateInput();
    const { InstanceType: _, ...LaunchTemplateData } = input.LaunchTemplateData;
    const { LaunchTemplate } = await services.call<{ LaunchTemplate: { LaunchTemplateId: string } }>(
      'ec2',
      'CreateLaunchTemplate',
      { ...input, LaunchTemplateData },
    );
    await expectRefusal(
      services.call('ec2', 'CreateFleet', fleetInput(LaunchTemplate.LaunchTemplateId, 1)),
      'MissingParameter',
    );
  });
});
