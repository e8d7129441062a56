/** Page readers for each kind that an execution may leave behind; those of EC2 are defined here. */
import type { Tag } from '@aws-sdk/client-ec2';
import { type HostKind, type ResourceKind, STORAGE_KINDS, type StorageKind } from '../../shapes/resources';
import { STORAGE } from '../storage/registry';
import { type ListedResource, type PageQuery, type ReadPage, toTagMap } from './resource';

/** Results per page, far below Lambda's limit (API reference: 5–1000 instances, 5–500 volumes, 1–200 templates). */
const PER_PAGE = 200;

/** States of instances that need no delete (EC2 guide, Instance lifecycle). Instances in unknown states are deleted. */
const ENDING_STATES = ['shutting-down', 'terminated'];

/** All states but `terminated`, which EC2 shows for about an hour (EC2 guide, Instance lifecycle). */
const LIVING_STATES = ['pending', 'running', 'shutting-down', 'stopping', 'stopped'];

/**
 * States in which EC2 accepts the delete of a volume (EC2 API, DeleteVolume: it must be detached). An attached volume
 * is deleted with its host, or by a teardown once it is detached.
 */
const DETACHED_STATES = ['available', 'error'];

const readInstancePage: ReadPage = async ({ ec2 }, query) => {
  const living = query.which === 'all' ? [] : [{ Name: 'instance-state-name', Values: LIVING_STATES }];
  const Filters = [...toTagFilters(query), ...living];
  const { Reservations = [], NextToken } = await ec2.describeInstances({ Filters, ...toPaging(query) });
  const found = Reservations.flatMap((one) => one.Instances ?? []).map(({ InstanceId, State, Tags }) => {
    const state = State?.Name ?? 'unknown';
    return toListedResource(InstanceId, Tags, {
      state,
      living: state !== 'terminated',
      deletable: !ENDING_STATES.includes(state),
    });
  });
  return { found, NextToken };
};

const readVolumePage: ReadPage = async ({ ec2 }, query) => {
  const { Volumes = [], NextToken } = await ec2.describeVolumes({ Filters: toTagFilters(query), ...toPaging(query) });
  const found = Volumes.map(({ VolumeId, State: state = 'unknown', Tags }) =>
    toListedResource(VolumeId, Tags, {
      state,
      living: state !== 'deleted',
      deletable: DETACHED_STATES.includes(state),
    }),
  );
  return { found, NextToken };
};

export const readTemplatePage: ReadPage = async ({ ec2 }, query) => {
  const Filters = toTagFilters(query);
  const { LaunchTemplates = [], NextToken } = await ec2.describeLaunchTemplates({ Filters, ...toPaging(query) });
  const found = LaunchTemplates.map(({ LaunchTemplateId, Tags }) =>
    toListedResource(LaunchTemplateId, Tags, { state: 'available', living: true, deletable: true }),
  );
  return { found, NextToken };
};

function toListedResource(
  id: string | undefined,
  tags: Tag[] | undefined,
  seen: Pick<ListedResource, 'state' | 'living' | 'deletable'>,
): ListedResource {
  return { id, ...seen, tags: toTagMap(tags), parent: null, type: null };
}

function toTagFilters({ tags }: PageQuery): { Name: string; Values: string[] }[] {
  return Object.entries(tags).map(([name, value]) => ({ Name: `tag:${name}`, Values: [value] }));
}

function toPaging({ token }: PageQuery): { MaxResults: number; NextToken?: string } {
  return { MaxResults: PER_PAGE, ...(token === undefined ? {} : { NextToken: token }) };
}

const HOST_PAGES: Readonly<Record<HostKind, ReadPage>> = {
  'ec2:instance': readInstancePage,
  'ec2:volume': readVolumePage,
  'ec2:launch-template': readTemplatePage,
};

const STORAGE_PAGES = Object.fromEntries(STORAGE_KINDS.map((kind) => [kind, STORAGE[kind].page]));

export const PAGE_READERS: Readonly<Record<ResourceKind, ReadPage>> = {
  ...HOST_PAGES,
  ...(STORAGE_PAGES as Record<StorageKind, ReadPage>),
};
