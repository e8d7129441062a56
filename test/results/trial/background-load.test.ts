import { computeBackgroundLoad } from '../../../lib/results/trial/background-load';
import { LOOK, makeSampledHost } from './two-looks';
import { EVIDENCE_FILE } from '../../../lib/workloads/evidence';

const makeHost = (name: string, to: object, head: object = {}) => makeSampledHost(name, to, {}, head);

describe('computeBackgroundLoad', () => {
  it('returns each figure of the host where it is worst, e.g. the least available memory', () => {
    const to = {
      own: { user: 300, system: 500, read: 0, write: 0 },
      load: 3.5,
      stalled: { cpu: 1_000_000, io: 5_000_000, memory: null },
    };
    const one = makeHost('a', to, { clock: 0.001, clockBound: 0.03 });
    const other = makeHost(
      'b',
      { memory: { ...LOOK.memory, available: 20 }, load: 2 },
      { clock: -0.004, clockBound: 0.02 },
    );
    expect(computeBackgroundLoad([one, other])).toMatchObject({
      stolenCpu: 0.05,
      busyCpu: 0.5,
      ownCpu: 0.4,
      load: 3.5,
      availableMemory: 0.2,
      stalled: { cpu: 0.1, io: 0.5, memory: null },
      delayedPackets: null,
      clockAheadSeconds: -0.004,
      clockBoundSeconds: 0.03,
    });
  });

  it('omits the worst clock when a host has no time server, and the bound when one is unknown', () => {
    const readClocks = (...heads: readonly object[]) => {
      const load = computeBackgroundLoad(heads.map((head, index) => makeHost(`h${index}`, {}, head)));
      return [load?.clockAheadSeconds, load?.clockBoundSeconds];
    };
    expect(readClocks({ clock: 3, clockBound: 0.1 }, { clock: null, clockBound: 0.1 })).toEqual([null, null]);
    expect(readClocks({ clock: 3, clockBound: 0.1 }, { clock: 2 })).toEqual([3, null]);
  });

  it('counts delayed packets only when both samples have the counter', () => {
    const counted = makeHost('a', { network: 17 });
    expect(computeBackgroundLoad([counted])?.delayedPackets).toBeNull();
    const text = counted.files[0]?.text.replace('"thermalMs":0', '"thermalMs":0,"network":5') ?? '';
    const both = { ...counted, files: [{ name: EVIDENCE_FILE, source: 's', text }] };
    expect(computeBackgroundLoad([both])?.delayedPackets).toBe(12);
  });

  it('returns null without evidence', () => expect(computeBackgroundLoad([])).toBeNull());
});
