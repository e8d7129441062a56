import { slowChanges } from '../../../../lib/experiment/plan/rig/slow-changes';

type Rig = Parameters<typeof slowChanges>[0][number];

/** Two stretches, and a change of copy c1 between them. */
const rig = (seconds: readonly number[], stage: string | null = 'large', block = 1): Rig =>
  ({
    draft: {
      block,
      copies: [{ copy: 'c1', target: 'filer' }],
      stretches: [
        { changes: [] },
        { changes: [{ copy: 'c1', stage, requests: seconds.map((expectedSeconds) => ({ expectedSeconds })) }] },
      ],
    },
    stretchUsdPerHour: [2, 4],
  }) as unknown as Rig;

describe('a change that takes hours', () => {
  it('is told where it stands, with what it costs at the dearer price', () => {
    expect(slowChanges([rig([10_800])])).toEqual([
      {
        severity: 'advice',
        code: 'SlowChange',
        path: ['targets', 'filer', 'stages', 'large'],
        message: expect.stringContaining('takes about 3h (AWS spreads') as string,
      },
    ]);
    expect(slowChanges([rig([10_800])])[0]?.message).toContain('cost about 12.00 USD meanwhile');
    expect(slowChanges([rig([10_800], null)])[0]?.path).toEqual(['targets', 'filer']);
  });

  it('is told once, for all its requests together, and not where it takes less than an hour', () => {
    expect(slowChanges([rig([1800, 1801]), rig([7200]), rig([7200], 'large', 2)])).toHaveLength(1);
    expect(slowChanges([rig([3600])])).toEqual([]);
  });
});
