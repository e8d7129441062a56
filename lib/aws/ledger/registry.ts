/** How each kind is listed that an execution may leave behind; hosts, their disks and templates as EC2 lists them. */
import type { Tag } from '@aws-sdk/client-ec2';
import { type HostKind, type ResourceKind, STORAGE_KINDS, type StorageKind } from '../../shapes/resources';
import { STORAGE } from '../storage/registry';
import { type Found, type PageQuery, type ReadPage, tagsByName } from './resource';

/**
 * Results of one page: far below the response limits of Lambda, few calls (API reference: 5 to 1,000 instances, 5 to
 * 500 volumes, 1 to 200 templates).
 */
const PER_PAGE = 200;

/**
 * States of an instance that need no more telling (EC2 guide, Instance lifecycle); an unknown state is none of them.
 */
const ENDING = ['shutting-down', 'terminated'];

/** All states but `terminated`, which EC2 still shows for about an hour (EC2 guide, Instance lifecycle). */
const LIVING = ['pending', 'running', 'shutting-down', 'stopping', 'stopped'];

/**
 * States in which EC2 deletes a volume (EC2 API, DeleteVolume: it must be detached). One that is attached goes with its
 * host: it is asked for when it has stayed behind.
 */
const DETACHED = ['available', 'error'];

const instancePage: ReadPage = async ({ ec2 }, query) => {
  const living = query.which === 'all' ? [] : [{ Name: 'instance-state-name', Values: LIVING }];
  const Filters = [...tagFilters(query), ...living];
  const { Reservations = [], NextToken } = await ec2.describeInstances({ Filters, ...paged(query) });
  const found = Reservations.flatMap((one) => one.Instances ?? []).map(({ InstanceId, State, Tags }) => {
    const state = State?.Name ?? 'unknown';
    return listed(InstanceId, Tags, { state, living: state !== 'terminated', deletable: !ENDING.includes(state) });
  });
  return { found, NextToken };
};

const volumePage: ReadPage = async ({ ec2 }, query) => {
  const { Volumes = [], NextToken } = await ec2.describeVolumes({ Filters: tagFilters(query), ...paged(query) });
  const found = Volumes.map(({ VolumeId, State: state = 'unknown', Tags }) =>
    listed(VolumeId, Tags, { state, living: state !== 'deleted', deletable: DETACHED.includes(state) }),
  );
  return { found, NextToken };
};

export const templatePage: ReadPage = async ({ ec2 }, query) => {
  const Filters = tagFilters(query);
  const { LaunchTemplates = [], NextToken } = await ec2.describeLaunchTemplates({ Filters, ...paged(query) });
  const found = LaunchTemplates.map(({ LaunchTemplateId, Tags }) =>
    listed(LaunchTemplateId, Tags, { state: 'available', living: true, deletable: true }),
  );
  return { found, NextToken };
};

function listed(
  id: string | undefined,
  tags: Tag[] | undefined,
  seen: Pick<Found, 'state' | 'living' | 'deletable'>,
): Found {
  return { id, ...seen, tags: tagsByName(tags), parent: null, type: null };
}

function tagFilters({ tags }: PageQuery): { Name: string; Values: string[] }[] {
  return Object.entries(tags).map(([name, value]) => ({ Name: `tag:${name}`, Values: [value] }));
}

function paged({ token }: PageQuery): { MaxResults: number; NextToken?: string } {
  return { MaxResults: PER_PAGE, ...(token === undefined ? {} : { NextToken: token }) };
}

const HOSTS: Readonly<Record<HostKind, ReadPage>> = {
  'ec2:instance': instancePage,
  'ec2:volume': volumePage,
  'ec2:launch-template': templatePage,
};

const OF_STORAGE = Object.fromEntries(STORAGE_KINDS.map((kind) => [kind, STORAGE[kind].page]));

export const PAGES: Readonly<Record<ResourceKind, ReadPage>> = {
  ...HOSTS,
  ...(OF_STORAGE as Record<StorageKind, ReadPage>),
};
