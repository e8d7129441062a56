/** `docs/security.md`: what every role may do, on what, under which condition, and which executions use it. */
import { groupBy } from '../../lib/shapes/collections';
import type { Condition } from './evaluate/operators';
import type { Findings } from './findings';
import { type Grant, grantKey } from './judge';
import { isKept, KEPT } from './unused-grants';
import type { Grants, Role } from './roles/roles';

const OPENING = `# Security

Every role of both stacks, what it may do, on what, and which call uses it. To check the policies again:

\`\`\`sh
npm run policy   # two minutes; writes this page
\`\`\`

The project's own evaluator of IAM policies (\`checks/policy/evaluate/\`) checks each call of the simulated executions
against the role that makes it. Those executions are the shipped experiments, experiments that are cut off, and the
machine scenarios in \`test/machines/scenarios/\`. No call is denied, and each grant is used or has its reason at the
end. This proves the policies against a model of AWS's checks; [\`aws-checklist.md\`](aws-checklist.md) lists
what only an account can prove.

- **Create:** a create without the tags of this deployment is refused.
- **Change and delete:** only resources with the tag of this deployment. Alarms are the exception: the name decides
  (\`fsxbench/NAME/\`), and an alarm with that name cannot be created without the tag.
- **Results bucket:** no role may delete objects; raw results, pointers and start times are written once.
- **Pass role:** only the two host roles, and only to EC2. Tags are set only in creates.
- **Hosts:** read scripts, endpoints and host lists, write raw results once, and respond to Systems Manager. They have
  no access keys and no inbound access.
  **Accepted:** a host reads these objects of any execution whose key it knows. It also writes below \`raw/\` of any
  execution, where no object exists, including the marks \`started.json\`, \`ended.json\` and
  \`events.json\`. Hosts cannot list keys. The role of managed hosts gets the same access.
- **Secrets:** only hosts of rigs that need a secret can read one (role \`hosts that read secrets\`). A secret of the
  setting \`secrets\` goes only to the servers that the setting binds it to. Admission refuses other servers. Host
  scripts refuse them too, with the list in the document of Systems Manager, which only a deploy can change.
  **Accepted:** such a host could read the secret of another such rig of the deployment, or one that the setting
  \`secrets\` names. A host's role has no tag of its rig that a policy could compare with the secret's. If rigs must
  not trust each other, use two deployments.
- **MPI:** hosts of an MPI rig start processes on each other through an ssh server on port 22022, with keys of that
  rig. Each host has two key pairs: a server key, and a client key that starts remote processes. Only the leader's
  client key may log in. Each server shows its client public key to everyone who connects.
  **Accepted:** hosts of other rigs of the deployment reach that port, since they share a security group, but have no
  key that may log in. Host keys are trusted on first use, at addresses that EC2 gives to no other host.

Resources are those of a simulated account: \`…\` replaces Region and account.
`;

const KINDS: Readonly<Record<Role['kind'], string>> = {
  machine: 'State machines',
  function: 'Functions',
  hosts: 'Hosts',
  schedules: 'Schedules',
};

/** The whole page. */
export function securityPage({ roles }: Grants, { used }: Pick<Findings, 'used'>): string {
  const users = new Map(used.map(({ key, by }) => [key, by]));
  const parts = (Object.keys(KINDS) as Role['kind'][]).map((kind) => {
    const own = roles.filter((role) => role.kind === kind).sort((a, b) => (a.name < b.name ? -1 : 1));
    return `## ${KINDS[kind]}\n\n${own.map((role) => section(role, users)).join('\n')}`;
  });
  const reasons = new Map(KEPT.map(({ why }) => [why, keptKey(why)]));
  const notes = [...reasons].map(([why, key]) => `- _${key}_: ${why}.`).join('\n');
  return `${OPENING}\n${parts.join('\n')}\n## Granted without a use\n\n${notes}\n`;
}

function section({ name, statements }: Role, users: ReadonlyMap<string, readonly string[]>): string {
  const rows = statements.flatMap((statement) => {
    const { effect, actions, resources, conditions } = statement;
    const where = (resources?.patterns ?? []).map((resource) => `\`${shortenArn(resource)}\``).join('<br>');
    const only = conditions.map(conditionText).join('<br>');
    const byUse = groupBy(actions.patterns, (action) =>
      effect === 'Deny'
        ? '_refuses_'
        : formatUses({ role: name, statement, action, resources: resources?.patterns ?? [] }, users),
    );
    const never = effect === 'Deny' ? '**never** ' : '';
    return [...byUse].map(([uses, same]) => {
      const may = same.map((action) => `${never}\`${action}\``).join('<br>');
      return `| ${may} | ${where} | ${only} | ${uses} |`;
    });
  });
  return `### \`${name}\`\n\n| may | on | only where | used by |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

/** Executions that use an action of a statement on any of its resources. */
function formatUses(
  { resources, ...grant }: Omit<Grant, 'resource'> & { readonly resources: readonly string[] },
  users: ReadonlyMap<string, readonly string[]>,
): string {
  const by = resources.flatMap((resource) => {
    const found = users.get(grantKey({ ...grant, resource })) ?? [];
    return found.length > 0 ? found : keptFor({ ...grant, resource });
  });
  return [...new Set(by)].sort().join('<br>');
}

function keptFor({ role, action, resource }: { role: string; action: string; resource: string }): string[] {
  return KEPT.filter((one) => isKept(one, role, action, resource)).map(({ why }) => `_${keptKey(why)}_`);
}

/** Unused grants that {@link KEPT} does not list. */
export function unusedGrants({ used }: Pick<Findings, 'used'>): string[] {
  const unused = used.filter(({ by }) => by.length === 0).map(({ key }) => key);
  return unused.filter((key) => {
    const [role = '', action = '', resource = ''] = key.split(' | ');
    return !KEPT.some((one) => isKept(one, role, action, resource));
  });
}

function keptKey(why: string): string {
  return `kept ${[...new Set(KEPT.map((one) => one.why))].indexOf(why) + 1}`;
}

function conditionText({ operator, key, values }: Condition): string {
  if (operator === 'Null') return `\`${key}\` is ${values.includes('true') ? 'absent' : 'there'}`;
  return `\`${key}\` ${operator} ${values.map((value) => `\`${shortenArn(value)}\``).join(', ')}`;
}

/** Drops Region and account, and replaces the simulated stack's tag by the default name. */
function shortenArn(text: string): string {
  return text.replace(/^arn:aws:([a-z0-9]+):[^:]*:[^:]*:/, '$1:…:').replace('fsxbench-local', 'fsxbench');
}
