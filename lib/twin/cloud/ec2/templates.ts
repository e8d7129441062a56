/** Launch templates: made, tagged at birth, listed, deleted. */
import {
  CreateLaunchTemplateCommand,
  DeleteLaunchTemplateCommand,
  DescribeLaunchTemplatesCommand,
  type CreateLaunchTemplateCommandInput,
  type DescribeLaunchTemplatesCommandInput,
  type DescribeLaunchTemplatesCommandOutput,
  type RequestLaunchTemplateData,
  type LaunchTemplate as TemplateAnswer,
} from '@aws-sdk/client-ec2';
import { page } from '../paging';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';
import { matcher } from './filters';
import type { Ec2State, LaunchTemplate } from './state';
import { requireTags, tagList, tagsFor } from './tags';
import { ClientTokens } from './tokens';
import { userDataOf } from './user-data';

/** Name of a template. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplate.html */
const NAME = /^[a-zA-Z0-9().\-/_]{3,128}$/;
/** Templates of one page at most, and without MaxResults. Same source. */
const PAGE_TEMPLATES = 200;

export function templateActions(state: Ec2State): Service {
  const tokens = new ClientTokens<LaunchTemplate>();
  return {
    CreateLaunchTemplate: action(
      CreateLaunchTemplateCommand,
      'ClientToken LaunchTemplateName VersionDescription LaunchTemplateData(ImageId InstanceType UserData ' +
        'EbsOptimized InstanceInitiatedShutdownBehavior SecurityGroupIds IamInstanceProfile ' +
        'MetadataOptions(HttpEndpoint HttpPutResponseHopLimit HttpTokens InstanceMetadataTags) ' +
        'Monitoring(Enabled) Placement(AvailabilityZone GroupName Tenancy) BlockDeviceMappings(DeviceName ' +
        'Ebs(DeleteOnTermination Encrypted Iops KmsKeyId Throughput VolumeSize VolumeType)) ' +
        'NetworkInterfaces(AssociatePublicIpAddress DeleteOnTermination DeviceIndex InterfaceType Groups ' +
        'SubnetId) TagSpecifications) TagSpecifications',
      (input, caller) => {
        const { ClientToken, ...request } = input;
        const template = tokens.once(ClientToken, request, () =>
          create(state, input.LaunchTemplateName, input.LaunchTemplateData, input, caller.role),
        );
        return { LaunchTemplate: answer(template) };
      },
    ),

    DescribeLaunchTemplates: action(
      DescribeLaunchTemplatesCommand,
      'LaunchTemplateIds Filters MaxResults NextToken',
      (input) => describe(state, input),
    ),

    DeleteLaunchTemplate: action(DeleteLaunchTemplateCommand, 'LaunchTemplateId LaunchTemplateName', (input) => {
      const template = findTemplate(state, input.LaunchTemplateId, input.LaunchTemplateName);
      state.templates.delete(template.id);
      return { LaunchTemplate: answer(template) };
    }),
  };
}

/** The template that is named by exactly one of id and name. */
export function findTemplate(state: Ec2State, id: string | undefined, name: string | undefined): LaunchTemplate {
  const asked = id ?? name;
  if (asked === undefined || (id !== undefined && name !== undefined)) {
    const message = 'Exactly one of LaunchTemplateId and LaunchTemplateName must be specified';
    throw new ServiceError(id === undefined ? 'MissingParameter' : 'InvalidParameterCombination', message, 400);
  }
  if (id !== undefined) {
    const found = state.templates.get(id);
    if (found !== undefined) return found;
    const message = `The specified launch template, with template ID ${id}, does not exist.`;
    throw new ServiceError('InvalidLaunchTemplateId.NotFound', message, 400);
  }
  const found = [...state.templates.values()].find((template) => template.name === asked);
  if (found !== undefined) return found;
  const message = `The specified launch template, with template name ${asked}, does not exist.`;
  throw new ServiceError('InvalidLaunchTemplateName.NotFoundException', message, 400);
}

function create(
  state: Ec2State,
  name: string,
  data: RequestLaunchTemplateData,
  input: CreateLaunchTemplateCommandInput,
  createdBy: string,
): LaunchTemplate {
  if (!NAME.test(name)) {
    const message = `Launch template name '${name}' must match ${NAME.source}`;
    throw new ServiceError('InvalidLaunchTemplateName.MalformedException', message, 400);
  }
  const tags = tagsFor('launch-template', input.TagSpecifications, ['launch-template']);
  requireTags('launch template', tags, state.options.requiredTags ?? []);
  userDataOf(data);
  if ([...state.templates.values()].some((template) => template.name === name)) {
    const message = 'Launch template name already in use.';
    throw new ServiceError('InvalidLaunchTemplateName.AlreadyExistsException', message, 400);
  }
  const { clock, ids } = state.options;
  const template: LaunchTemplate = {
    id: `lt-${ids.hex(17)}`,
    name,
    data,
    tags,
    createdAt: clock.now(),
    createdBy,
    rank: state.nextRank(),
  };
  state.templates.set(template.id, template);
  return template;
}

function answer(template: LaunchTemplate): TemplateAnswer {
  return {
    LaunchTemplateId: template.id,
    LaunchTemplateName: template.name,
    CreateTime: new Date(template.createdAt),
    CreatedBy: template.createdBy,
    DefaultVersionNumber: 1,
    LatestVersionNumber: 1,
    Tags: tagList(template.tags),
  };
}

/** Those that are asked for by id, or all that the filters let through, page by page. */
function describe(
  state: Ec2State,
  { LaunchTemplateIds: ids, Filters, MaxResults = PAGE_TEMPLATES, NextToken }: DescribeLaunchTemplatesCommandInput,
): Omit<DescribeLaunchTemplatesCommandOutput, '$metadata'> {
  const missing = ids?.find((id) => !state.templates.has(id));
  if (missing !== undefined)
    throw new ServiceError('InvalidLaunchTemplateId.NotFound', `The launch template ${missing} does not exist`, 400);
  if (MaxResults < 1 || MaxResults > PAGE_TEMPLATES) {
    const range = `Expecting 1 to ${PAGE_TEMPLATES}.`;
    const message = `Value ( ${MaxResults} ) for parameter maxResults is invalid. ${range}`;
    throw new ServiceError('InvalidParameterValue', message, 400);
  }
  const matches = matcher(Filters, ['launch-template-name']);
  const found = [...state.templates.values()].filter(
    ({ id, tags, name }) => matches(tags, { 'launch-template-name': name }) && (ids?.includes(id) ?? true),
  );
  const refuse = (): Error => new ServiceError('InvalidNextToken', 'The token is invalid', 400);
  const given = page(found, ({ rank }) => rank, MaxResults, NextToken, refuse);
  const more = given.next === undefined ? {} : { NextToken: given.next };
  return { LaunchTemplates: given.items.map(answer), ...more };
}
