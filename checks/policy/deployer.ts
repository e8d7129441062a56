/** `docs/deployer-policy.md`: what the role needs with which CloudFormation deploys the stacks. */
import { FsxbenchError } from '../../lib/shapes/errors';
import { TAG_KEYS } from '../../lib/shapes/tags';
import { markdownTable, replacePart } from '../tables';
import rights from './deployer-rights.json';
import type { Template } from './roles/synthesise';

/** Characters of a managed policy without white space (IAM guide, Quotas). */
export const POLICY_MAX = 6144;

interface Statement {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
}

/** Tags by which Cost Explorer can group costs; the others have too many values, or none for money. */
const COST_TAGS = [TAG_KEYS.stack, TAG_KEYS.experiment, TAG_KEYS.execution, TAG_KEYS.rig];

/**
 * @param now the current page, whose other parts are written by hand
 * @param templates with every setting that adds a type of resource
 * @throws FsxbenchError `Unexpected` for types without rights, and for rights of types that no stack has
 */
export function deployerPage(now: string, templates: readonly Template[]): string {
  const types = new Set(templates.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)));
  const known = rights.flatMap((one) => one.types);
  const odd = [...types].filter((type) => !known.includes(type)).concat(known.filter((type) => !types.has(type)));
  if (odd.length > 0)
    throw new FsxbenchError('Unexpected', `deployer-rights.json and the stacks differ: ${odd.join()}`);
  const rows = rights.map(({ types: of, on, actions, why }) => [
    of.length === 0 ? '' : of.map((type) => `\`${type}\``).join('<br>'),
    actions.map((action) => `\`${action}\``).join('<br>'),
    on.map((arn) => `\`${fillNames(arn)}\``).join('<br>'),
    why,
  ]);
  const policies = makePolicies().map((one) => `\`\`\`json\n${JSON.stringify(one, null, 2)}\n\`\`\``);
  const keys = COST_TAGS.map((key) => `  TagKey=${key},Status=Active`).join(' \\\n');
  const parts = {
    rights: markdownTable(['types', 'actions', 'resources', 'why'], rows),
    policies: policies.join('\n\n'),
    tags: `\`\`\`sh\naws ce update-cost-allocation-tags-status --cost-allocation-tags-status \\\n${keys}\n\`\`\``,
  };
  return Object.entries(parts).reduce((page, [name, text]) => replacePart(page, name, text), now);
}

/** Policies of allowed length, in the order of the table. */
export function makePolicies(): { readonly Version: string; readonly Statement: readonly Statement[] }[] {
  const policies: { Version: string; Statement: Statement[] }[] = [];
  for (const { on, actions } of rights) {
    const statement: Statement = { Effect: 'Allow', Action: actions, Resource: on.map(fillNames) };
    const last = policies.at(-1);
    const longer = JSON.stringify({ ...last, Statement: [...(last?.Statement ?? []), statement] });
    if (last === undefined || longer.length > POLICY_MAX)
      policies.push({ Version: '2012-10-17', Statement: [statement] });
    else last.Statement.push(statement);
  }
  return policies;
}

/** Names of the default deployment. */
function fillNames(arn: string): string {
  return arn.replace('NAME-', 'fsxbench-').replace('STACK_LOWER-', 'fsxbenchsafety-').replace('STACK-', 'Fsxbench*-');
}
