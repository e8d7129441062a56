import { readdirSync } from 'node:fs';
import { WORKLOAD_KINDS } from '../../lib/shapes/workload-kinds';
import { findWorkload } from '../../lib/workloads/registry';

describe('registry of workload kinds', () => {
  it('registers every folder in lib/workloads', () => {
    const folders = readdirSync('lib/workloads', { withFileTypes: true }).filter((one) => one.isDirectory());
    // What tools of several kinds have in common has a folder of its own, and two tools are one kind of job.
    const kinds = WORKLOAD_KINDS.filter((kind) => kind !== 'ior' && kind !== 'mdtest');
    expect(folders.map(({ name }) => name).sort()).toEqual([...kinds, 'mpi', 'tools'].sort());
  });

  it('defines metrics and facts with the same name equally in all kinds', () => {
    const meanings = new Map<string, unknown>();
    for (const kind of WORKLOAD_KINDS) {
      const { metrics = {}, factWords = {} } = findWorkload(kind) ?? {};
      for (const [name, meaning] of [...Object.entries(metrics), ...Object.entries(factWords)]) {
        expect([name, meaning]).toEqual([name, meanings.get(name) ?? meaning]);
        meanings.set(name, meaning);
      }
    }
  });
});

describe('findWorkload', () => {
  it('finds every kind by its name', () => {
    expect(WORKLOAD_KINDS).toContain('fio');
    for (const kind of WORKLOAD_KINDS) expect(findWorkload(kind)?.kind).toBe(kind);
  });

  it('returns undefined for unknown names, including those of object properties', () => {
    expect(findWorkload('nothing')).toBeUndefined();
    expect(findWorkload('toString')).toBeUndefined();
  });
});
