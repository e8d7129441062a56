/** Reads the fields of a definition and collects all problems, so that one refusal lists them all. */
import { type Expression, getExpression } from '../jsonata/expression';
import { compileTemplate, findExpressionSource, type Template } from '../jsonata/template';
import type { StateGroup } from '../machine';
import type { Problems } from './problems';

/** State of loading one machine: the problems so far, and a function that compiles a group of states. */
export interface Loading {
  readonly problems: Problems;
  /** All state names so far: names are unique in the whole machine. */
  readonly names: Set<string>;
  /** @param outer variables that the outer scopes may assign. */
  group(definition: Fields, outer: ReadonlySet<string>): StateGroup;
}

type Json = Readonly<Record<string, unknown>>;

export interface NumberRule {
  readonly min: number;
  readonly max?: number;
  readonly integer?: boolean;
}

const JSON_PATH_FIELDS = ['Parameters', 'ResultSelector', 'Variable'];

/** Reads the fields of one object of a definition. Each problem names the location and the field. */
export class Fields {
  /**
   * @param owner for messages: `state 'Create'`, or empty for the machine itself.
   * @param path of the object inside its owner, e.g. `Catch[1]`; empty for the owner itself.
   */
  constructor(
    readonly loading: Loading,
    readonly json: Json,
    readonly owner: string,
    readonly path = '',
  ) {}

  /** Fields of the object in a field or list element. For any other value: a problem, and an empty object. */
  inner(value: unknown, name: string): Fields {
    const fine = isObject(value);
    if (!fine) this.problem(name, `must be an object, found ${formatValue(value)}`);
    return new Fields(this.loading, fine ? value : {}, this.owner, this.within(name));
  }

  has(name: string): boolean {
    return Object.hasOwn(this.json, name);
  }

  get(name: string): unknown {
    return this.has(name) ? this.json[name] : undefined;
  }

  problem(name: string, what: string): void {
    this.loading.problems.add(this.where(this.within(name)), what);
  }

  /** Refuses fields that are not in the list; a comment is always allowed. */
  only(allowed: readonly string[]): void {
    for (const name of Object.keys(this.json)) {
      if (name === 'Comment' || allowed.includes(name)) continue;
      const jsonPath = JSON_PATH_FIELDS.includes(name) || name.endsWith('Path');
      this.problem(
        name,
        jsonPath
          ? 'is a JSONPath field; use JSONata mode (Arguments, Output, Assign, Items, Condition)'
          : `is unknown; known fields are ${allowed.join(', ')}`,
      );
    }
  }

  text(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === 'string') return value;
    this.problem(name, `must be a string, found ${formatValue(value)}`);
    return undefined;
  }

  requiredText(name: string, why: string): string {
    if (!this.has(name)) this.problem(name, `is missing; ${why}`);
    return this.text(name) ?? '';
  }

  oneOf<T extends string>(name: string, values: readonly T[], otherwise: T): T {
    const value = this.get(name);
    if (value === undefined) return otherwise;
    const known = values.find((each) => each === value);
    if (known === undefined) this.problem(name, `must be one of ${values.join(', ')}, found ${formatValue(value)}`);
    return known ?? otherwise;
  }

  list(name: string): readonly unknown[] {
    const value = this.get(name);
    if (value === undefined || Array.isArray(value)) return value ?? [];
    this.problem(name, `must be a list, found ${formatValue(value)}`);
    return [];
  }

  /** Reads a plain number; this field allows no expressions. */
  number(name: string, rule: NumberRule): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const fault = findNumberFault(value, rule);
    if (fault !== undefined) this.problem(name, fault);
    return typeof value === 'number' ? value : undefined;
  }

  /** Reads a number, or an expression for a number. */
  numberTemplate(name: string, rule: NumberRule): Template | undefined {
    const value = this.get(name);
    const isExpression = typeof value === 'string' && findExpressionSource(value) !== undefined;
    if (value !== undefined && !isExpression) {
      const fault = findNumberFault(value, rule);
      if (fault !== undefined) this.problem(name, `${fault}, or an expression {% … %}`);
    }
    return this.template(name);
  }

  /** Reads any JSON with expressions. @param caught whether `$states.errorOutput` exists here. */
  template(name: string, caught = false): Template | undefined {
    if (!this.has(name)) return undefined;
    return compileTemplate(this.get(name), this.within(name), (source, location) =>
      this.expression(source, location, caught),
    );
  }

  private expression(source: string, location: string, caught: boolean): Expression | undefined {
    const where = this.where(location);
    try {
      const known = getExpression(source);
      const fault = findMisuse(known, caught);
      if (fault !== undefined) this.loading.problems.add(where, `${fault} in {% ${source} %}`);
      return known;
    } catch (error) {
      const { message, position } = error as { readonly message: string; readonly position?: number };
      const at = position === undefined ? '' : ` at character ${position}`;
      this.loading.problems.add(where, `{% ${source} %} is not a JSONata expression: ${message}${at}`);
      return undefined;
    }
  }

  private within(name: string): string {
    return this.path === '' ? name : `${this.path}/${name}`;
  }

  private where(path: string): string {
    return this.owner === '' ? path : `${this.owner}, field ${path}`;
  }
}

function findMisuse({ references }: Expression, caught: boolean): string | undefined {
  if (references.names.has('$')) return '$$ has no value in a state machine; use $states.input';
  const [field] = references.bareFields;
  if (field !== undefined)
    return `the field ${field} has no document to be read from; begin with $states or a variable`;
  if (!caught && references.states.has('errorOutput')) return '$states.errorOutput exists only inside Catch';
  return undefined;
}

function findNumberFault(value: unknown, { min, max, integer }: NumberRule): string | undefined {
  const fits = typeof value === 'number' && value >= min && value <= (max ?? Infinity);
  if (fits && (integer !== true || Number.isInteger(value))) return undefined;
  const kind = integer === true ? 'a whole number' : 'a number';
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  return `must be ${kind} ${range}, found ${formatValue(value)}`;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Formats a value for messages. */
export function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** An object with one optional member, or an empty one if its value is undefined. */
export function toMember<K extends string>(key: K, value: Template | undefined): { [P in K]?: Template } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: Template };
}
