/** Checks policies against AWS's service authorization reference: actions, resource types, and condition keys. */
import { grantKey } from './judge';
import { isKept, KEPT } from './unused-grants';
import type { Condition } from './evaluate/operators';
import type { Statement } from './evaluate/policy';
import type { Grants } from './roles/roles';
import vocabulary from './vocabulary.json';

interface Action {
  /** Keys of the action, whatever its resource. `${TagKey}` matches any tag. */
  readonly keys: readonly string[];
  /** It has no resource types, so `*` is the only resource. */
  readonly any: boolean;
  /** By the type of resource: the pattern of its ARNs, and additional keys. */
  readonly resources: Readonly<Record<string, { readonly arn: string; readonly keys: readonly string[] }>>;
}

const ACTIONS = vocabulary.actions as Readonly<Record<string, Action>>;

/** Keys of every request, or about the principal (IAM guide, Global condition context keys). */
const EVERYWHERE = ['aws:CalledVia', 'aws:SecureTransport', 'aws:SourceArn', 'aws:SourceAccount'];

/** Elements that no service supports or that never match: one line each. */
export function vocabularyProblems({ roles }: Pick<Grants, 'roles'>): string[] {
  return roles.flatMap(({ name, statements }) =>
    statements.flatMap((statement) =>
      statement.actions.patterns.flatMap((action) =>
        (statement.resources?.patterns ?? [])
          .filter((resource) => !isKeptUnnamed(name, action, resource))
          .flatMap((resource) =>
            listProblems(statement, action, resource).map(
              (problem) => `${problem}: ${grantKey({ role: name, statement, action, resource })}`,
            ),
          ),
      ),
    ),
  );
}

/** Granted though the reference does not name it, for the reason in `unused-grants.ts`. */
function isKeptUnnamed(role: string, action: string, resource: string): boolean {
  return KEPT.some((kept) => kept.unnamed === true && isKept(kept, role, action, resource));
}

function listProblems({ conditions }: Statement, name: string, resource: string): string[] {
  const action = ACTIONS[name];
  if (action === undefined) return ['AWS knows no such action, or vocabulary.json lacks it'];
  const types = Object.values(action.resources).filter(({ arn }) => resource === '*' || meetArn(resource, arn));
  if (resource !== '*' && types.length === 0) return ['the action knows no such resource'];
  const known = [...EVERYWHERE, ...action.keys, ...types.flatMap(({ keys }) => keys)];
  return conditions.filter((one) => !isKnown(one, known)).map(({ key }) => `the action has no condition key ${key}`);
}

function isKnown({ key }: Condition, known: readonly string[]): boolean {
  return known.some((one) => meet(key.toLowerCase(), one.replace(/\$\{[^}]*\}/, '*').toLowerCase()));
}

/** Part by part between the first colons, so that a wildcard does not reach into the next. */
function meetArn(a: string, b: string): boolean {
  const parts = (arn: string): string[] => [...arn.split(':').slice(0, 5), arn.split(':').slice(5).join(':')];
  const others = parts(b);
  return parts(a).every((part, index) => meet(part, others[index] ?? ''));
}

/** Whether any text matches both patterns. */
export function meet(a: string, b: string): boolean {
  if (a === '' && b === '') return true;
  if (a.startsWith('*')) return meet(a.slice(1), b) || (b !== '' && meet(a, b.slice(1)));
  if (b.startsWith('*')) return meet(a, b.slice(1)) || (a !== '' && meet(a.slice(1), b));
  return a !== '' && a[0] === b[0] && meet(a.slice(1), b.slice(1));
}
