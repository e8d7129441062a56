import type { TaskCall } from '../../../../lib/asl/interpreter/tasks/task';
import { makeTranscript } from '../../../../lib/asl/interpreter/history/transcript';
import { prepare } from '../execute';
import cases from './transcript.cases.json';

describe('makeTranscript', () => {
  it('reports result, exits with assigned variables, task calls with limits, and failed expressions', async () => {
    const calls: TaskCall[] = [];
    const task = (call: TaskCall): unknown => {
      calls.push(call);
      return { v: [1] };
    };
    const states = cases.states;
    const transcript = await makeTranscript(prepare(states, { task }).start(), calls);
    const cause =
      "An error occurred while executing the state 'P' (entered at the event id #7). " +
      "The JSONata expression '$nosuch' specified for the field 'Output/x' returned nothing (undefined).";
    const error = 'States.QueryEvaluationError';
    expect(transcript).toEqual({
      status: 'FAILED',
      error,
      cause,
      stateExits: [{ name: 'T', output: { v: [1] }, assigned: { v: [1], n: null } }],
      taskCalls: [
        {
          state: 'T',
          arguments: { a: 1 },
          timeoutInSeconds: 10,
          heartbeatInSeconds: 3,
          credentials: { roleArn: 'arn:role' },
        },
      ],
      evaluationFailures: [{ error, cause, location: 'Output/x', state: 'P' }],
      eventTypes: [
        'ExecutionStarted',
        'TaskStateEntered',
        'TaskScheduled',
        'TaskStarted',
        'TaskSucceeded',
        'TaskStateExited',
        'PassStateEntered',
        'EvaluationFailed',
        'ExecutionFailed',
      ],
      transitions: 2,
    });
  });
});
