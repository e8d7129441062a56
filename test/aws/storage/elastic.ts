/** File systems of EFS in the account of tests. */
import type { FileSystemDescription, MountTargetDescription } from '@aws-sdk/client-efs';
import { CONFIG, type makeAccount, makeTags } from '../account';

/** Longer than any operation of EFS. */
const MINUTES = 300_000;

/** A file system with a mount target, both available. */
export async function createEfs(
  account: ReturnType<typeof makeAccount>,
): Promise<{ readonly id: string; readonly mountTargets: readonly string[] }> {
  const Tags = Object.entries(makeTags()).map(([Key, Value]) => ({ Key, Value }));
  const made = (await account.byHand('efs', 'CreateFileSystem', {
    CreationToken: 'one',
    Tags,
  })) as FileSystemDescription;
  await account.pass(MINUTES);
  const where = { FileSystemId: made.FileSystemId, SubnetId: CONFIG.network['subnetId'] };
  const { MountTargetId = '' } = (await account.byHand('efs', 'CreateMountTarget', where)) as MountTargetDescription;
  await account.pass(MINUTES);
  return { id: made.FileSystemArn ?? '', mountTargets: [MountTargetId] };
}
