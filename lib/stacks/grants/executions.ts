/** Starting, watching and stopping executions of this deployment's machines. */
import { Aws, type aws_iam } from 'aws-cdk-lib';
import { type Names, arn } from '../names';
import { type MachineName, MAP_LABELS } from '../../shapes/machines';
import { allow } from './allow';

type Statements = aws_iam.PolicyStatement[];

/** Starts executions and does not wait for them. */
export function startExecutions(names: Names, machines: readonly MachineName[]): Statements {
  return [allow(['states:StartExecution'], toMachineArns(names, machines))];
}

/**
 * Starts executions and waits for their end (`.sync:2`): Step Functions looks at them, stops them with their parent,
 * and hears of their end by a rule of its own (Step Functions guide, IAM policies for nested executions).
 */
export function runExecutions(names: Names, machines: readonly MachineName[]): Statements {
  return [
    allow(['states:StartExecution'], toMachineArns(names, machines)),
    allow(
      ['states:DescribeExecution', 'states:StopExecution'],
      machines.map((one) => names.executionArns(one)),
    ),
    putSyncRule(),
  ];
}

function putSyncRule(): Statements[number] {
  return allow(
    ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'],
    [arn('events', Aws.REGION, 'rule/StepFunctionsGetEventsForStepFunctionsExecutionRule')],
  );
}

/**
 * Starts machines of others and waits for their end. It may not stop them: what runs of somebody is his, whatever
 * becomes of who waits for it. Where there are none, the rule is granted all the same: a machine whose text waits for
 * executions (`.sync:2`) is created only by a role that may make it, whether it ever comes to that state or not.
 */
export function runHooks(machineArns: readonly string[]): Statements {
  if (machineArns.length === 0) return [putSyncRule()];
  return [allow(['states:StartExecution'], machineArns), ...watchHooks(machineArns), putSyncRule()];
}

/** Looks at executions of machines of others. */
export function watchHooks(machineArns: readonly string[]): Statements {
  if (machineArns.length === 0) return [];
  const executions = machineArns.map((one) => `${one.replace(':stateMachine:', ':execution:')}:*`);
  return [allow(['states:DescribeExecution'], executions)];
}

/** Looks at machines of others before they are run: whether they exist, and can be waited for. */
export function describeHooks(machineArns: readonly string[]): Statements {
  return machineArns.length === 0 ? [] : [allow(['states:DescribeStateMachine'], machineArns)];
}

/**
 * A machine with a distributed Map runs the children of it as executions of itself (Step Functions guide, IAM policies
 * for Distributed Map). Redriving is left out: nothing may create after the teardown.
 */
export function runMapChildren(names: Names, machine: MachineName): Statements {
  if (MAP_LABELS[machine] === undefined) return [];
  return [
    allow(['states:StartExecution'], [names.machineArn(machine)]),
    allow(
      ['states:DescribeExecution', 'states:StopExecution'],
      [names.executionArns(machine), ...names.mapChildArns(machine)],
    ),
  ];
}

/** Looks at executions. */
export function watchExecutions(names: Names, machines: readonly MachineName[]): Statements {
  return [
    allow(
      ['states:DescribeExecution'],
      machines.map((one) => names.executionArns(one)),
    ),
  ];
}

/** Sees which executions of some machines there are. */
export function listExecutions(names: Names, machines: readonly MachineName[]): Statements {
  return [allow(['states:ListExecutions'], toMachineArns(names, machines))];
}

/**
 * Stops one machine's executions, whose names are known, with the children of their Map runs; and finds and stops what
 * runs of other machines.
 */
export function stopExecutions(names: Names, known: MachineName, found: readonly MachineName[]): Statements {
  const executions = [known, ...found].map((one) => names.executionArns(one));
  return [
    ...watchExecutions(names, [known]),
    allow(['states:StopExecution'], [...executions, ...names.mapChildArns(known)]),
    allow(['states:ListExecutions'], [...toMachineArns(names, found), ...names.mapRunArns(known)]),
    allow(['states:ListMapRuns'], [names.executionArns(known)]),
  ];
}

function toMachineArns(names: Names, machines: readonly MachineName[]): string[] {
  return machines.map((one) => names.machineArn(one));
}
