/** Permissions to start, watch and stop executions of this deployment's machines. */
import { Aws, type aws_iam } from 'aws-cdk-lib';
import { type Names, makeArn } from '../names';
import { type MachineName, MAP_LABELS } from '../../shapes/machines';
import { allow } from './allow';

type Statements = aws_iam.PolicyStatement[];

/** Starts executions without waiting. */
export function startExecutions(names: Names, machines: readonly MachineName[]): Statements {
  return [allow(['states:StartExecution'], toMachineArns(names, machines))];
}

/**
 * Allows starting executions and waiting for their end (`.sync:2`). Step Functions describes them, stops them with
 * their parent, and gets their end by its event rule (Step Functions guide, IAM policies for nested executions).
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

/** Allows ending tasks that wait. AWS lists no type of resource for this action: the token is the secret. */
export function answerTasks(): Statements {
  return [allow(['states:SendTaskSuccess'], ['*'])];
}

function putSyncRule(): Statements[number] {
  return allow(
    ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'],
    [makeArn('events', Aws.REGION, 'rule/StepFunctionsGetEventsForStepFunctionsExecutionRule')],
  );
}

/**
 * Allows starting external machines and waiting for their end, but not stopping them: their executions belong to their
 * owner. The rule is granted even without hooks: a machine with `.sync:2` requires it.
 */
export function runHooks(machineArns: readonly string[]): Statements {
  if (machineArns.length === 0) return [putSyncRule()];
  return [allow(['states:StartExecution'], machineArns), ...watchHooks(machineArns), putSyncRule()];
}

/** Allows describing executions of external machines. */
export function watchHooks(machineArns: readonly string[]): Statements {
  if (machineArns.length === 0) return [];
  const executions = machineArns.map((one) => `${one.replace(':stateMachine:', ':execution:')}:*`);
  return [allow(['states:DescribeExecution'], executions)];
}

/** Allows describing external machines: admission checks that they exist and Step Functions can wait for them. */
export function describeHooks(machineArns: readonly string[]): Statements {
  return machineArns.length === 0 ? [] : [allow(['states:DescribeStateMachine'], machineArns)];
}

/**
 * For distributed Maps, whose children are executions of the machine itself (Step Functions guide, IAM policies for
 * Distributed Map). Redrive is not allowed: nothing may be created after the teardown.
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

/** Describes executions. */
export function watchExecutions(names: Names, machines: readonly MachineName[]): Statements {
  return [
    allow(
      ['states:DescribeExecution'],
      machines.map((one) => names.executionArns(one)),
    ),
  ];
}

export function listExecutions(names: Names, machines: readonly MachineName[]): Statements {
  return [allow(['states:ListExecutions'], toMachineArns(names, machines))];
}

/** Allows stopping one machine's executions by name, and finding and stopping executions of other machines. */
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
