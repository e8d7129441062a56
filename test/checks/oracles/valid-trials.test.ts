import type { TrialPlan } from '../../../lib/shapes/plan';
import type { TrialRow } from '../../../lib/shapes/verdict';
import type { ExecutionRecord } from '../../../checks/oracles/execution-record';
import { checkFixtures } from '../../../checks/oracles/valid-trials';
import type { HostCommandRecord } from '../../../checks/oracles/creation-log';
import { trial } from '../../results/raw-objects';

const KEY = 'aaaaaaaaaaaa';
const makeCommandRecord = (more: Partial<HostCommandRecord> = {}): HostCommandRecord => ({
  instanceId: 'i-1',
  attempt: 't0001.a1',
  step: 'measure',
  outputPrefix: 'executions/exp/e1/raw/r1/t0001/a1/',
  from: 0,
  until: 1,
  succeeded: true,
  role: 'client',
  slots: { 'mount/c1': { key: KEY, state: 'standing', stays: true } },
  ...more,
});

function listComplaints(work: HostCommandRecord[], verdict: TrialRow['verdict'] = 'VALID', stated = true): string[] {
  const slots = [{ slot: 'mount/c1', key: KEY, roles: ['client'] }];
  const plan = { trials: [{ ...trial, ...(stated ? { slots } : {}) } satisfies TrialPlan] };
  const rows = [{ key: 'k', row: { trial: 't0001', attempt: 1, verdict } }];
  const aftermath = { observations: { work }, facts: { rows, plan, executionId: 'e1' } } as unknown as ExecutionRecord;
  return checkFixtures(aftermath).map(({ text }) => text);
}

describe('checkFixtures', () => {
  it('complains about a VALID trial whose host had a different, dirty or unrecorded mount', () => {
    expect(listComplaints([makeCommandRecord()])).toEqual([]);
    const told = ['t0001 is VALID, but i-1 had another mount/c1'];
    expect(
      listComplaints([makeCommandRecord({ slots: { 'mount/c1': { key: 'b', state: 'standing', stays: true } } })]),
    ).toEqual(told);
    expect(
      listComplaints([makeCommandRecord({ slots: { 'mount/c1': { key: KEY, state: 'dirty', stays: true } } })]),
    ).toEqual(told);
    expect(listComplaints([makeCommandRecord({ slots: undefined })])).toEqual(told);
  });

  it('ignores other roles, attempts and steps, INVALID trials, and plans without mounts', () => {
    const bare = { slots: undefined };
    expect(listComplaints([makeCommandRecord({ ...bare, role: 'broker' })])).toEqual([]);
    expect(listComplaints([makeCommandRecord({ ...bare, attempt: 't0001.a2' })])).toEqual([]);
    expect(listComplaints([makeCommandRecord({ ...bare, step: 'layout' })])).toEqual([]);
    expect(listComplaints([makeCommandRecord(bare)], 'INVALID')).toEqual([]);
    expect(listComplaints([makeCommandRecord(bare)], 'VALID', false)).toEqual([]);
  });
});
