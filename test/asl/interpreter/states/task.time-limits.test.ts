import { execute, types } from '../execute';

const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };

describe('time-outs of a task by an expression', () => {
  it.each([
    [{ TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: 10 }, 10],
    [{ TimeoutSeconds: 10, HeartbeatSeconds: '{% 20 %}' }, 20],
    [{ TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: '{% 20 %}' }, 20],
  ])('refuse a heartbeat of an expression that is not below the time-out: %j', async (limits, found) => {
    const execution = await execute({ T: { ...invoke, ...limits } });
    const rule = `must be smaller than TimeoutSeconds (10) but was: ${found}`;
    expect(execution.error).toBe('States.QueryEvaluationError');
    expect(execution.cause).toContain(`The HeartbeatSeconds field ${rule}`);
    expect(types(execution)).not.toContain('TaskScheduled');
    const fine = await execute({ T: { ...invoke, TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: '{% 9 %}' } });
    expect(fine.status).toBe('SUCCEEDED');
  });

  it('refuse an expression that gives no whole number of seconds', async () => {
    const execution = await execute({ T: { ...invoke, TimeoutSeconds: '{% 0 %}' } });
    expect(execution.cause).toContain('The TimeoutSeconds field must be a whole number from 1 to 99999999 but was: 0');
  });
});
