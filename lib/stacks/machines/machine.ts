/** Creates a state machine from its file, with its own role. */
import { Aws } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { allow } from '../grants/allow';
import { type LogSettings, makeLogGroup } from '../log-group';
import { makeArn, type Names } from '../names';
import { type MachineName, type StackPart, toPascal } from '../../shapes/machines';
import { pickSubstitutions } from './placeholders';

export interface MachineProps {
  readonly names: Names;
  /** Path of its JSON, which becomes an asset unchanged. */
  readonly file: string;
  readonly text: string;
  /** Values of all placeholders of the stack's machine files. */
  readonly values: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
  readonly logGroup: LogGroup;
}

/**
 * Makes one log group for the machines of a stack. With this prefix, it does not count in the account's resource policy
 * for CloudWatch Logs, whose size is limited (Step Functions guide, Logging; "/aws/vendedlogs").
 */
export function makeMachineLog(scope: Construct, names: Names, part: StackPart, settings: LogSettings): LogGroup {
  return makeLogGroup(scope, 'MachineLog', `/aws/vendedlogs/states/${names.of(part)}`, settings);
}

/** For machines with logs; these actions have no resource-level permissions (Step Functions guide, Logging). */
function deliverLogs(): PolicyStatement[] {
  const delivery = ['Create', 'Get', 'Update', 'Delete'].map((verb) => `logs:${verb}LogDelivery`);
  const groups = ['ListLogDeliveries', 'PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'];
  return [allow([...delivery, ...groups.map((name) => `logs:${name}`)], ['*'])];
}

/**
 * Creates one machine. It logs only errors, without payloads: Step Functions keeps the history of standard executions
 * for 90 days anyway, and log events cost money.
 */
export function makeMachine(scope: Construct, machine: MachineName, props: MachineProps): StateMachine {
  const id = toPascal(machine);
  const role = new Role(scope, `${id}MachineRole`, {
    description: `fsxbench: the calls of the state machine ${machine}`,
    // Only for this deployment's machines (Step Functions guide, Cross-service confused deputy prevention).
    assumedBy: new ServicePrincipal('states.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        ArnLike: { 'aws:SourceArn': makeArn('states', Aws.REGION, `stateMachine:${props.names.of('*')}`) },
      },
    }),
    inlinePolicies: { calls: new PolicyDocument({ statements: [...props.statements, ...deliverLogs()] }) },
  });
  return new StateMachine(scope, `${id}Machine`, {
    stateMachineName: props.names.of(machine),
    comment: `fsxbench ${props.names.stackName}: ${machine}`,
    stateMachineType: StateMachineType.STANDARD,
    definitionBody: DefinitionBody.fromFile(props.file),
    definitionSubstitutions: pickSubstitutions(props.text, props.values),
    // The role needs all permissions at its creation: the CDK would add log permissions later, perhaps too late.
    role: role.withoutPolicyUpdates(),
    logs: { destination: props.logGroup, level: LogLevel.ERROR, includeExecutionData: false },
    tracingEnabled: false,
  });
}
