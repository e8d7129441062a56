/** The grants of a deployment: enough of IAM's logic for allow statements over actions and resources. */
import type { DeployedTemplates, Document, Resource } from './deployed-templates';

export interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly effect: string;
}

/** Statements of a role by its machine or function, e.g. `rig` or `close-fence`. */
export function listStatements(deployed: DeployedTemplates, name: string): Statement[] {
  const all = { ...deployed.resources.safety, ...deployed.resources.bench };
  const [id] =
    Object.entries(all).find(
      ([, { Type, Properties }]) =>
        (Type === 'AWS::StepFunctions::StateMachine' && Properties.StateMachineName === `fsxbench-${name}`) ||
        (Type === 'AWS::Lambda::Function' && Properties.FunctionName === `fsxbench-${name}`),
    ) ?? [];
  const user = all[id ?? ''];
  if (user === undefined) throw new Error(`nothing is called fsxbench-${name}`);
  const role = (user.Properties.RoleArn ?? user.Properties.Role ?? '').replace(/^<(\w+)\.Arn>$/, '$1');
  const inline = all[role]?.Properties.Policies ?? [];
  const attached = Object.values(all).filter(
    ({ Type, Properties }) =>
      ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].includes(Type) &&
      Properties.Roles?.includes(`<${role}>`) === true,
  );
  const documents = [...inline, ...attached.map((one) => one.Properties)].map((policy) => policy.PolicyDocument);
  return documents.flatMap((document) => (document === undefined ? [] : parseStatements(document)));
}

/** Statements of one document. */
export function parseStatements(document: Document): Statement[] {
  return document.Statement.map((one) => ({
    actions: [one.Action].flat(),
    resources: [one.Resource ?? '*'].flat(),
    conditions: one.Condition ?? {},
    effect: one.Effect,
  }));
}

/** Statements that allow an action on a resource; conditions are ignored. */
export function filterAllowing(all: readonly Statement[], action: string, resource: string): Statement[] {
  return all.filter(
    (one) =>
      one.effect === 'Allow' &&
      one.actions.includes(action) &&
      one.resources.some((pattern) => matchesPattern(pattern, resource)),
  );
}

/** `*` in a policy matches anything, slashes and colons too. */
export function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}

/** Every policy document of a deployment, including those of resources. */
export function listDocuments(deployed: DeployedTemplates): { id: string; document: Document }[] {
  const all: [string, Resource][] = [
    ...Object.entries(deployed.resources.safety),
    ...Object.entries(deployed.resources.bench),
  ];
  return all.flatMap(([id, { Properties }]) => [
    ...(Properties.PolicyDocument === undefined ? [] : [{ id, document: Properties.PolicyDocument }]),
    ...(Properties.Policies ?? []).map((one) => ({ id, document: one.PolicyDocument })),
  ]);
}
