import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import { codes, counter, ended, input, left, started, trial } from '../raw-objects';

describe('hosts that did not do their part', () => {
  it('are not added up where they did not overlap; their own numbers stay', () => {
    const objects = [started(1), ended(1), ...left(1, 'client-0', 100), ...left(1, 'client-1', 100, 0.9)];
    const { row, observations } = judgeTrial(input(objects));
    expect(row.verdict).toBe('INVALID');
    expect(row.overlap).toBeCloseTo(0.775, 6);
    expect(row.reasons[0]).toMatchObject({ code: 'NoOverlap' });
    expect(row.reasons[0]?.text).toContain('3.10 s of 4.00 s (77.5 %');
    expect(observations.map(({ host }) => host)).toEqual(['client-0', 'client-1']);
  });

  it('are named where their results are lost', () => {
    const result = judgeTrial(input([started(1), ended(1), ...left(1, 'client-1', 100)]));
    expect(result.row).toMatchObject({ verdict: 'INVALID', overlap: 1 });
    expect(result.row.reasons).toEqual([
      {
        level: 'invalid',
        code: 'ResultLost',
        text: '1 of 2 hosts left no readable result of command measure: client-0',
      },
    ]);
    expect(result.observations.map(({ host }) => host)).toEqual(['client-1']);
  });

  it('are HostLost or HostFailed where their command says so, and nothing is said twice', () => {
    const lost = judgeTrial(
      input([started(1), ended(1, { measure: 'LOST' }, ['client-0: no answer']), ...left(1, 'client-1', 100)]),
    );
    expect(codes(lost)).toEqual(['HostLost']);
    const failed = judgeTrial(
      input([started(1), ended(1, { measure: 'FAILED' }, ['client-0: exit code 1']), ...left(1, 'client-1', 100)]),
    );
    expect(codes(failed)).toEqual(['HostFailed']);
    expect(failed.row.verdict).toBe('INVALID');
  });

  it('are not asked for numbers where their role does not measure', () => {
    const workload: typeof counter = {
      ...counter,
      roles: () => [
        { role: 'client', mounts: true, measures: true },
        { role: 'broker', mounts: true, measures: false },
      ],
    };
    const roles = ['client', 'broker'].map((role) => ({ role, count: 1 }));
    const steps = trial.steps.map((step) => ({ ...step, roles: ['client', 'broker'] }));
    const objects = [started(1), ended(1), ...left(1, 'client-0', 100), ...left(1, 'broker-0', 7, 3)];
    const plan = { experiment: 'exp', executionId: 'e1', rigs: [{ rig: 'r1', roles }] };
    const { row, observations } = judgeTrial(input(objects, { workload, plan, trial: { ...trial, steps } }));
    expect(row).toMatchObject({ verdict: 'VALID', overlap: 1 });
    expect(observations.map(({ host, value }) => [host, value])).toEqual([
      ['client-0', 100],
      ['aggregate', 100],
    ]);
  });

  it('cannot hide a tool that failed behind a command that succeeded', () => {
    const objects = [started(1), ended(1), ...left(1, 'client-0', 100, 0, { rc: 1 }), ...left(1, 'client-1', 100)];
    const result = judgeTrial(input(objects));
    expect(codes(result)).toEqual(['ToolFailed']);
    expect(result.row.reasons[0]?.text).toBe('client-0: counter ended with exit code 1');
  });
});
