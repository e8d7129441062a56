import { WORKLOAD_KINDS, workloadOf } from '../../lib/workloads/registry';

describe('workloadOf', () => {
  it('knows every kind by its own name', () => {
    expect(WORKLOAD_KINDS).toContain('fio');
    for (const kind of WORKLOAD_KINDS) expect(workloadOf(kind)?.kind).toBe(kind);
  });

  it('knows nothing else, not even what every object has', () => {
    expect(workloadOf('nothing')).toBeUndefined();
    expect(workloadOf('toString')).toBeUndefined();
  });
});
