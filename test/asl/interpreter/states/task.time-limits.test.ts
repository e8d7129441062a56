import { execute, listEventTypes } from '../execute';

const invoke = { Type: 'Task', Resource: 'arn:aws:states:::lambda:invoke', End: true };

describe('Task time limit from an expression', () => {
  it.each([
    [{ TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: 10 }, 10],
    [{ TimeoutSeconds: 10, HeartbeatSeconds: '{% 20 %}' }, 20],
    [{ TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: '{% 20 %}' }, 20],
  ])('refuses a heartbeat that is not below the timeout: %j', async (limits, found) => {
    const execution = await execute({ T: { ...invoke, ...limits } });
    const rule = `must be smaller than TimeoutSeconds (10) but was: ${found}`;
    expect(execution.error).toBe('States.QueryEvaluationError');
    expect(execution.cause).toContain(`The HeartbeatSeconds field ${rule}`);
    expect(listEventTypes(execution)).not.toContain('TaskScheduled');
    const fine = await execute({ T: { ...invoke, TimeoutSeconds: '{% 10 %}', HeartbeatSeconds: '{% 9 %}' } });
    expect(fine.status).toBe('SUCCEEDED');
  });

  it('refuses a TimeoutSeconds of 0', async () => {
    const execution = await execute({ T: { ...invoke, TimeoutSeconds: '{% 0 %}' } });
    expect(execution.cause).toContain('The TimeoutSeconds field must be a whole number from 1 to 99999999 but was: 0');
  });
});
