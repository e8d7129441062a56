import type { Problem } from '../../../../lib/shapes/problem';
import { readSpecObject } from '../../../../lib/experiment/spec/read';
import { FAKE, rawSpec } from '../../fake-kinds';
import { lustreSpec, persistent } from '../../real-spec';

const problemsOf = (changes: Record<string, unknown>): readonly Problem[] =>
  readSpecObject(rawSpec(changes), FAKE).problems;
const told = (changes: Record<string, unknown>): string[] =>
  problemsOf(changes).map(({ code, path }) => `${path.join('.')} ${code}`);

describe('references', () => {
  it('are reported where they stand, in targets, fleet and workloads', () => {
    expect(
      told({
        targets: { here: { kind: 'folder', path: '$plce' } },
        fleet: { client: { count: '$hosts' } },
        workloads: { w: { kind: 'load', mode: '$mode', size: '$size.bytes' } },
      }),
    ).toEqual([
      'targets.here.path UnknownFactor',
      'fleet.client.count UnknownFactor',
      'workloads.w.size UnknownSetting',
    ]);
  });

  it('to settings need them in every level', () => {
    const [problem] = problemsOf({
      factors: { mode: ['read'], size: [{ n: 1 }, { m: 2 }] },
      workloads: { w: { kind: 'load', mode: '$mode', size: '$size.n' } },
    });
    expect(problem?.message).toContain('level `m=2` lacks it: it has `m`');
  });

  it('to a factor that is wrong itself are not reported again', () => {
    expect(told({ factors: { mode: ['read'], size: 5 } })).toEqual(['factors.size WrongType']);
  });

  it('that are part of a text are taken as they stand, with advice', () => {
    expect(told({ targets: { here: { kind: 'folder', path: '$HOME/x' } } })).toEqual([
      'targets.here.path LiteralDollar',
    ]);
  });

  it('that nothing makes leave an unused factor, with advice', () => {
    expect(told({ factors: { mode: ['read'], size: [1], more: [1, 2] } })).toEqual(['factors.more UnusedFactor']);
  });
});

describe('settings of kinds', () => {
  it('are reported at the level that brought them, once', () => {
    const problems = problemsOf({ factors: { mode: ['read', 'write', 'raed'], size: [1, 'x', 101] } });
    expect(problems.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual([
      'factors.size.1 WrongType',
      'factors.size.2 TooBig',
      'factors.mode.2 BadValue',
    ]);
  });

  it('are checked for the cells of the design only', () => {
    const changes = { factors: { mode: ['read', 'write'], size: [1, 101] } };
    expect(told({ ...changes, design: { exclude: [{ size: 101 }] } })).toEqual(['factors.size UnusedLevel']);
    expect(told({ ...changes, design: { exclude: [{ mode: 'write', size: 101 }] } })).toEqual([
      'factors.size.1 TooBig',
    ]);
  });

  it('are checked as far as they are known where a reference is wrong', () => {
    expect(told({ workloads: { w: { kind: 'load', mode: '$mod', size: 101, measure: 'long' } } })).toEqual([
      'workloads.w.mode UnknownFactor',
      'workloads.w.measure WrongType',
      'workloads.w.size TooBig',
    ]);
  });

  it('in a stage are reported in the stage', () => {
    const targets = { here: { kind: 'cloud', stages: { a: { throughputMBps: 1 }, b: { throughputMBps: 'much' } } } };
    const fleet = { client: { count: 1, instanceType: 'c5n.large' } };
    expect(told({ targets, fleet })).toEqual(['targets.here.stages.b.throughputMBps WrongType']);
  });

  it('need roles that the fleet has', () => {
    expect(told({ workloads: { w: { kind: 'load', mode: '$mode', size: '$size', role: 'server' } } })).toEqual([
      'workloads.w MissingRole',
    ]);
  });
});

describe('targets', () => {
  it('are all on this machine or all in AWS', () => {
    const targets = { here: { kind: 'folder', path: '/x' }, far: { kind: 'cloud' } };
    const [problem, ...others] = problemsOf({ targets });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'MixedTargets', path: ['targets', 'here', 'kind'] });
    expect(problem?.message).toMatch(
      /^`here` \(folder\) is on this machine and `far` \(cloud\) in AWS: they cannot be/,
    );
  });
});

describe('mount options', () => {
  it('are not held against a target that cannot stay', () => {
    const targets = { here: { kind: 'directory', path: '/x' }, scratch: persistent() };
    const fleet = { client: { instanceType: 'c5n.2xlarge', mount: { tuning: 'none' } } };
    const found = readSpecObject(lustreSpec({ targets, fleet })).problems;
    expect(found.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []))).toEqual(['MixedTargets']);
  });

  it('are checked, whatever else is wrong', () => {
    const fleet = { client: { count: 0, instanceType: 'c5n.2xlarge', mount: { tuning: 'best', noatime: '$io' } } };
    const raw = lustreSpec({ factors: { io: [true, 'often'] }, fleet });
    const found = readSpecObject(raw).problems.filter(({ severity }) => severity === 'error');
    expect(found.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual([
      'fleet.client.count OutOfRange',
      'fleet.client.mount.tuning BadValue',
      'factors.io.1 WrongType',
    ]);
  });
});
