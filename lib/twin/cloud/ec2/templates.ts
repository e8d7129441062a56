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
import type { Service } from '../service';
import { toTagList } from '../resource-store';
import { action } from '../sdk-shape';
import type { Ec2State, LaunchTemplate } from './state';
import { ec2Error, refuseUntagged, runOnce, selectPage, readTypeTags, decodeUserData } from './requests';

/** Name of a template. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplate.html */
const NAME = /^[a-zA-Z0-9().\-/_]{3,128}$/;
/** Limit and default of MaxResults. Same source. */
const PAGE_TEMPLATES = { least: 1, most: 200 };

export function templateActions(state: Ec2State): Service {
  return {
    CreateLaunchTemplate: action(CreateLaunchTemplateCommand, (input, caller) => ({
      LaunchTemplate: toAnswer(
        runOnce(state, 'CreateLaunchTemplate', input, () =>
          create(state, input.LaunchTemplateName, input.LaunchTemplateData, input, caller.role),
        ),
      ),
    })),

    DescribeLaunchTemplates: action(DescribeLaunchTemplatesCommand, (input) => describe(state, input)),

    DeleteLaunchTemplate: action(DeleteLaunchTemplateCommand, (input) => {
      const template = findTemplate(state, input.LaunchTemplateId);
      state.templates.delete(template.id);
      return { LaunchTemplate: toAnswer(template) };
    }),
  };
}

/** @throws ServiceError InvalidLaunchTemplateId.NotFound, and MissingParameter: lookup by name is not simulated */
export function findTemplate(state: Ec2State, id: string | undefined): LaunchTemplate {
  if (id === undefined) throw ec2Error('MissingParameter', 'LaunchTemplateId must be specified');
  const found = state.templates.get(id);
  if (found !== undefined) return found;
  const message = `The specified launch template, with template ID ${id}, does not exist.`;
  throw ec2Error('InvalidLaunchTemplateId.NotFound', message);
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
    throw ec2Error('InvalidLaunchTemplateName.MalformedException', message);
  }
  const tags = readTypeTags('launch-template', input.TagSpecifications, ['launch-template']);
  state.requireTags(tags, refuseUntagged('launch template'));
  decodeUserData(data);
  if ([...state.templates.values()].some((template) => template.name === name)) {
    const message = 'Launch template name already in use.';
    throw ec2Error('InvalidLaunchTemplateName.AlreadyExistsException', message);
  }
  const template: LaunchTemplate = {
    id: state.newId('lt'),
    name,
    data,
    tags,
    createdAt: state.now(),
    createdBy,
    rank: state.nextRank(),
  };
  state.templates.set(template.id, template);
  return template;
}

function toAnswer(template: LaunchTemplate): TemplateAnswer {
  return {
    LaunchTemplateId: template.id,
    LaunchTemplateName: template.name,
    CreateTime: new Date(template.createdAt),
    CreatedBy: template.createdBy,
    DefaultVersionNumber: 1,
    LatestVersionNumber: 1,
    Tags: toTagList(template.tags),
  };
}

/** Templates by id, or all that match the filters, in pages. */
function describe(
  state: Ec2State,
  { LaunchTemplateIds: ids, ...input }: DescribeLaunchTemplatesCommandInput,
): Omit<DescribeLaunchTemplatesCommandOutput, '$metadata'> {
  const missing = ids?.find((id) => !state.templates.has(id));
  if (missing !== undefined)
    throw ec2Error('InvalidLaunchTemplateId.NotFound', `The launch template ${missing} does not exist`);
  const requested = [...state.templates.values()].filter(({ id }) => ids?.includes(id) ?? true);
  const { items, NextToken } = selectPage(requested, input, PAGE_TEMPLATES, {
    fields: { 'launch-template-name': ({ name }) => name },
    tags: ({ tags }) => tags,
  });
  return { LaunchTemplates: items.map(toAnswer), NextToken };
}
