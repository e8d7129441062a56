/** The calls of Step Functions that machines and Lambda functions use. The interpreter runs the executions. */
import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  RedriveExecutionCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Cancel } from '../../../asl/clock/clock';
import type { ChildExecution } from '../../../asl/interpreter/child-execution';
import type { Machine } from '../../../asl/interpreter/machine';
import type { MapRun } from '../../../asl/interpreter/map/map-run';
import { type Service, ServiceError } from '../service';
import { describeExecution, describeMachine, makeListActions } from './listings';
import { type SfnOptions, SfnState, type StartedExecution } from './registry';
import { makeAction } from '../sdk-shape';

export type { SfnOptions } from './registry';

export interface Sfn {
  readonly service: Service;
  /** Registers a machine, or a function called at each start; returns its ARN. @throws Error if the name is taken */
  register(name: string, machine: Machine | (() => Machine), roleArn: string): string;
  /** Role of the state machine of an execution; empty if the machine is not registered. */
  roleOf(executionArn: string): string;
  /** One execution, children of Map runs included. @throws ServiceError ExecutionDoesNotExist, InvalidArn */
  execution(executionArn: string): ChildExecution;
  /** Executions made by StartExecution, in the order of their start; children of Map runs are in {@link mapRuns}. */
  executions(): readonly ChildExecution[];
  mapRuns(): readonly MapRun[];
  /** Running executions, except external ones, which may never end. */
  running(): readonly ChildExecution[];
  /** The answer to a task token; may never settle. */
  answerTo(token: string, cancelled: Cancel): Promise<unknown>;
  /** Whether an execution belongs to an external state machine. */
  isExternal(execution: ChildExecution): boolean;
}

export function makeSfn(options: SfnOptions): Sfn {
  const state = new SfnState(options);
  return {
    service: {
      ...makeExecutionActions(state),
      ...makeListActions(state),
      ...makeRedriveActions(state),
      ...state.tokens.service,
    },
    answerTo: (token, cancelled) => state.tokens.wait(token, cancelled),
    isExternal: (execution) => state.isExternal(execution),
    register: (name, machine, roleArn) => state.register(name, machine, roleArn),
    roleOf: (executionArn) => state.roleOf(executionArn),
    execution: (executionArn) => state.find(executionArn).execution,
    executions: () => [...state.started.values()].map(({ execution }) => execution),
    mapRuns: () => [...state.mapRuns.values()],
    running: () =>
      [...state.started.values()].flatMap(({ execution }) =>
        execution.status === 'RUNNING' && !state.isExternal(execution) ? [execution] : [],
      ),
  };
}

// StartExecution, DescribeExecution, DescribeStateMachine, StopExecution.

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
const MAX_NAME_CHARACTERS = 80;
const MAX_INPUT_BYTES = 262_144;
/** White space, brackets, wildcards, `" # % \ ^ | ~ $ & , ; : /` and backtick, control characters. Same source. */
const INVALID_NAME_CHARACTER = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f]/u;

function makeExecutionActions(state: SfnState): Service {
  return {
    StartExecution: makeAction(StartExecutionCommand, ({ stateMachineArn, name, input }) => {
      const { execution } = startExecution(state, stateMachineArn, name, input ?? '{}');
      return { executionArn: execution.arn, startDate: new Date(execution.startDate) };
    }),

    DescribeExecution: makeAction(DescribeExecutionCommand, ({ executionArn }) =>
      describeExecution(state.find(executionArn)),
    ),

    DescribeStateMachine: makeAction(DescribeStateMachineCommand, ({ stateMachineArn }) =>
      describeMachine(state.machine(stateMachineArn), state.options.clock.now()),
    ),

    StopExecution: makeAction(StopExecutionCommand, ({ executionArn, error, cause }) => {
      const { execution } = state.find(executionArn);
      if (state.isExternal(execution))
        throw new ServiceError('AccessDeniedException', `not authorized to perform: states:StopExecution`);
      if (execution.status === 'RUNNING') execution.stop(error, cause);
      return { stopDate: new Date(execution.stopDate ?? state.options.clock.now()) };
    }),
  };
}

function startExecution(
  state: SfnState,
  machineArn: string,
  name: string | undefined,
  input: string,
): StartedExecution {
  const machine = state.machine(machineArn);
  const chosen = name ?? state.options.ids.uuid();
  if (chosen === '' || chosen.length > MAX_NAME_CHARACTERS || INVALID_NAME_CHARACTER.test(chosen)) {
    throw new ServiceError('InvalidName', `Invalid Name: '${chosen}'`);
  }
  if (Buffer.byteLength(input) > MAX_INPUT_BYTES || !isJson(input)) {
    const shown = input.length > 200 ? `${input.slice(0, 200)}…` : input;
    throw new ServiceError('InvalidExecutionInput', `Invalid State Machine Execution Input: '${shown}'`);
  }
  const before = state.started.get(machineArn.replace(':stateMachine:', ':execution:').concat(`:${chosen}`));
  if (before === undefined) return state.start(machine, chosen, input);
  if (before.execution.status === 'RUNNING' && before.input === input) return before;
  throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${before.execution.arn}'`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// RedriveExecution. No machine and no function calls it: people do, in the console, and tests.

function makeRedriveActions(state: SfnState): Service {
  return {
    RedriveExecution: makeAction(RedriveExecutionCommand, ({ executionArn }) => {
      const found = state.find(executionArn);
      const refusal =
        found.mapRun === undefined
          ? found.execution.getRedriveRefusal()
          : 'It is a child of a Map run, and is redriven with its parent';
      // AWS uses this error name; the message is assumed.
      if (refusal !== undefined) throw new ServiceError('ExecutionNotRedrivable', refusal);
      state.redrive(found);
      return { redriveDate: new Date(state.options.clock.now()) };
    }),
  };
}
