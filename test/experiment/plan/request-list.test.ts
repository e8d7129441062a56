import { makePlan } from '../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../lib/experiment/reading/read';
import { requestsOf } from '../../../lib/experiment/plan/request-list';
import { FAKE, rawSpec, HOST_SCRIPTS } from '../fake-kinds';

describe('requestsOf', () => {
  it('lists what creates, changes and deletes, in its order', () => {
    const { spec } = readSpecObject(
      rawSpec({ workloads: { w: { kind: 'load', mode: '$mode', size: '$size', second: true } } }),
      FAKE,
    );
    if (spec === undefined) throw new Error('no spec');
    const planned = makePlan(spec, { executionId: 'e1', stack: 's', startedAt: 0, scripts: HOST_SCRIPTS, kinds: FAKE });
    if (!planned.ok) throw new Error('refused');
    expect(requestsOf(planned.plan).map(({ rig, action, times, what }) => `${rig} ${action} ${what} ${times}`)).toEqual(
      [
        'r1 ec2:CreateLaunchTemplate client 1',
        'r1 ec2:CreateFleet 2 client 1',
        'r1 ssm:SendCommand fixtures 1',
        'r1 ssm:SendCommand settle 18',
        'r1 ssm:SendCommand measure 18',
        'r1 ec2:TerminateInstances 2 hosts 1',
        'r1 ec2:DeleteLaunchTemplate client 1',
      ],
    );
  });

  it('deletes what is not deleted with something else, last made first', () => {
    const { spec } = readSpecObject(rawSpec(), FAKE);
    if (spec === undefined) throw new Error('no spec');
    const planned = makePlan(spec, { executionId: 'e1', stack: 's', startedAt: 0, scripts: HOST_SCRIPTS, kinds: FAKE });
    if (!planned.ok) throw new Error('refused');
    const [rig] = planned.plan.rigs;
    if (rig === undefined) throw new Error('no rig');
    const request = { input: {}, expectedSeconds: 1, timeoutSeconds: 1, pollSeconds: 1, pauseSeconds: 0 };
    const requests = [
      { ...request, id: 'fs', call: 'CreateFileSystem' },
      { ...request, id: 'volume1', call: 'CreateVolume', input: { VolumeType: 'OPENZFS' } },
      { ...request, id: 'volume2', call: 'CreateVolume', input: { VolumeType: 'NEW' } },
      { ...request, id: 'other', call: 'CreateFileSystem' },
    ] as const;
    const copies = rig.copies.map((copy) => ({ ...copy, requests }));
    const listed = requestsOf({ ...planned.plan, rigs: [{ ...rig, copies }] });
    expect(listed.filter(({ action }) => action.startsWith('fsx:')).map(({ action, what }) => [action, what])).toEqual([
      ['fsx:CreateFileSystem', 'fs'],
      ['fsx:CreateVolume', 'volume1'],
      ['fsx:CreateVolume', 'volume2'],
      ['fsx:CreateFileSystem', 'other'],
      ['fsx:DeleteFileSystem', 'other'],
      ['fsx:DeleteVolume', 'volume2'],
      ['fsx:DeleteFileSystem', 'fs'],
    ]);
  });
});
