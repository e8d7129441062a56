import { planEfsChange } from '../../../lib/targets/efs/requests';
import type { Efs } from '../../../lib/targets/efs/schema';
import { CONFIG } from './config';

type Changes = Partial<Efs>;
const planChange = (before: Changes, after: Changes) =>
  planEfsChange({ ...CONFIG, ...before }, { ...CONFIG, ...after });
const makeProvisioned = (provisionedMiBps: number): Changes => ({ throughputMode: 'provisioned', provisionedMiBps });
const DAY = 86_400;

describe('planEfsChange', () => {
  it('makes no request when only storedGiB changes', () => {
    expect(planChange({}, { storedGiB: 200 })).toEqual({ kind: 'inPlace', requests: [] });
  });

  it('increases throughput by UpdateFileSystem at any time', () => {
    expect(planChange(makeProvisioned(20), makeProvisioned(40))).toEqual({
      kind: 'inPlace',
      requests: [
        {
          of: 'fs',
          call: 'efs:UpdateFileSystem',
          input: {
            FileSystemId: '@fs.fileSystemId',
            ThroughputMode: 'provisioned',
            ProvisionedThroughputInMibps: 40,
          },
          expectedSeconds: 60,
          timeoutSeconds: 3600,
          // It holds back less, and another mode; not still more.
          coolDownSeconds: DAY,
          coolsDown: [],
          holdsBack: ['throughputMode or less provisionedMiBps'],
          interruption: false,
        },
      ],
    });
  });

  it.each([
    [makeProvisioned(40), makeProvisioned(20)],
    [{}, makeProvisioned(20)],
    [makeProvisioned(20), {}],
    [{}, { throughputMode: 'bursting' }],
  ] as [Changes, Changes][])('changes the mode or decreases throughput once a day: %j to %j', (before, after) => {
    const result = planChange(before, after);
    expect(result).toMatchObject({ kind: 'inPlace', requests: [{ coolDownSeconds: DAY }] });
    // One holds back the other.
    expect(result.kind === 'inPlace' && result.requests[0]?.coolsDown).toHaveLength(1);
  });

  it('requires recreation when zone and encryption change, and names both', () => {
    const { kind, ...why } = planChange({}, { zone: 'one-zone', encrypted: false });
    expect(kind).toBe('recreate');
    expect(why).toEqual({
      why: 'zone regional to one-zone, encrypted true to false: fixed at creation',
    });
  });
});
