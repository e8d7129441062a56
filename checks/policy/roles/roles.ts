/** All roles of both stacks with their policies and trust policies, and all resource-based policies. */
import { FsxbenchError } from '../../../lib/shapes/errors';
import type { StackPart } from '../../../lib/shapes/machines';
import { readPolicy, type Statement } from '../evaluate/policy';
import { type Place, resolver, type Resolve } from './resolve';
import type { Resource, Template } from './synthesise';

export interface Role {
  /** Its user: `rig`, `close-fence`, `hosts`, `schedules of safety`, `S3 Files`. */
  readonly name: string;
  readonly kind: 'machine' | 'function' | 'hosts' | 'schedules' | 'service';
  readonly arn: string;
  readonly statements: readonly Statement[];
  readonly trust: readonly Statement[];
}

/** A resource-based policy of a bucket, topic, queue or function. */
export interface ResourcePolicy {
  readonly resource: string;
  readonly statements: readonly Statement[];
}

export interface Grants {
  readonly roles: readonly Role[];
  readonly atResources: readonly ResourcePolicy[];
}

/** Roles of hosts: without and with access to a secret. */
export const HOSTS = { plain: 'hosts', secret: 'hosts that read secrets' } as const;

/** The role that AWS's service assumes. */
export const S3_FILES_ROLE = 'S3 Files';

/** The member of a user that names its role, and the name of the user. */
const USERS: Readonly<Record<string, readonly [Role['kind'], member: string, name: (its: Properties) => string]>> = {
  'AWS::StepFunctions::StateMachine': ['machine', 'RoleArn', (its) => bare(its['StateMachineName'])],
  'AWS::Lambda::Function': ['function', 'Role', (its) => bare(its['FunctionName'])],
  'AWS::Scheduler::Schedule': ['schedules', 'Target', () => 'schedules'],
  'AWS::IAM::InstanceProfile': ['hosts', 'Roles', (its) => pickHosts(its['Roles'])],
};
type Properties = Readonly<Record<string, unknown>>;

/** Policies in the properties of resources. */
const AT_RESOURCES: Readonly<Record<string, (its: Properties) => readonly unknown[]>> = {
  'AWS::S3::BucketPolicy': (its) => [its['Bucket']],
  'AWS::SNS::TopicPolicy': (its) => its['Topics'] as unknown[],
  'AWS::SQS::QueuePolicy': (its) => its['Queues'] as unknown[],
};

/** @throws PolicyRefused, or FsxbenchError `Unexpected` for roles without a user, so that no role is missed */
export function readGrants(templates: Readonly<Record<StackPart, Template>>, place: Place): Grants {
  const parts: readonly [StackPart, Template, Template][] = [
    ['safety', templates.safety, templates.bench],
    ['bench', templates.bench, templates.safety],
  ];
  const both = parts.map(([part, own, other]) => {
    const resolve = resolver(own, [other], place);
    return { roles: listRoles(part, own, resolve), atResources: policiesAt(own, resolve) };
  });
  return { roles: both.flatMap(({ roles }) => roles), atResources: both.flatMap(({ atResources }) => atResources) };
}

function listRoles(part: StackPart, { Resources }: Template, resolve: Resolve): Role[] {
  const all = Object.entries(Resources);
  return all.flatMap(([id, { Type, Properties = {} }]) => {
    if (Type !== 'AWS::IAM::Role') return [];
    const user = isServiceRole(Properties) ? { kind: 'service' as const, name: S3_FILES_ROLE } : findUser(id, all);
    const managed = Properties['ManagedPolicyArns'];
    if (managed !== undefined) throw toUnexpected(`the role ${id} has managed policies`);
    const inline = ((Properties['Policies'] ?? []) as { PolicyDocument: unknown }[]).map((one) => one.PolicyDocument);
    const attached = all.flatMap(([, one]) =>
      ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].includes(one.Type) && names(one.Properties?.['Roles'], id)
        ? [one.Properties?.['PolicyDocument']]
        : [],
    );
    const read = (document: unknown): Statement[] => readPolicy(resolve(document));
    return {
      ...user,
      name: user.kind === 'schedules' ? `schedules of ${part}` : user.name,
      arn: resolve({ 'Fn::GetAtt': [id, 'Arn'] }) as string,
      statements: [...inline, ...attached].flatMap(read),
      trust: read(Properties['AssumeRolePolicyDocument']),
    };
  });
}

/** No resource of the stacks uses the role of S3 Files: requests for file systems name it. */
function isServiceRole({ AssumeRolePolicyDocument: trust }: Properties): boolean {
  return JSON.stringify(trust).includes('elasticfilesystem.amazonaws.com');
}

function findUser(id: string, all: readonly [string, Resource][]): Pick<Role, 'name' | 'kind'> {
  for (const [, { Type, Properties = {} }] of all) {
    const [kind, member, name] = USERS[Type] ?? [];
    if (kind !== undefined && member !== undefined && names(Properties[member], id))
      return { kind, name: name?.(Properties) ?? '' };
  }
  throw toUnexpected(`nothing uses the role ${id}`);
}

function policiesAt({ Resources }: Template, resolve: Resolve): ResourcePolicy[] {
  return Object.values(Resources).flatMap(({ Type, Properties = {} }) => {
    if (Type === 'AWS::Lambda::Permission') return [permission(resolve(Properties) as Properties)];
    const at = AT_RESOURCES[Type]?.(Properties) ?? [];
    const statements = (): Statement[] => readPolicy(resolve(Properties['PolicyDocument']));
    return at.map((one) => ({ resource: JSON.stringify(one), statements: statements() }));
  });
}

/** The statement that AddPermission makes (Lambda API reference, AddPermission). */
function permission(its: Properties): ResourcePolicy {
  const { Action, FunctionName, Principal, SourceArn, ...more } = its;
  if (Object.keys(more).length > 0) throw toUnexpected(`a permission of Lambda has ${Object.keys(more).join(', ')}`);
  const statement = {
    Effect: 'Allow',
    Action,
    Resource: FunctionName,
    Principal: { Service: Principal },
    ...(SourceArn === undefined ? {} : { Condition: { ArnLike: { 'aws:SourceArn': SourceArn } } }),
  };
  return { resource: String(FunctionName), statements: readPolicy({ Version: '2012-10-17', Statement: statement }) };
}

/** Whether a value refers to a resource, by `Ref` or `Fn::GetAtt`. */
function names(value: unknown, id: string): boolean {
  return JSON.stringify(value ?? null).includes(`"${id}"`);
}

/** Ids of resources end with generated characters. */
function pickHosts(roles: unknown): string {
  return JSON.stringify(roles).includes('"SecretHostRole') ? HOSTS.secret : HOSTS.plain;
}

/** `fsxbench-rig` → `rig`. */
function bare(name: unknown): string {
  return String(name).replace(/^fsxbench-/, '');
}

function toUnexpected(message: string): FsxbenchError {
  return new FsxbenchError('Unexpected', message);
}
