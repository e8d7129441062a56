/** The calls in a machine file, and their IAM actions. */
import { readMachineText } from '../../../lib/machine-files/source';

export interface MachineCall {
  readonly state: string;
  readonly resource: string;
  /** IAM actions of the call itself. */
  readonly actions: readonly string[];
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly timeoutSeconds: unknown;
}

/** The used fields of a state. */
interface State {
  readonly Resource?: string;
  readonly Arguments?: Readonly<Record<string, unknown>>;
  readonly TimeoutSeconds?: unknown;
  readonly Label?: string;
  readonly ItemProcessor?: { readonly ProcessorConfig?: { readonly Mode?: string } };
}

export function readMachine(machine: string): string {
  return readMachineText(process.cwd(), machine);
}

/** Every Task, and every ItemReader, at any depth. */
export function listMachineCalls(machine: string): MachineCall[] {
  const found: MachineCall[] = [];
  const walk = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { Resource: resource, Arguments: given, TimeoutSeconds: timeoutSeconds } = value as State;
    if (resource !== undefined && given !== undefined) {
      const actions = listActions(resource).filter((action) => !isOthers(given) || action !== 'states:StopExecution');
      found.push({ state: name, resource, actions, arguments: given, timeoutSeconds });
    }
    for (const [key, item] of Object.entries(value)) walk(item, key);
  };
  walk(JSON.parse(readMachine(machine)), machine);
  return found;
}

/** The plan names external machines: fsxbench never stops them. */
function isOthers({ StateMachineArn = '' }: Readonly<Record<string, unknown>>): boolean {
  return String(StateMachineArn).startsWith('{%');
}

/** Labels of the distributed Maps of a machine. */
export function listMapLabels(machine: string): string[] {
  const labels: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { ItemProcessor: processor, Label: label } = value as State;
    if (processor?.ProcessorConfig?.Mode === 'DISTRIBUTED') labels.push(String(label));
    for (const item of Object.values(value)) walk(item);
  };
  walk(JSON.parse(readMachine(machine)));
  return labels;
}

const NESTED = [
  ...['StartExecution', 'DescribeExecution', 'StopExecution'].map((name) => `states:${name}`),
  ...['PutTargets', 'PutRule', 'DescribeRule'].map((name) => `events:${name}`),
];
/** Integrations with special names. */
const OPTIMISED: Readonly<Record<string, readonly string[]>> = {
  'lambda:invoke': ['lambda:InvokeFunction'],
  'states:startExecution': ['states:StartExecution'],
  'states:startExecution.sync:2': NESTED,
  'sns:publish': ['sns:Publish'],
  'events:putEvents': ['events:PutEvents'],
  's3:getObject': ['s3:GetObject', 's3:ListBucket'],
};
/** Calls that need more than the action of their name. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  's3:GetObject': ['s3:ListBucket'],
  'ec2:CreateLaunchTemplate': ['ec2:CreateTags'],
  'ec2:CreateFleet': ['ec2:RunInstances', 'ec2:CreateTags', 'iam:PassRole'],
};

function listActions(resource: string): readonly string[] {
  const integration = resource.replace('arn:aws:states:::', '');
  const own = OPTIMISED[integration];
  if (own !== undefined) return own;
  const [kind, service = '', call = ''] = integration.split(':');
  if (kind !== 'aws-sdk') throw new Error(`${resource} is no integration that this test knows`);
  const name = call.replace(/\.waitForTaskToken$/, '');
  const action = `${service === 'sfn' ? 'states' : service}:${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [action, ...(MORE[action] ?? [])];
}
