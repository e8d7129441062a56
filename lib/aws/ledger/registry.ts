/** How each kind is listed that an execution may leave behind. */
import type { ListedKind } from '../../shapes/resources';
import { STORAGE } from '../storage/registry';
import { instancePage, templatePage } from './ec2';
import type { ReadPage } from './resource';

export const PAGES: Readonly<Record<ListedKind, ReadPage>> = {
  'ec2:instance': instancePage,
  'ec2:launch-template': templatePage,
  'fsx:file-system': STORAGE['fsx:file-system'].page,
};
