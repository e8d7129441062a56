/** Actions on launch templates: create with tags, list, delete. */
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
import { makeAction } from '../sdk-shape';
import type { Ec2State, LaunchTemplate } from './state';
import { makeEc2Error, makeUntaggedError, runOncePerToken, selectPage, readTypeTags, decodeUserData } from './requests';

/** Name of a template. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplate.html */
const TEMPLATE_NAME = /^[a-zA-Z0-9().\-/_]{3,128}$/;
/** Limit and default of MaxResults. Same source. */
const TEMPLATE_PAGE_SIZE = { least: 1, most: 200 };

export function makeTemplateActions(state: Ec2State): Service {
  return {
    CreateLaunchTemplate: makeAction(CreateLaunchTemplateCommand, (input, caller) => ({
      LaunchTemplate: toAnswer(
        runOncePerToken(state, 'CreateLaunchTemplate', input, () =>
          createTemplate(state, input.LaunchTemplateName, input.LaunchTemplateData, input, caller.role),
        ),
      ),
    })),

    DescribeLaunchTemplates: makeAction(DescribeLaunchTemplatesCommand, (input) => describeTemplates(state, input)),

    DeleteLaunchTemplate: makeAction(DeleteLaunchTemplateCommand, (input) => {
      const template = findTemplate(state, input.LaunchTemplateId);
      state.templates.delete(template.id);
      return { LaunchTemplate: toAnswer(template) };
    }),
  };
}

/** @throws ServiceError InvalidLaunchTemplateId.NotFound, and MissingParameter: lookup by name is not simulated */
export function findTemplate(state: Ec2State, id: string | undefined): LaunchTemplate {
  if (id === undefined) throw makeEc2Error('MissingParameter', 'LaunchTemplateId must be specified');
  const found = state.templates.get(id);
  if (found !== undefined) return found;
  const message = `The specified launch template, with template ID ${id}, does not exist.`;
  throw makeEc2Error('InvalidLaunchTemplateId.NotFound', message);
}

function createTemplate(
  state: Ec2State,
  name: string,
  data: RequestLaunchTemplateData,
  input: CreateLaunchTemplateCommandInput,
  createdBy: string,
): LaunchTemplate {
  if (!TEMPLATE_NAME.test(name)) {
    const message = `Launch template name '${name}' must match ${TEMPLATE_NAME.source}`;
    throw makeEc2Error('InvalidLaunchTemplateName.MalformedException', message);
  }
  const tags = readTypeTags('launch-template', input.TagSpecifications, ['launch-template']);
  state.requireTags(tags, makeUntaggedError('launch template'));
  decodeUserData(data);
  if ([...state.templates.values()].some((template) => template.name === name)) {
    const message = 'Launch template name already in use.';
    throw makeEc2Error('InvalidLaunchTemplateName.AlreadyExistsException', message);
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

function describeTemplates(
  state: Ec2State,
  { LaunchTemplateIds: ids, ...input }: DescribeLaunchTemplatesCommandInput,
): Omit<DescribeLaunchTemplatesCommandOutput, '$metadata'> {
  const missing = ids?.find((id) => !state.templates.has(id));
  if (missing !== undefined)
    throw makeEc2Error('InvalidLaunchTemplateId.NotFound', `The launch template ${missing} does not exist`);
  const requested = [...state.templates.values()].filter(({ id }) => ids?.includes(id) ?? true);
  const { items, NextToken } = selectPage(requested, input, TEMPLATE_PAGE_SIZE, {
    fields: { 'launch-template-name': ({ name }) => name },
    tags: ({ tags }) => tags,
  });
  return { LaunchTemplates: items.map(toAnswer), NextToken };
}
