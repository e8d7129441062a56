import { makePassTracker } from '../../../lib/cli/text/cleanup-passes';
import { TEARDOWN_PASSES } from '../../../lib/shapes/timing';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { readMachineText } from '../../../lib/machine-files/source';

const call = (changes: Partial<CallRecord>): CallRecord => ({
  time: '2026-11-28T18:48:44.922Z',
  execution: 'e1',
  state: 'WriteReceipt',
  role: 'fsxbench-write-receipt',
  service: 's3',
  action: 'PutObject',
  input: {},
  ...changes,
});
const receipt = (remaining: readonly object[]): Partial<CallRecord> => ({
  input: { Key: 'executions/ro/e1/receipt.json', Body: JSON.stringify({ clean: false, remaining, unlisted: [] }) },
});
const pass = (nth: number, execution = 'e1'): CallRecord =>
  call({
    execution,
    state: 'TearDown',
    action: 'StartExecution',
    input: { name: `${execution}__teardown__${nth}__0`, input: JSON.stringify({ seconds: 20 }) },
  });
const HOST = { kind: 'host', id: 'i-1' };

/** A tracker that returns what it prints for a call, else null. */
function makeTracker(): (call: CallRecord) => string | null {
  let printed: string | null = null;
  const track = makePassTracker((line) => (printed = line));
  return (one) => {
    printed = null;
    track(one);
    return printed;
  };
}

describe('makePassTracker', () => {
  it('prints from the second pass on what is left and how long it retries', () => {
    const track = makeTracker();
    expect(track(pass(1))).toBeNull();
    expect(track(call(receipt([HOST, { kind: 'data directory', id: '/x/\u202ey' }])))).toBeNull();
    expect(track(pass(2))).toBe(
      'cleanup pass 2 of 5, retrying for up to 1m 20s; still left: host i-1, data directory /x/?y',
    );
    track(call(receipt([HOST])));
    expect(track(pass(5))).toBe('cleanup pass 5 of 5, retrying for up to 20s; still left: host i-1');
  });

  it('prints why the receipt cannot be written, and `unknown` for another execution', () => {
    const track = makeTracker();
    track(call({ ...receipt([HOST]), error: { name: 'AccessDenied', message: 'EACCES: permission denied' } }));
    expect(track(pass(2))).toMatch(/left: the cleanup receipt cannot be written: EACCES: permission denied$/);
    expect(track(pass(3, 'e2__recover__1'))).toMatch(/still left: unknown$/);
  });

  it('ignores teardowns of rigs and other calls', () => {
    const track = makeTracker();
    for (const name of ['e1__r1__teardown__0', 'e1__r1__teardown__after__0', 'e1__results__0'])
      expect(track(call({ state: 'TearDown', action: 'StartExecution', input: { name, input: '{}' } }))).toBeNull();
    expect(track(call({ input: { Key: 'proofs/e1.json', Body: 'x' } }))).toBeNull();
  });

  it('has as its maximum, TEARDOWN_PASSES, the limit in guardian.asl.yaml', () => {
    const guardian = readMachineText(process.cwd(), 'guardian');
    const limits = [...guardian.matchAll(/\$rounds >= (\d+)/g)].map(([, rounds]) => Number(rounds));
    expect(limits).toEqual([TEARDOWN_PASSES, TEARDOWN_PASSES]);
  });
});
