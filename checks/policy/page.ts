/** `docs/security.md`: what every role may do, on what, under which condition, and who was seen to use it. */
import { groupBy } from '../../lib/shapes/collections';
import type { Condition } from './evaluate/operators';
import type { Findings } from './findings';
import { type Grant, grantKey } from './judge';
import { isKept, KEPT } from './unused-grants';
import type { Grants, Role } from './roles/roles';

const OPENING = `# Security

_Made by \`npm run policy\`. What roles may do is read from both stacks as they are synthesised; who used it, from
every call of the rehearsals of the shipped experiments, of experiments that are cut off, and of the stories of the
machines in \`test/machines/scenarios/\`. The project's own evaluator of IAM policies (\`checks/policy/evaluate/\`)
holds each call against the role that makes it: nothing is denied, and nothing is granted that nothing uses. This
proves the policies against a model of what AWS checks; what only an account can prove stands in
[\`aws-checklist.md\`](aws-checklist.md)._

- What creates carries the tags of this deployment from birth: a create without them is refused.
- What changes or deletes does so only where the resource carries the tag of this deployment, but for alarms: of them
  the name says whose they are (\`fsxbench/NAME/\`), and none is made there without that tag.
- Nobody may delete in the results bucket; raw results, pointers and moments are written once.
- Two roles may be passed on, those of the hosts, and only to EC2. Tags are given in creates alone.
- Hosts read what was made for them, write raw results once, and answer Systems Manager. No keys, no way in.
- Secrets are read by hosts of rigs that need one, and by no other host: the role \`hosts that read secrets\`.
  **Accepted:** such a host could read the secret of another rig of the deployment that has one, or one that the setting
  \`secrets\` names, for the role of a host has no tag of its rig that a policy could compare with the secret's. Who
  must not trust other rigs so far deploys twice.
- Hosts of a rig that works with MPI start processes of each other by an ssh server on port 22022, with keys of that
  rig. Each host has two pairs of them: one by which it is known as a server, and one that starts processes elsewhere,
  of which only the leader's may log in. Each server shows the public one of the latter to whoever connects.
  **Accepted:** hosts of other rigs of the deployment reach that port, for they share a security group, and have no
  key that may log in; and keys of hosts are trusted on first use, by addresses that EC2 lets nobody else take.

Places are those of a modelled account: \`…\` stands for Region and account.
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
  return `${OPENING}\n${parts.join('\n')}\n## Kept without a use\n\n${notes}\n`;
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
  return `### ${name}\n\n| may | on | only where | used by |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

/** Who uses an action of a statement on any of its resources. */
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

/** Grants that nothing uses and that are not on the list of those that stay. */
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

/** Region and account tell nothing here, and the stack's tag is the deployment's name. */
function shortenArn(text: string): string {
  return text.replace(/^arn:aws:([a-z0-9]+):[^:]*:[^:]*:/, '$1:…:').replace('fsxbench-local', 'fsxbench');
}
