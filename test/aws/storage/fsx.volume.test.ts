import type { Volume } from '@aws-sdk/client-fsx';
import { readPages } from '../../../lib/aws/pages';
import { volume } from '../../../lib/aws/storage/fsx';
import { LONG, makeAccount, OPENZFS, makeTags } from '../account';
import { changeAnswer } from '../answers';

/** An account with one volume, and its pages read on; `change` makes it what the answers tell. */
async function listVolumes(change: (one: Volume) => Volume) {
  const account = makeAccount();
  const { FileSystemId = '', OpenZFSConfiguration } = await account.fileSystem(OPENZFS);
  await account.pass(LONG);
  const { VolumeId = '' } = await account.volume(OpenZFSConfiguration?.RootVolumeId ?? '');
  await account.pass(LONG);
  const aws = changeAnswer(account.context().aws, 'fsx', 'describeVolumes', ({ Volumes, ...more }) => ({
    ...more,
    Volumes: Volumes?.map((one) => (one.VolumeId === VolumeId ? change(one) : one)),
  }));
  const query = { tags: {}, which: 'all', parent: null } as const;
  const pages = await readPages((token) => volume.page(aws, { ...query, token }));
  return { FileSystemId, VolumeId, found: pages.flatMap(({ found }) => found) };
}

describe('listing of FSx volumes', () => {
  it('excludes volumes that are deleted with their file system', async () => {
    expect(await listVolumes((one) => one)).toMatchObject({ found: [] });
  });

  it.each([
    ['CREATED', true],
    ['DELETING', false],
  ] as const)('includes volumes of an unknown type, here in the lifecycle %s', async (Lifecycle, deletable) => {
    const VolumeType = 'UNHEARD_OF' as 'OPENZFS';
    const { FileSystemId, VolumeId, found } = await listVolumes((one) => ({ ...one, VolumeType, Lifecycle }));
    const same = { id: VolumeId, state: Lifecycle, living: true, tags: makeTags() };
    expect(found).toEqual([{ ...same, deletable, parent: FileSystemId, type: VolumeType }]);
  });
});
