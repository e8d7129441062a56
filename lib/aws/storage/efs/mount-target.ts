/**
 * Mount targets of EFS: by them hosts reach a file system, and while one is there that cannot be deleted. They have
 * neither tags nor tokens: they are listed through their file system, and a second one in a subnet is refused.
 */
import type { CreateMountTargetCommandInput, MountTargetDescription } from '@aws-sdk/client-efs';
import type { AwsCalls } from '../../calls';
import type { Found, FoundPage } from '../../ledger/resource';
import { allPages } from '../../pages';
import { bareId } from './file-system';
import { deletableIn, isThere, judged } from './lifecycle';
import { known, present, type Sight, type StorageResource } from '../resource';

/** A file system that is gone has none. */
const ABSENT = ['MountTargetNotFound', 'FileSystemNotFound'];

export const efsMountTarget: StorageResource<'efs:mount-target'> = {
  absent: ABSENT,
  sends: {
    'efs:CreateMountTarget': async (aws, input: CreateMountTargetCommandInput) => seen(await make(aws, input)),
  },
  describe: async ({ efs }, id) => {
    const { MountTargets } = await efs.describeMountTargets({ MountTargetId: id });
    return seen(present(MountTargets?.[0], id));
  },
  page: async (aws, { token, parent }) => {
    const of = present(parent?.id, 'the file system whose mount targets are listed');
    try {
      const { found, NextToken } = await pageOf(aws, bareId(of), token);
      return { found: found.map((one) => listed(one, of)), NextToken };
    } catch (error) {
      if (!ABSENT.includes((error as Error).name)) throw error;
      return { found: [], NextToken: undefined };
    }
  },
  remove: ({ efs }, id) => efs.deleteMountTarget({ MountTargetId: id }),
};

/** Asked again after a lost answer, it is refused for the one that the first call made. */
async function make(aws: AwsCalls, input: CreateMountTargetCommandInput): Promise<MountTargetDescription> {
  try {
    return await aws.efs.createMountTarget(input);
  } catch (error) {
    if ((error as Error).name !== 'MountTargetConflict') throw error;
    const id = present(input.FileSystemId, 'the file system of a mount target');
    const pages = await allPages((token) => pageOf(aws, id, token));
    const there = pages.flatMap(({ found }) => found).find(({ SubnetId }) => SubnetId === input.SubnetId);
    if (there === undefined) throw error;
    return there;
  }
}

async function pageOf(
  { efs }: AwsCalls,
  FileSystemId: string,
  token: string | undefined,
): Promise<Pick<FoundPage, 'NextToken'> & { readonly found: readonly MountTargetDescription[] }> {
  const { MountTargets = [], NextMarker } = await efs.describeMountTargets({
    FileSystemId,
    ...(token === undefined ? {} : { Marker: token }),
  });
  return { found: MountTargets, NextToken: NextMarker };
}

/** By its address hosts mount at once: its name is known in the network only a minute and a half later (EFS guide). */
function seen({ MountTargetId, LifeCycleState, IpAddress }: MountTargetDescription): Sight {
  const id = present(MountTargetId, 'the id of a mount target');
  return { ...judged(LifeCycleState), id, values: known({ id, address: IpAddress }) };
}

function listed({ MountTargetId, LifeCycleState }: MountTargetDescription, parent: string): Found {
  return {
    id: MountTargetId,
    state: LifeCycleState ?? 'unknown',
    living: isThere(LifeCycleState),
    deletable: deletableIn(LifeCycleState),
    tags: {},
    parent,
    type: null,
  };
}
