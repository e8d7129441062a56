/** Types of the sources for pages: members of interfaces with their comments, across files. */
import { parseSync, type TsTypeElement, type TsType } from '@swc/core';
import { dirname, join } from 'node:path';
import { ensure } from '../../lib/shapes/errors';

/** A type and its file. */
export interface At {
  readonly file: string;
  readonly type: TsType;
}

/** A member of an interface. */
export interface Member {
  readonly name: string;
  readonly optional: boolean;
  /** Its comment as one line; empty where it has none. */
  readonly says: string;
  readonly at: At;
}

interface Source {
  readonly text: Buffer;
  /** Offset of spans in this text. */
  readonly base: number;
  readonly types: ReadonlyMap<string, Declaration>;
  /** Names imported from other files. */
  readonly imports: ReadonlyMap<string, string>;
}

/** An interface with its base types by name; or another type. */
type Declaration =
  | { readonly members: readonly TsTypeElement[]; readonly of: readonly string[] }
  | { readonly type: TsType };

/** The type of a name. */
export type NamedType = { readonly file: string } & Declaration;

/** A known first statement: spans count from the first token, wherever comments are before it. */
const FIRST = 'export {};';

export class Types {
  private readonly sources = new Map<string, Source>();

  /** @param read text of a file by its path */
  constructor(private readonly read: (path: string) => string) {}

  /** The type of a name in a file; undefined for types of the language. */
  named(file: string, name: string): NamedType | undefined {
    const { types, imports } = this.source(file);
    const own = types.get(name);
    if (own !== undefined) return { file, ...own };
    const from = imports.get(name);
    return from === undefined || !from.startsWith('.')
      ? undefined
      : this.named(`${join(dirname(file), from)}.ts`, name);
  }

  /** Members with their comments. */
  members(file: string, elements: readonly TsTypeElement[]): Member[] {
    return elements.flatMap((element): Member[] => {
      if (element.type !== 'TsPropertySignature' || element.key.type !== 'Identifier') return [];
      const type = ensure(element.typeAnnotation, `the type of ${element.key.value}`).typeAnnotation;
      const says = this.comment(file, element.span.start);
      return [{ name: element.key.value, optional: element.optional, says, at: { file, type } }];
    });
  }

  /** The text of a type. */
  text({ file, type }: At): string {
    const { text, base } = this.source(file);
    const { start, end } = type.span;
    return text
      .subarray(start - base, end - base)
      .toString('utf8')
      .replace(/\s+/g, ' ');
  }

  /** The comment that ends right before an offset. */
  private comment(file: string, start: number): string {
    const { text, base } = this.source(file);
    const before = text
      .subarray(0, start - base)
      .toString('utf8')
      .trimEnd();
    if (!before.endsWith('*/')) return '';
    const words = before.slice(before.lastIndexOf('/**') + 3, -2).replace(/\n\s*\*/g, ' ');
    return words
      .replace(/\{@link (\w+)\}/g, '`$1`')
      .replace(/\s+/g, ' ')
      .trim();
  }

  private source(file: string): Source {
    const known = this.sources.get(file);
    if (known !== undefined) return known;
    const text = `${FIRST}${this.read(file)}`;
    const { body, span } = parseSync(text, { syntax: 'typescript' });
    const types = new Map<string, Declaration>();
    const imports = new Map<string, string>();
    for (const item of body) {
      const declared = item.type === 'ExportDeclaration' ? item.declaration : item;
      if (declared.type === 'TsInterfaceDeclaration') {
        const of = declared.extends.flatMap(({ expression }) =>
          expression.type === 'Identifier' ? expression.value : [],
        );
        types.set(declared.id.value, { members: declared.body.body, of });
      } else if (declared.type === 'TsTypeAliasDeclaration')
        types.set(declared.id.value, { type: declared.typeAnnotation });
      else if (item.type === 'ImportDeclaration')
        for (const { local } of item.specifiers) imports.set(local.value, item.source.value);
    }
    const source = { text: Buffer.from(text), base: span.start, types, imports };
    this.sources.set(file, source);
    return source;
  }
}
