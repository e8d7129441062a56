import { notBuiltIn } from '../../../lib/experiment/reading/not-built';
import { readSpecObject } from '../../../lib/experiment/reading/read';
import type { Spec } from '../../../lib/shapes/spec';

const RAW = {
  experiment: 'files',
  targets: { here: { kind: 'directory', path: 'data' } },
  workloads: { quick: { kind: 'mdtest', ranks: 2, filesPerRank: 10 }, more: { extends: 'quick', shiftRanks: true } },
};

function specOf(raw: Readonly<Record<string, unknown>>): Spec {
  const { spec, problems } = readSpecObject(raw);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return spec;
}

describe('notBuiltIn', () => {
  it('names each kind once, with what is of it, in one message', () => {
    expect(notBuiltIn(specOf(RAW))).toEqual({
      severity: 'error',
      code: 'NotBuilt',
      path: ['workloads', 'quick', 'kind'],
      message:
        'this version plans and prices, and cannot execute yet: the workload kind `mdtest` (`quick`, `more`). ' +
        '`fsxbench validate` and `fsxbench plan` work in full',
    });
  });

  it('names every part of the language that is asked for, where it stands', () => {
    const spec = specOf({
      ...RAW,
      factors: { rate: [1, 2] },
      workloads: {
        load: { kind: 'database', rate: '$rate', events: [{ at: '1m', confirm: 'Look.', within: '1h' }] },
      },
      criteria: { calm: { metric: 'iops', operation: 'db', every: '1s', atLeast: 1 } },
      design: { search: { factor: 'rate' }, replicates: { min: 2, max: 4 } },
    });
    expect(notBuiltIn(spec)?.message).toBe(
      'this version plans and prices, and cannot execute yet: the workload kind `database` (`load`); `events` ' +
        'of workloads (`load`); `every` of ' +
        'criteria (`calm`); `design.search`; `design.replicates` with `min` and `max`. `fsxbench validate` and ' +
        '`fsxbench plan` work in full',
    );
    const built = { fio: { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '4 MiB' } };
    const adaptive = specOf({ ...RAW, workloads: built, design: { replicates: { min: 2, max: 4 } } });
    expect(notBuiltIn(adaptive)).toMatchObject({ path: ['design', 'replicates'] });
  });

  it('says nothing of what can be executed', () => {
    const workloads = { fio: { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '4 MiB' } };
    expect(notBuiltIn(specOf({ ...RAW, workloads }))).toBeUndefined();
  });
});
