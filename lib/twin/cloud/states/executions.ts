/** StartExecution, DescribeExecution, DescribeStateMachine, StopExecution, GetExecutionHistory. */
import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  GetExecutionHistoryCommand,
  StartExecutionCommand,
  StopExecutionCommand,
  type GetExecutionHistoryCommandOutput,
} from '@aws-sdk/client-sfn';
import { page } from '../paging';
import { type Service, ServiceError } from '../service';
import { action } from '../shape';
import { describeExecution, describeMachine, invalidToken, pageSize } from './listings';
import type { SfnState, StartedExecution } from './registry';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
const NAME_CHARACTERS = 80;
const INPUT_BYTES = 262_144;
/** White space, brackets, wildcards, `" # % \ ^ | ~ $ & , ; : /` and backtick, control characters. Same source. */
const NOT_IN_A_NAME = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f]/u;

export function executionActions(state: SfnState): Service {
  return {
    StartExecution: action(StartExecutionCommand, 'stateMachineArn name input', ({ stateMachineArn, name, input }) => {
      const { execution } = start(state, stateMachineArn, name, input ?? '{}');
      return { executionArn: execution.arn, startDate: new Date(execution.startDate) };
    }),

    DescribeExecution: action(DescribeExecutionCommand, 'executionArn', ({ executionArn }) =>
      describeExecution(state.find(executionArn)),
    ),

    DescribeStateMachine: action(DescribeStateMachineCommand, 'stateMachineArn includedData', ({ stateMachineArn }) =>
      describeMachine(state.machine(stateMachineArn), state.options.clock.now()),
    ),

    StopExecution: action(StopExecutionCommand, 'executionArn error cause', ({ executionArn, error, cause }) => {
      const { execution } = state.find(executionArn);
      if (state.isForeign(execution))
        throw new ServiceError('AccessDeniedException', `not authorized to perform: states:StopExecution`, 400);
      if (execution.status === 'RUNNING') execution.stop(error, cause);
      return { stopDate: new Date(execution.stopDate ?? state.options.clock.now()) };
    }),

    GetExecutionHistory: action(
      GetExecutionHistoryCommand,
      'executionArn maxResults reverseOrder nextToken',
      ({ executionArn, maxResults, reverseOrder = false, nextToken }) => {
        const all = state.find(executionArn).execution.history.events();
        const rank = ({ id }: { readonly id: number }): number => (reverseOrder ? -id : id);
        const ordered = reverseOrder ? all.reverse() : all;
        const given = page(ordered, rank, pageSize(maxResults), nextToken, invalidToken(nextToken));
        return { events: [...given.items] as GetExecutionHistoryCommandOutput['events'], nextToken: given.next };
      },
    ),
  };
}

function start(state: SfnState, machineArn: string, name: string | undefined, input: string): StartedExecution {
  const machine = state.machine(machineArn);
  const chosen = name ?? state.options.ids.uuid();
  if (chosen === '' || chosen.length > NAME_CHARACTERS || NOT_IN_A_NAME.test(chosen)) {
    throw new ServiceError('InvalidName', `Invalid Name: '${chosen}'`, 400);
  }
  if (Buffer.byteLength(input) > INPUT_BYTES || !isJson(input)) {
    const shown = input.length > 200 ? `${input.slice(0, 200)}…` : input;
    throw new ServiceError('InvalidExecutionInput', `Invalid State Machine Execution Input: '${shown}'`, 400);
  }
  const before = state.started.get(machineArn.replace(':stateMachine:', ':execution:').concat(`:${chosen}`));
  if (before === undefined) return state.start(machine, chosen, input);
  if (before.execution.status === 'RUNNING' && before.input === input) return before;
  throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${before.execution.arn}'`, 400);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
