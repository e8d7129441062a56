/** A synthesized deployment: state machines and policies as AWS would get them, with references replaced by text. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensure } from '../../shapes/errors';
import { type StackPart, toPascal } from '../../shapes/machines';
import { UserError } from '../../shapes/user-error';
import type { DeploymentNames } from './deployment';

/** The output folder of `cdk synth`. */
export interface Assembly {
  /** Templates as JSON text. */
  readonly templates: Readonly<Record<StackPart, string>>;
  /** Reads a file, by its key in the assets bucket, as text. */
  readonly readAsset: (key: string) => string;
}

/** The used part of a CloudFormation template. */
interface StackTemplate {
  readonly Resources: Readonly<
    Record<
      string,
      {
        readonly Type: string;
        readonly Properties?: {
          readonly StateMachineName?: string;
          readonly DefinitionS3Location?: { readonly Key: string };
          readonly DefinitionSubstitutions?: Readonly<Record<string, string>>;
          readonly Policies?: readonly { readonly PolicyName: string; readonly PolicyDocument: unknown }[];
          readonly PolicyDocument?: unknown;
          readonly AssumeRolePolicyDocument?: unknown;
        };
      }
    >
  >;
  readonly Outputs?: Readonly<Record<string, { readonly Value: string; readonly Export?: { readonly Name: string } }>>;
}

/** Documents that AWS checks. */
export interface Drafts {
  readonly machines: readonly { readonly name: string; readonly text: string }[];
  /** Policies of roles; `isTrust`: the trust policy of a role, which is a resource policy. */
  readonly policies: readonly { readonly name: string; readonly text: string; readonly isTrust: boolean }[];
  /** References to the other stack are replaced by text, so that the other stack need not be deployed. */
  readonly templates: Readonly<Record<StackPart, string>>;
}

/** Folders from which `cdk synth` makes templates. */
const SOURCES = ['bin', 'experiments', 'lambdas', 'lib', 'state-machines', 'workloads'];

/**
 * Reads the output folder of `cdk synth`.
 * @param given folder of an assembly; default: `cdk.out`, which must not be older than the sources
 * @throws UserError if the assembly is missing, older than the sources, or of another deployment
 */
export function readAssembly(
  { root, cwd }: { readonly root: string; readonly cwd: string },
  given: string | undefined,
  stackName: string,
): Assembly {
  const folder = given === undefined ? join(root, 'cdk.out') : resolve(cwd, given);
  const manifest = join(folder, 'manifest.json');
  const refuse = (why: string): UserError =>
    new UserError(
      'WrongUsage',
      `doctor --before: ${why}. Run npx cdk synth --quiet with the settings (-c) of your deploy, or name ` +
        'another folder with --assembly',
    );
  if (!existsSync(manifest)) throw refuse(`there is no assembly in ${folder}`);
  const newer = given === undefined ? findNewer(root, statSync(manifest).mtimeMs) : undefined;
  if (newer !== undefined) throw refuse(`${folder} is older than the source ${newer}`);
  const readTemplate = (part: StackPart): string => {
    const file = join(folder, `${toPascal(`${stackName}-${part}`)}.template.json`);
    if (!existsSync(file)) throw refuse(`${file} is missing: the assembly has another stackName (--stack)`);
    return JSON.stringify(JSON.parse(readFileSync(file, 'utf8')));
  };
  return {
    templates: { safety: readTemplate('safety'), bench: readTemplate('bench') },
    // The CDK names asset files by their keys.
    readAsset: (key) => readFileSync(join(folder, `asset.${key}`), 'utf8'),
  };
}

/** A source that changed after `moment`, epoch milliseconds. */
function findNewer(root: string, moment: number): string | undefined {
  return SOURCES.filter((name) => existsSync(join(root, name)))
    .flatMap((name) => readdirSync(join(root, name), { recursive: true }).map((file) => join(name, String(file))))
    .find((file) => statSync(join(root, file)).mtimeMs > moment);
}

/** Resolves all references in the templates for a deployment. */
export function makeDrafts({ templates, readAsset }: Assembly, place: DeploymentNames): Drafts {
  const safety = resolveReferences(templates.safety, place);
  const exported = Object.values(safety.Outputs ?? {});
  const bench = templates.bench.replace(/\{"Fn::ImportValue":"([^"]+)"\}/g, (_, name: string) => {
    const found = exported.find(({ Export }) => Export?.Name === name);
    return JSON.stringify(ensure(found, `the export ${name}`).Value);
  });
  const all = [safety, resolveReferences(bench, place)].flatMap(({ Resources }) => Object.entries(Resources));
  return {
    templates: { safety: templates.safety, bench },
    machines: all.flatMap(([, { Properties = {} }]) => {
      const { DefinitionS3Location, DefinitionSubstitutions: values = {}, StateMachineName: name = '' } = Properties;
      if (DefinitionS3Location === undefined) return [];
      const text = readAsset(DefinitionS3Location.Key);
      return [{ name, text: text.replace(/\$\{(\w+)\}/g, (_, key: string) => ensure(values[key], key)) }];
    }),
    policies: all.flatMap(([id, { Type, Properties = {} }]) => {
      const { Policies = [], PolicyDocument, AssumeRolePolicyDocument: trust } = Properties;
      const own = Type === 'AWS::IAM::Policy' ? [{ PolicyName: 'policy', PolicyDocument }] : [];
      return [
        ...Policies,
        ...own,
        ...(trust === undefined ? [] : [{ PolicyName: 'trust', PolicyDocument: trust }]),
      ].map((one) => ({
        name: `${id} ${one.PolicyName}`,
        text: JSON.stringify(one.PolicyDocument),
        isTrust: one.PolicyDocument === trust,
      }));
    }),
  };
}

/** Replaces names that CloudFormation would generate, in a form that policy validators accept. */
const SAMPLE_IDS: Readonly<Record<string, string>> = {
  'AWS::EC2::SecurityGroup.GroupId': 'sg-00000000000000000',
  'AWS::EC2::Subnet.Ref': 'subnet-00000000000000000',
  'AWS::IAM::InstanceProfile.Arn': 'arn:aws:iam::ACCOUNT:instance-profile/ID',
  'AWS::IAM::Role.Arn': 'arn:aws:iam::ACCOUNT:role/ID',
  'AWS::Logs::LogGroup.Arn': 'arn:aws:logs:REGION:ACCOUNT:log-group:ID:*',
  'AWS::S3::Bucket.Arn': 'arn:aws:s3:::fsxbench-results',
  'AWS::S3::Bucket.Ref': 'fsxbench-results',
  'AWS::SQS::Queue.Arn': 'arn:aws:sqs:REGION:ACCOUNT:ID',
  'AWS::SNS::Topic.Ref': 'arn:aws:sns:REGION:ACCOUNT:ID',
};

/** Resolves a template from the inside out, so that parts of a join are already text. */
function resolveReferences(template: string, { account, region }: DeploymentNames): StackTemplate {
  const { Resources } = JSON.parse(template) as StackTemplate;
  const pseudo = new Map([
    ['AWS::AccountId', account],
    ['AWS::Partition', 'aws'],
    ['AWS::Region', region],
    ['AWS::URLSuffix', 'amazonaws.com'],
  ]);
  const toText = (id: string, attribute: string): string => {
    const form = SAMPLE_IDS[`${Resources[id]?.Type ?? ''}.${attribute}`] ?? 'ID';
    return pseudo.get(id) ?? form.replace('ACCOUNT', account).replace('REGION', region).replace('ID', id);
  };
  return JSON.parse(template, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const [[name, given] = ['', '']] = Object.entries(value) as [string, string | [string, string | string[]]][];
    if (name === 'Ref') return toText(String(given), 'Ref');
    if (name === 'Fn::GetAtt') return toText(String(given[0]), String(given[1]));
    return name === 'Fn::Join' ? (given[1] as unknown as string[]).join(given[0]) : value;
  }) as StackTemplate;
}
