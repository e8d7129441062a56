/** Resolves references of CloudFormation that policies use, and no others. */
import { FsxbenchError, ensure } from '../../../lib/shapes/errors';
import { NETWORK_IDS } from '../../../lib/twin/modelled-network';
import type { Resource, Template } from './synthesise';

/** Account and Region of the stacks, and names that CloudFormation would generate. */
export interface Place {
  readonly region: string;
  readonly account: string;
  /** Names of the results bucket, subnet and security group in the simulated account. */
  readonly bucket: string;
  readonly subnet: string;
  readonly securityGroup: string;
  /** Customer key of bucket and topic; absent: none. */
  readonly keyArn?: string;
}

/** The value of a reference to a resource of a type: `Ref`, or an attribute by its name. */
type References = Readonly<Record<string, (id: string, place: Place, resource: Resource) => string>>;

const local = (service: string, rest: string, { region, account }: Place): string =>
  `arn:aws:${service}:${region}:${account}:${rest}`;
const property = (name: string): ((id: string, place: Place, resource: Resource) => string) => {
  return (id, _place, { Properties }) => ensure(Properties?.[name] as string | undefined, `${name} of ${id}`);
};

const REFERENCES: Readonly<Record<string, References>> = {
  'AWS::S3::Bucket': { Ref: (_, { bucket }) => bucket, Arn: (_, { bucket }) => `arn:aws:s3:::${bucket}` },
  'AWS::IAM::Role': { Ref: (id) => id, Arn: (id, { account }) => `arn:aws:iam::${account}:role/${id}` },
  'AWS::EC2::Subnet': { Ref: (_, { subnet }) => subnet },
  // CloudFormation generates the name; here that of the simulated account.
  'AWS::EC2::PlacementGroup': { Ref: () => NETWORK_IDS.PlacementGroup },
  'AWS::EC2::SecurityGroup': { GroupId: (_, { securityGroup }) => securityGroup },
  'AWS::Logs::LogGroup': { Arn: (id, place) => local('logs', `log-group:${id}:*`, place), Ref: (id) => id },
  'AWS::SQS::Queue': { Arn: (id, place) => local('sqs', id, place) },
  'AWS::SNS::Topic': {
    Ref: (id, place, resource) => local('sns', property('TopicName')(id, place, resource), place),
    TopicArn: (id, place, resource) => local('sns', property('TopicName')(id, place, resource), place),
  },
  'AWS::Lambda::Function': {
    Arn: (id, place, resource) => local('lambda', `function:${property('FunctionName')(id, place, resource)}`, place),
    Ref: property('FunctionName'),
  },
  'AWS::Events::Rule': {
    Arn: (id, place, resource) => local('events', `rule/${property('Name')(id, place, resource)}`, place),
  },
  'AWS::CloudWatch::Alarm': {
    Arn: (id, place, resource) => local('cloudwatch', `alarm:${property('AlarmName')(id, place, resource)}`, place),
  },
  'AWS::Scheduler::ScheduleGroup': { Ref: property('Name') },
};

/** Resolves the references in JSON of one stack. */
export type Resolve = (value: unknown) => unknown;

/**
 * @param template that contains the JSON
 * @param others templates whose exports it may import
 */
export function resolver(template: Template, others: readonly Template[], place: Place): Resolve {
  const refused = (what: string): never => {
    throw new FsxbenchError('Unexpected', `a policy uses ${what}, which its reader does not know`);
  };
  const named = (id: string, attribute: string): string => {
    const pseudo: Readonly<Record<string, string>> = {
      'AWS::Partition': 'aws',
      'AWS::Region': place.region,
      'AWS::AccountId': place.account,
      'AWS::URLSuffix': 'amazonaws.com',
    };
    const known = pseudo[id];
    if (known !== undefined) return known;
    const resource = template.Resources[id] ?? refused(`the reference ${id}.${attribute}`);
    const give = REFERENCES[resource.Type]?.[attribute];
    return give === undefined ? refused(`${attribute} of ${resource.Type}`) : give(id, place, resource);
  };
  const imported = (name: string): unknown => {
    for (const other of others) {
      const output = Object.values(other.Outputs ?? {}).find((one) => one.Export?.Name === name);
      if (output !== undefined) return resolver(other, [], place)(output.Value);
    }
    return refused(`the import ${name}`);
  };
  const resolve: Resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[name, given] = ['', undefined]] = Object.entries(value);
    if (name === 'Ref') return named(String(given), 'Ref');
    if (name === 'Fn::GetAtt') return named(...(given as [string, string]));
    if (name === 'Fn::ImportValue') return imported(String(given));
    if (name === 'Fn::Join') return (resolve((given as unknown[])[1]) as string[]).join((given as string[])[0]);
    if (name.startsWith('Fn::')) return refused(name);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  };
  return resolve;
}
