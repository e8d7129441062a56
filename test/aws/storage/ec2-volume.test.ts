import type { VolumeModification } from '@aws-sdk/client-ec2';
import { callStorage } from '../../../lib/aws/storage/call-storage';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { getVolumeChangeWait } from '../../../lib/targets/ebs/change';
import { changeAnswer } from '../answers';
import { makeAccount, getFirst } from '../account';

const FENCE = 'fences/exec.json';

async function makeContext() {
  const account = makeAccount();
  await account.instances(1);
  const context = account.context();
  const { Volumes } = await context.aws.ec2.describeVolumes({});
  const { VolumeId: id = '' } = getFirst(Volumes ?? []);
  const ask = (input: object) =>
    callStorage(
      {
        call: 'ec2:ModifyVolume',
        input: { VolumeId: '@volume1.id', ...input },
        made: { volume1: { id } },
        fenceKey: FENCE,
      },
      context,
    );
  return { account, context, id, ask };
}

describe('callStorage for ec2:ModifyVolume', () => {
  it('reports the volume as busy until the modification has completed, and returns its pause', async () => {
    const { account, context, id, ask } = await makeContext();
    const sent = await ask({ Size: 16 });
    expect(sent).toMatchObject({ id, state: 'busy', lifecycle: 'modifying', values: { id } });
    await account.pass(60_000);
    expect(await callStorage({ look: id, pauseSeconds: 100 }, context)).toMatchObject({
      state: 'busy',
      lifecycle: 'optimizing',
      changeableAt: sent.changeableAt + 100,
    });
    await account.pass(1000 * getVolumeChangeWait(16).expectedSeconds);
    expect(await callStorage({ look: id, pauseSeconds: 0 }, context)).toMatchObject({
      state: 'ready',
      lifecycle: 'completed',
    });
  });

  it('throws FenceClosed when the fence is closed', async () => {
    const { account, ask } = await makeContext();
    await account.put(FENCE, '{}');
    await expect(ask({ Size: 16 })).rejects.toMatchObject({ name: 'FenceClosed' });
  });

  it('accepts an identical request while the volume is modified, and refuses a different one', async () => {
    const { ask } = await makeContext();
    const first = await ask({ Size: 16, Iops: 4000 });
    expect(await ask({ Size: 16, Iops: 4000 })).toEqual(first);
    await expect(ask({ Size: 32 })).rejects.toMatchObject({ name: 'IncorrectModificationState' });
    await expect(ask({ Size: 16, Throughput: 250 })).rejects.toMatchObject({ name: 'IncorrectModificationState' });
    await expect(ask({ VolumeType: 'io2', Iops: 4000 })).rejects.toMatchObject({ name: 'IncorrectModificationState' });
  });

  it('throws InvalidParameterValue for an invalid size', async () => {
    const { ask } = await makeContext();
    await expect(ask({ Size: 1 })).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  });

  it('throws IncorrectModificationState when the running modification cannot be read', async () => {
    const { context, id, ask } = await makeContext();
    await ask({ Size: 16 });
    const blind = changeAnswer(context.aws, 'ec2', 'describeVolumesModifications', () => {
      throw new ServiceError('Unavailable', 'Try again.', 503);
    });
    const again = callStorage(
      { call: 'ec2:ModifyVolume', input: { VolumeId: id, Size: 16 }, made: {}, fenceKey: FENCE },
      { ...context, aws: blind },
    );
    await expect(again).rejects.toMatchObject({ name: 'IncorrectModificationState' });
  });

  it('reports a volume without a modification as busy', async () => {
    const { context, id } = await makeContext();
    expect(await callStorage({ look: id, pauseSeconds: 0 }, context)).toMatchObject({ state: 'busy', changeableAt: 0 });
  });

  it.each<[VolumeModification['ModificationState'] | undefined, string]>([
    ['failed', 'failed'],
    [undefined, 'unknown'],
  ])('reports failed when the modification state is %s', async (ModificationState, lifecycle) => {
    const { context, id, ask } = await makeContext();
    await ask({ Size: 16 });
    const aws = changeAnswer(context.aws, 'ec2', 'describeVolumesModifications', (answer) => ({
      ...answer,
      VolumesModifications: answer.VolumesModifications?.map((change) => ({
        VolumeId: change.VolumeId,
        ModificationState,
        StatusMessage: 'A fault of AWS.',
      })),
    }));
    const look = { look: id, pauseSeconds: 0 };
    expect(await callStorage(look, { ...context, aws })).toMatchObject({
      state: 'failed',
      lifecycle,
      why: 'A fault of AWS.',
      changeableAt: 0,
    });
  });
});
