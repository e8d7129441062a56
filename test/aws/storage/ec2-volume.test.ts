import { getVolumeChangeWait } from '../../../lib/targets/ebs/change';
import { getFirst, makeAccount } from '../account';
import { changeAnswer, expectRefusal, refusal } from '../answers';
import { FENCE, look, send } from './calls';

async function makeContext() {
  const account = makeAccount();
  await account.instances(1);
  const context = account.context();
  const { Volumes } = await context.aws.ec2.describeVolumes({});
  const { VolumeId: id = '' } = getFirst(Volumes ?? []);
  const modify = (input: object, changed = context) =>
    send(changed, 'ec2:ModifyVolume', { VolumeId: '@volume1.id', ...input }, { volume1: { id } });
  return { account, context, id, modify };
}

describe('callStorage for ec2:ModifyVolume', () => {
  it('reports the volume as busy until the modification has completed, and returns its pause', async () => {
    const { account, context, id, modify } = await makeContext();
    // Without a modification.
    expect(await look(context, id)).toMatchObject({ state: 'busy', changeableAt: 0 });
    const sent = await modify({ Size: 16 });
    expect(sent).toMatchObject({ id, state: 'busy', lifecycle: 'modifying', values: { id } });
    await account.pass(60_000);
    const optimizing = { state: 'busy', lifecycle: 'optimizing', changeableAt: sent.changeableAt + 100 };
    expect(await look(context, id, 100)).toMatchObject(optimizing);
    await account.pass(1000 * getVolumeChangeWait(16).expectedSeconds);
    expect(await look(context, id)).toMatchObject({ state: 'ready', lifecycle: 'completed' });
  });

  it('accepts an identical request while the volume is modified, and refuses a different one', async () => {
    const { modify } = await makeContext();
    const first = await modify({ Size: 16, Iops: 4000 });
    expect(await modify({ Size: 16, Iops: 4000 })).toEqual(first);
    for (const other of [{ Size: 32 }, { Size: 16, Throughput: 250 }, { VolumeType: 'io2', Iops: 4000 }])
      await expectRefusal(modify(other), 'IncorrectModificationState');
  });

  it('throws FenceClosed when the fence is closed, and InvalidParameterValue for an invalid size', async () => {
    const { account, modify } = await makeContext();
    await expectRefusal(modify({ Size: 1 }), 'InvalidParameterValue');
    await account.put(FENCE, '{}');
    await expectRefusal(modify({ Size: 16 }), 'FenceClosed');
  });

  it('throws IncorrectModificationState when the running modification cannot be read', async () => {
    const { context, modify } = await makeContext();
    await modify({ Size: 16 });
    const blind = changeAnswer(context.aws, 'ec2', 'describeVolumesModifications', () => {
      throw refusal('InternalError');
    });
    await expectRefusal(modify({ Size: 16 }, { ...context, aws: blind }), 'IncorrectModificationState');
  });

  it.each([
    ['failed', 'failed'],
    [undefined, 'unknown'],
  ] as const)('reports failed when the modification state is %s', async (ModificationState, lifecycle) => {
    const { context, id, modify } = await makeContext();
    await modify({ Size: 16 });
    const why = 'A fault of AWS.';
    const aws = changeAnswer(context.aws, 'ec2', 'describeVolumesModifications', ({ VolumesModifications = [] }) => ({
      VolumesModifications: VolumesModifications.map(({ VolumeId }) => ({
        VolumeId,
        ModificationState,
        StatusMessage: why,
      })),
    }));
    const failed = { state: 'failed', lifecycle, why, changeableAt: 0 };
    expect(await look({ ...context, aws }, id)).toMatchObject(failed);
  });
});
