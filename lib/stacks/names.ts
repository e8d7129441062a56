/**
 * Fixed names, and ARNs built from names as text. Machines call each other in circles (a guardian watches the
 * experiment that started it), so CloudFormation references between them are impossible.
 */
import { Aws } from 'aws-cdk-lib';
import { type MachineName, MAP_LABELS, type StackPart, toPascal } from '../shapes/machines';

export class Names {
  /** @param stackName value of the tag `fsxbench:stack`, and prefix of all names */
  constructor(readonly stackName: string) {}

  /** Name of a CloudFormation stack, e.g. `FsxbenchSafety`. */
  stack(part: StackPart): string {
    return toPascal(`${this.stackName}-${part}`);
  }

  /** `fsxbench-rig`, `fsxbench-close-fence`, `fsxbench-notify`: at most 80 characters with any stack name. */
  of(what: string): string {
    return `${this.stackName}-${what}`;
  }

  machineArn(machine: MachineName): string {
    return statesArn('stateMachine', this.of(machine));
  }

  /** Prefix of the machines' ARNs, up to the machine name. */
  machineArnPrefix(): string {
    return statesArn('stateMachine', this.of(''));
  }

  /** Matches every execution of a machine. */
  executionArns(machine: MachineName): string {
    return statesArn('execution', `${this.of(machine)}:*`);
  }

  /** Matches the children of a machine's distributed Map; empty for a machine without one. */
  mapChildArns(machine: MachineName): string[] {
    const label = MAP_LABELS[machine];
    return label === undefined ? [] : [statesArn('execution', `${this.of(machine)}/${label}:*`)];
  }

  /** Matches the runs of a machine's distributed Map; empty for a machine without one. */
  mapRunArns(machine: MachineName): string[] {
    const label = MAP_LABELS[machine];
    return label === undefined ? [] : [statesArn('mapRun', `${this.of(machine)}/${label}:*`)];
  }

  topicArn(): string {
    return makeArn('sns', Aws.REGION, this.of('notify'));
  }
}

/** `arn:…:states:…:stateMachine:fsxbench-rig` (Step Functions guide, Resource types). */
function statesArn(kind: 'stateMachine' | 'execution' | 'mapRun', rest: string): string {
  return makeArn('states', Aws.REGION, `${kind}:${rest}`);
}

/** An ARN of this account as text with CloudFormation's tokens, without a reference to a resource. */
export function makeArn(service: string, region: string, resource: string): string {
  return ['arn', Aws.PARTITION, service, region, Aws.ACCOUNT_ID, resource].join(':');
}
