import { listBars } from '../../lib/results/timeline';
import { execution } from './fixture';

describe('listBars', () => {
  it('converts marks of rigs and windows of trials to lanes', () => {
    const { outcomes, rows } = execution({ replicates: 1 });
    const bars = listBars(outcomes, rows);
    expect(bars.filter(({ lane }) => lane === 'r1').map(({ phase }) => phase)).toEqual([
      'creating',
      'preparing',
      'measuring',
      'deleting',
    ]);
    expect(bars.filter(({ lane }) => lane === 'r1 trials')).toHaveLength(4);
    expect(bars.find(({ label }) => label === 't0001')).toMatchObject({ from: rows[0]?.started, to: rows[0]?.ended });
  });

  it('omits phases without length or with an unreadable time', () => {
    const at = '2026-03-02T09:00:00.000Z';
    const marks = [
      { mark: 'creating', at },
      { mark: 'launching', at: 'soon' },
      { mark: 'preparing', at },
      { mark: 'deleting', at: '2026-03-02T09:00:05.000Z' },
    ] as const;
    expect(listBars([{ rig: 'r1', status: 'FAILED', reason: null, marks }], [])).toEqual([
      { lane: 'r1', phase: 'preparing', label: 'preparing', from: at, to: '2026-03-02T09:00:05.000Z' },
    ]);
  });
});
