/** `docs/reference/summary.md`: every field of `summary.json`, from its types. */
import { readFileSync } from 'node:fs';
import { ensure } from '../../lib/shapes/errors';
import { markdownTable } from '../tables';
import { type At, type Member, type NamedType, Types } from './types';

const FILE = 'lib/results/summary.ts';
const HEAD = ['field', 'what', 'meaning'];

/** A row of a table: a field with its path in the part, its type, its meaning. */
type Row = readonly [field: string, what: string, says: string];

/** The whole page. */
export function summaryPage(): string {
  const page = new Page();
  page.part('Summary', ensure(page.types.named(FILE, 'Summary'), `the interface Summary of ${FILE}`));
  return `# summary.json

Made by \`npm run reference\` from the types that it is written with. [\`results.md\`](../results.md) says where it
lies, and what else does. A field with \`?\` may be absent; \`[]\` is each entry of a list, \`*\` each of a mapping
from names. Numbers are in base units (ops/s, bytes/s, us, s), money in US dollars, instants in ISO 8601, UTC.

${[...page.parts]
  .map(
    ([name, rows]) =>
      `## ${name}\n\n${markdownTable(
        HEAD,
        rows.map(([field, ...cells]) => [code(field), ...cells]),
      )}`,
  )
  .join('\n\n')}
`;
}

class Page {
  readonly types = new Types((path) => readFileSync(path, 'utf8'));
  /** In order of first mention. */
  readonly parts = new Map<string, readonly Row[]>();

  /** Adds the table of an interface, and those of all types in it. */
  part(name: string, named: NamedType): void {
    if (this.parts.has(name)) return;
    this.parts.set(name, []);
    this.parts.set(name, this.rows('', this.membersOf(named)));
  }

  private rows(path: string, members: readonly Member[]): Row[] {
    return members.flatMap(({ name, optional, says, at }): Row[] => {
      const field = `${path}${name}`;
      const { what, inner } = this.what(at);
      const place = `${field}${inner === undefined ? '' : inner.suffix}.`;
      return [
        [`${field}${optional ? '?' : ''}`, what, says],
        ...(inner === undefined ? [] : this.rows(place, this.membersOf(inner.named))),
      ];
    });
  }

  /** Members of an interface, of a derived type, and of unions. */
  private membersOf(named: NamedType): Member[] {
    if ('members' in named) {
      const taken = named.of.flatMap((name) => this.types.named(named.file, name) ?? []);
      return [...taken.flatMap((one) => this.membersOf(one)), ...this.types.members(named.file, named.members)];
    }
    const { file, type } = named;
    if (type.type === 'TsTypeLiteral') return this.types.members(file, type.members);
    if (type.type === 'TsIntersectionType') return type.types.flatMap((one) => this.membersOf({ file, type: one }));
    if (type.type === 'TsParenthesizedType') return this.membersOf({ file, type: type.typeAnnotation });
    // Each alternative has its own fields.
    if (type.type === 'TsUnionType') {
      const all = type.types.flatMap((one) => this.membersOf({ file, type: one }));
      return [...new Map(all.map((member) => [member.name, member])).values()];
    }
    const found = this.resolved({ file, type });
    return found === undefined ? [] : this.membersOf(found);
  }

  /** The type of a reference: a name, `T['member']`, `Pick<T, …>`. */
  private resolved({ file, type }: At): NamedType | undefined {
    if (type.type === 'TsIndexedAccessType') {
      const members = this.membersOf({ file, type: type.objectType });
      const name = this.types.text({ file, type: type.indexType }).replaceAll("'", '');
      const member = members.find((one) => one.name === name);
      return member?.at;
    }
    if (type.type !== 'TsTypeReference' || type.typeName.type !== 'Identifier') return undefined;
    const [first] = type.typeParams?.params ?? [];
    const name = type.typeName.value;
    if (first !== undefined && ['Readonly', 'Partial', 'Pick', 'Omit'].includes(name)) return { file, type: first };
    return this.types.named(file, name);
  }

  /** The type of a field, in words; and its content, where that has no name. */
  private what(at: At): { what: string; inner?: { named: NamedType; suffix: string } } {
    const { file, type } = at;
    const of = (inner: typeof type): ReturnType<Page['what']> => this.what({ file, type: inner });
    switch (type.type) {
      case 'TsTypeOperator':
      case 'TsParenthesizedType':
        return of(type.typeAnnotation);
      case 'TsArrayType':
        return within('list of ', of(type.elemType), '[]');
      case 'TsTypeLiteral':
        return { what: 'mapping', inner: { named: at, suffix: '' } };
      case 'TsUnionType':
        return this.oneOf(file, type.types);
      case 'TsIndexedAccessType': {
        const found = this.resolved(at);
        return found !== undefined && 'type' in found ? this.what(found) : { what: code(this.types.text(at)) };
      }
      case 'TsTypeReference':
        return this.named(at);
      default:
        return { what: code(this.types.text(at)) };
    }
  }

  private oneOf(file: string, types: readonly At['type'][]): ReturnType<Page['what']> {
    const empty = types.filter((type) => ['null', 'undefined'].includes(this.types.text({ file, type })));
    const others = types.filter((type) => !empty.includes(type));
    const found = others.map((type) => this.what({ file, type }));
    const words = [...new Set(found.map(({ what }) => what)), ...(empty.length > 0 ? ['null'] : [])];
    const inner = found.flatMap((one) => one.inner ?? []);
    const [only] = inner;
    if (only === undefined) return { what: words.join(' or ') };
    if (inner.length === 1) return { what: words.join(' or '), inner: only };
    const type = { type: 'TsUnionType', types: others, span: ensure(types[0], 'an alternative').span } as const;
    return { what: words.join(' or '), inner: { named: { file, type: { ...type, types: [...others] } }, suffix: '' } };
  }

  private named(at: At): ReturnType<Page['what']> {
    const { file, type } = at;
    if (type.type !== 'TsTypeReference' || type.typeName.type !== 'Identifier') return { what: '' };
    const [first, second] = type.typeParams?.params ?? [];
    const name = type.typeName.value;
    if (name === 'Record' && second !== undefined)
      return within('mapping to ', this.what({ file, type: second }), '.*');
    if (name === 'Readonly' && first !== undefined) return this.what({ file, type: first });
    const found = this.resolved(at);
    if (found === undefined) return { what: code(this.types.text(at)) };
    if (['Pick', 'Omit', 'Partial'].includes(name)) return { what: 'mapping', inner: { named: found, suffix: '' } };
    if ('type' in found && found.type.type !== 'TsTypeLiteral' && found.type.type !== 'TsIntersectionType')
      return this.what(found);
    this.part(name, found);
    return { what: `[${name}](#${name.toLowerCase()})` };
  }
}

function within(before: string, { what, inner }: ReturnType<Page['what']>, suffix: string): ReturnType<Page['what']> {
  return {
    what: `${before}${what}`,
    ...(inner === undefined ? {} : { inner: { ...inner, suffix: `${suffix}${inner.suffix}` } }),
  };
}

function code(text: string): string {
  return `\`${text}\``;
}
