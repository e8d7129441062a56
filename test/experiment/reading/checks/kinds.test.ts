import type { Problem } from '../../../../lib/shapes/problem';
import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../../fake-kinds';

const readProblems = (changes: Record<string, unknown>): readonly Problem[] =>
  readSpecObject(rawSpec(changes), FAKE).problems;
const listCodes = (changes: Record<string, unknown>): string[] =>
  readProblems(changes).map(({ code, path }) => `${path.join('.')} ${code}`);

describe('check of kind settings', () => {
  it('reports a problem once, at the factor level that caused it', () => {
    const problems = readProblems({ factors: { mode: ['read', 'write', 'raed'], size: [1, 'x', 101] } });
    expect(problems.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual([
      'factors.size.1 WrongType',
      'factors.size.2 TooBig',
      'factors.mode.2 BadValue',
    ]);
  });

  it('ignores values that the design excludes from all cells', () => {
    const changes = { factors: { mode: ['read', 'write'], size: [1, 101] } };
    expect(listCodes({ ...changes, design: { exclude: [{ size: 101 }] } })).toEqual(['factors.size UnusedLevel']);
    expect(listCodes({ ...changes, design: { exclude: [{ mode: 'write', size: 101 }] } })).toEqual([
      'factors.size.1 TooBig',
    ]);
  });

  it('reports the other problems of a workload when one reference is wrong', () => {
    expect(listCodes({ workloads: { w: { kind: 'load', mode: '$mod', size: 101, measure: 'long' } } })).toEqual([
      'workloads.w.mode UnknownFactor',
      'workloads.w.measure WrongType',
    ]);
  });

  it('reports an unknown key at the key itself, also when its value comes from a factor', () => {
    const factors = { mode: ['read', 'write'], size: [1, 2], depth: [8, 16] };
    const workloads = { w: { kind: 'load', mode: '$mode', size: '$size', dept: '$depth' } };
    expect(listCodes({ factors, workloads })).toEqual(['workloads.w.dept UnknownKey']);
  });

  it('reports invalid values of a workload without cells, but no missing keys', () => {
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
    expect(listCodes({ factors, workloads, design: { cross: [], include } })).toEqual([
      'workloads.idle.size WrongType',
    ]);
    const right = { ...workloads, idle: { ...idle, size: 1 } };
    expect(listCodes({ factors, workloads: right, design: { cross: [], include } })).toEqual([
      'workloads UnusedLevel',
      'factors.mode UnusedLevel',
      'factors.size UnusedLevel',
    ]);
  });

  it('reports invalid values of a target without cells', () => {
    const targets = { here: { kind: 'folder' }, idle: { kind: 'folder', throughputMBps: 'much' } };
    expect(listCodes({ targets, design: { exclude: [{ target: 'idle' }] } })).toEqual([
      'targets.idle.throughputMBps WrongType',
    ]);
  });

  it('reports a problem of a stage at the stage', () => {
    const targets = { here: { kind: 'cloud', stages: { a: { throughputMBps: 1 }, b: { throughputMBps: 'much' } } } };
    const fleet = { client: { count: 1, instanceType: 'c5n.large' } };
    expect(listCodes({ targets, fleet })).toEqual(['targets.here.stages.b.throughputMBps WrongType']);
  });

  it('reports MissingRole when the fleet lacks the role of a workload', () => {
    expect(listCodes({ workloads: { w: { kind: 'load', mode: '$mode', size: '$size', role: 'server' } } })).toEqual([
      'workloads.w MissingRole',
    ]);
  });
});

describe('targets of a spec', () => {
  it('refuses a mix of local targets and targets in AWS (MixedTargets)', () => {
    const targets = { here: { kind: 'folder', path: '/x' }, far: { kind: 'cloud' } };
    const [problem, ...others] = readProblems({ targets });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'MixedTargets', path: ['targets', 'here', 'kind'] });
    expect(problem?.message).toMatch(/^`here` \(folder\) is on this machine and `far`.*Write an experiment for each/);
  });
});
