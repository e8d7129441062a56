/** ARNs in settings: their partition, Region and account must be those of the stacks. */
import { RegionInfo } from 'aws-cdk-lib/region-info';
import type { ManagedHosts } from './external';
import type { SecretServers } from '../shapes/secret-servers';

/** Account and Region of the stacks; undefined if the CDK does not know them. */
export interface StackEnv {
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/** Settings with ARNs; absent ones are not set. */
export interface ArnSettings {
  readonly secrets?: readonly SecretServers[];
  readonly hooks?: readonly string[];
  readonly managed?: readonly ManagedHosts[];
  readonly kmsKeyArn?: string | undefined;
  readonly ebsKeyArn?: string | undefined;
}

interface ArnRule {
  readonly setting: keyof ArnSettings;
  readonly list: (settings: ArnSettings) => readonly (string | undefined)[];
  /** Whether another account works. */
  readonly anyAccount?: true;
  readonly remedy?: string;
}

/**
 * Step Functions waits only for executions of the same account and Region. Only the account of a role or secret can
 * extend the role (a local role with this name would get the policy instead) or share the secret. Log groups and topics
 * use keys of their Region. A volume may have a key of another account, if its key policy allows that (EC2 Auto Scaling
 * guide, Required key policy for encrypted volumes, example 2).
 */
const ARN_RULES: readonly ArnRule[] = [
  { setting: 'secrets', list: ({ secrets = [] }) => secrets.map(({ secret }) => secret) },
  { setting: 'hooks', list: ({ hooks = [] }) => hooks },
  { setting: 'kmsKeyArn', list: ({ kmsKeyArn }) => [kmsKeyArn] },
  { setting: 'ebsKeyArn', list: ({ ebsKeyArn }) => [ebsKeyArn], anyAccount: true },
  {
    setting: 'managed',
    list: ({ managed = [] }) => managed.map(({ roleArn }) => roleArn),
    remedy: '. Omit roleArn, and grant the access in its own account',
  },
];

/** Returns errors for ARNs of another partition, Region or account, which cannot work. */
export function checkArns(settings: ArnSettings, here: StackEnv): readonly string[] {
  return ARN_RULES.flatMap(({ setting, list, anyAccount = false, remedy = '' }) =>
    list(settings)
      .filter((arn) => arn !== undefined)
      .flatMap((arn) =>
        explainMisplacement(arn, anyAccount ? { region: here.region } : here).map(
          (why) => `${setting} has ${arn}, which belongs to ${why}${remedy}`,
        ),
      ),
  );
}

function explainMisplacement(arn: string, { account, region }: StackEnv): readonly string[] {
  // Role ARNs have no Region.
  const [, partition = '', , its = '', owner = ''] = arn.split(':');
  const home = region ?? its;
  const expected = RegionInfo.get(home).partition ?? partition;
  return [
    ...(account === undefined || owner === account
      ? []
      : [`account ${owner}, but the stacks go to account ${account}`]),
    ...(region === undefined || its === '' || its === region ? [] : [`${its}, but the stacks go to ${region}`]),
    ...(partition === expected ? [] : [`the partition ${partition}, but ${home} is in the partition ${expected}`]),
  ];
}
