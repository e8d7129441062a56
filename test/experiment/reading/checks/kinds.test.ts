import type { Problem } from '../../../../lib/shapes/problem';
import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../../fake-kinds';

const problemsOf = (changes: Record<string, unknown>): readonly Problem[] =>
  readSpecObject(rawSpec(changes), FAKE).problems;
const told = (changes: Record<string, unknown>): string[] =>
  problemsOf(changes).map(({ code, path }) => `${path.join('.')} ${code}`);

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
    ]);
  });

  it('that do not exist are reported where their key stands, wherever their value comes from', () => {
    const factors = { mode: ['read', 'write'], size: [1, 2], depth: [8, 16] };
    const workloads = { w: { kind: 'load', mode: '$mode', size: '$size', dept: '$depth' } };
    expect(told({ factors, workloads })).toEqual(['workloads.w.dept UnknownKey']);
  });

  it('are checked where no cell uses them: what is wrong at every level, not what is missing', () => {
    const idle = { kind: 'load', mode: '$mode', size: 'much' };
    const workloads = {
      w: { kind: 'load', mode: '$mode', size: '$size' },
      idle,
      base: { kind: 'load' },
      // Wrong at one level of a factor only: no cell has that.
      perhaps: { kind: 'load', mode: '$mode', size: '$size' },
    };
    const factors = { mode: ['read', 'write'], size: [1, 101] };
    const include = [{ workload: 'w' }];
    expect(told({ factors, workloads, design: { cross: [], include } })).toEqual(['workloads.idle.size WrongType']);
    const right = { ...workloads, idle: { ...idle, size: 1 } };
    expect(told({ factors, workloads: right, design: { cross: [], include } })).toEqual([
      'workloads UnusedLevel',
      'factors.mode UnusedLevel',
      'factors.size UnusedLevel',
    ]);
  });

  it('of targets are checked where no cell uses them', () => {
    const targets = { here: { kind: 'folder' }, idle: { kind: 'folder', throughputMBps: 'much' } };
    expect(told({ targets, design: { exclude: [{ target: 'idle' }] } })).toEqual([
      'targets.idle.throughputMBps WrongType',
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
    expect(problem?.message).toMatch(/^`here` \(folder\) is on this machine and `far`.*Write an experiment for each/);
  });
});
