/** How each kind is listed that an execution may leave behind. */
import { type HostKind, type ResourceKind, STORAGE_KINDS, type StorageKind } from '../../shapes/resources';
import { STORAGE } from '../storage/registry';
import { instancePage, templatePage, volumePage } from './ec2';
import type { ReadPage } from './resource';

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
