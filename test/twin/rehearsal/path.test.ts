import type { RigSegments } from '../../../lib/twin/rehearsal/bill/bill';
import { criticalPath } from '../../../lib/twin/rehearsal/path';
import type { Phase, Segment } from '../../../lib/twin/rehearsal/segments';

const SECOND = 1000;

/** A rig that begins at a second, with phases of so many seconds each. */
function rig(name: string, begin: number, ...phases: readonly (readonly [Phase, number])[]): RigSegments {
  let from = begin * SECOND;
  const segments: Segment[] = phases.map(([phase, seconds]) => {
    const segment = { phase, from, until: from + seconds * SECOND };
    from = segment.until;
    return segment;
  });
  return { rig: name, tag: `e1__${name}`, segments, windows: [] };
}

const path = (rigs: readonly RigSegments[], measured: number, until: number, proven = until): string[] =>
  criticalPath(rigs, { from: 0, until: until * SECOND }, { from: 0, until: measured * SECOND }, proven * SECOND).map(
    ({ what, seconds }) => `${what} ${seconds}`,
  );

describe('criticalPath', () => {
  it('is admission, the phases of the rig, the results and the guardian, and adds up to the whole', () => {
    const one = rig('r1', 2, ['creating', 600], ['preparing', 100], ['measuring', 300], ['deleting', 50]);
    const steps = path([one], 1060, 1400);
    expect(steps).toEqual([
      'admission 2',
      'r1 creating 600',
      'r1 preparing 100',
      'r1 measuring 300',
      'r1 deleting 50',
      'results, report 8',
      'guardian: settle, verify, receipt 340',
    ]);
  });

  it('tells what came after the receipt apart, where that was waited for', () => {
    const one = rig('r1', 2, ['measuring', 300]);
    expect(path([one], 310, 1000, 700).slice(-2)).toEqual([
      'guardian: settle, verify, receipt 390',
      'metrics of servers, mail 300',
    ]);
    expect(path([one], 310, 1000, 950).at(-1)).toBe('guardian: settle, verify, receipt 690');
  });

  it('takes moments between trials for measuring, and changes for themselves', () => {
    const phases = [
      ['idle', 1],
      ['measuring', 100],
      ['idle', 2],
      ['measuring', 100],
      ['changing', 600],
      ['measuring', 50],
      ['idle', 3],
    ] as const;
    expect(path([rig('r1', 0, ...phases)], 856, 856)).toEqual([
      'r1 measuring 203',
      'r1 changing 600',
      'r1 measuring 53',
    ]);
  });

  it('goes along the longest of parallel rigs only', () => {
    const rigs = [rig('r1', 1, ['measuring', 50]), rig('r2', 1, ['measuring', 80]), rig('r3', 1, ['measuring', 20])];
    expect(path(rigs, 81, 81)).toEqual(['admission 1', 'r2 measuring 80']);
  });

  it('goes through rigs that waited for others, with the wait between them', () => {
    const rigs = [
      rig('r1', 1, ['measuring', 50]),
      rig('r2', 1, ['measuring', 80]),
      rig('r3', 54, ['measuring', 100]),
      rig('r4', 90, ['measuring', 10]),
    ];
    expect(path(rigs, 154, 154)).toEqual(['admission 1', 'r1 measuring 50', 'waiting 3', 'r3 measuring 100']);
  });

  it('is admission alone where no rig began', () => {
    expect(path([], 7, 7)).toEqual(['admission 7']);
    expect(path([rig('r1', 0)], 7, 9)).toEqual(['admission 7', 'guardian: settle, verify, receipt 2']);
  });
});
