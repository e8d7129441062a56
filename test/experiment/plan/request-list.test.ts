import { requestsOf } from '../../../lib/experiment/plan/request-list';
import { sound } from './planned';
import cases from './request-list.cases.json';

describe('requestsOf', () => {
  it('lists what creates, changes and deletes, in its order', () => {
    const planned = sound({ workloads: { w: { kind: 'load', mode: '$mode', size: '$size', second: true } } });
    expect(requestsOf(planned.plan).map(({ rig, action, times, what }) => `${rig} ${action} ${what} ${times}`)).toEqual(
      cases.requests,
    );
  });

  it('deletes what is not deleted with something else, last made first', () => {
    const planned = sound();
    const [rig] = planned.plan.rigs;
    if (rig === undefined) throw new Error('no rig');
    const request = { input: {}, expectedSeconds: 1, timeoutSeconds: 1, pollSeconds: 1, pauseSeconds: 0, wave: 0 };
    const requests = [
      { ...request, id: 'fs', call: 'CreateFileSystem' },
      { ...request, id: 'volume1', call: 'CreateVolume', input: { VolumeType: 'OPENZFS' } },
      { ...request, id: 'volume2', call: 'CreateVolume', input: { VolumeType: 'NEW' } },
      { ...request, id: 'other', call: 'CreateFileSystem' },
    ] as const;
    const copies = rig.copies.map((copy) => ({ ...copy, requests }));
    const listed = requestsOf({ ...planned.plan, rigs: [{ ...rig, copies }] });
    expect(listed.filter(({ action }) => action.startsWith('fsx:')).map(({ action, what }) => [action, what])).toEqual(
      cases.deletes,
    );
  });
});
