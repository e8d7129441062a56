/** `docs/security.md`: what every role may do, on what, under which condition, and which executions use it. */
import { groupBy } from '../../lib/shapes/collections';
import type { Condition } from './evaluate/operators';
import type { Findings } from './findings';
import { type Grant, grantKey } from './judge';
import { markdownTable, replacePart } from '../tables';
import { isKept, KEPT } from './unused-grants';
import type { Grants, Role } from './roles/roles';

const KINDS: Readonly<Record<Role['kind'], string>> = {
  machine: 'State machines',
  function: 'Functions',
  hosts: 'Hosts',
  schedules: 'Schedules',
  service: 'Services of AWS',
};

/** @param now the current page, whose other parts are written by hand */
export function securityPage(now: string, { roles }: Grants, { used }: Pick<Findings, 'used'>): string {
  const users = new Map(used.map(({ key, by }) => [key, by]));
  const parts = (Object.keys(KINDS) as Role['kind'][]).map((kind) => {
    const own = roles.filter((role) => role.kind === kind).sort((a, b) => (a.name < b.name ? -1 : 1));
    return `## ${KINDS[kind]}\n\n${own.map((role) => section(role, users)).join('\n')}`;
  });
  const reasons = new Map(KEPT.map(({ why }) => [why, keptKey(why)]));
  const notes = [...reasons].map(([why, key]) => `- _${key}_: ${why}.`).join('\n');
  return replacePart(now, 'roles', `${parts.join('\n')}\n## Granted without a use\n\n${notes}`);
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
      return [may, where, only, uses];
    });
  });
  return `### \`${name}\`\n\n${markdownTable(['may', 'on', 'only where', 'used by'], rows)}\n`;
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
