import { writeChanges } from '../../../lib/aws/logging/figures';
import type { Figures } from '../../../lib/shapes/deployment-metrics';

describe('writeChanges', () => {
  const now = { TrialsValid: 3, TrialsExcluded: 1, SpentUsd: 2 };
  it.each<[string, Figures | null, Figures]>([
    ['all figures of a first document', null, now],
    ['nothing for a document that is written again', now, {}],
    [
      'changes, also negative ones',
      { ...now, TrialsValid: 2, TrialsExcluded: 2 },
      { TrialsValid: 1, TrialsExcluded: -1 },
    ],
    ['a figure that the earlier document lacks', { TrialsValid: 3, TrialsExcluded: 1 }, { SpentUsd: 2 }],
  ])('writes %s', (_, before, expected) => {
    const written: Figures[] = [];
    const skip = (): void => undefined;
    writeChanges(now, before, { info: skip, warn: skip, error: skip, writeMetrics: (one) => written.push(one) });
    expect(written).toEqual([expected]);
  });
});
