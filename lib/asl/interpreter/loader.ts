/** Loads a machine from its file: replaces placeholders, and reports every fault with its location. */
import type { Machine } from './machine';
import { Fields, isObject, type Loading, formatValue } from './load/fields';
import { findJsonFault } from './load/json-text';
import { MachineInvalid, Problems } from './load/problems';
import { compileGroup } from './load/state-group';

export { MachineInvalid } from './load/problems';

/** Maximum size of a definition (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html). */
const DEFINITION_MAX_BYTES = 1_048_576;

const FIELDS = ['Comment', 'QueryLanguage', 'StartAt', 'States', 'TimeoutSeconds', 'Version'];

export interface LoadOptions {
  /** What to do with placeholders without a substitution: refuse (default) or keep them. */
  readonly unfilled?: 'keep';
}

/** The last loaded machines, by all that they depend on: the deployments of one process mostly have the same. */
const loaded = new Map<string, Machine>();
const LOADED_MAX = 64;

/**
 * Loads a state machine in JSONata mode of the Amazon States Language (https://states-language.net).
 * @param name for messages, e.g. the name of the file.
 * @param text its definition: JSON with `${Name}` placeholders inside texts.
 * @param substitutions values of the placeholders.
 * @throws {MachineInvalid} with every problem: JSON errors with line and column, placeholders without a value, and
 * faults of the definition with state and field.
 */
export function loadMachine(
  name: string,
  text: string,
  substitutions: Readonly<Record<string, string>>,
  options: LoadOptions = {},
): Machine {
  const key = JSON.stringify([name, substitutions, options]) + text;
  const machine = loaded.get(key) ?? compileMachine(name, text, substitutions, options);
  loaded.set(key, machine);
  const [oldest = key] = loaded.keys();
  if (loaded.size > LOADED_MAX) loaded.delete(oldest);
  return machine;
}

function compileMachine(
  name: string,
  text: string,
  substitutions: Readonly<Record<string, string>>,
  options: LoadOptions,
): Machine {
  const definition = fill(name, parse(name, text), substitutions, options);
  const problems = new Problems();
  const loading: Loading = { problems, names: new Set(), group: compileGroup };
  if (!isObject(definition)) throw new MachineInvalid(name, [`must be an object, found ${formatValue(definition)}`]);
  checkLanguage(name, definition);
  const fields = new Fields(loading, definition, '');
  fields.only(FIELDS);
  const group = compileGroup(fields, new Set());
  const timeoutSeconds = fields.number('TimeoutSeconds', { min: 1, max: 99_999_999, integer: true });
  const comment = fields.text('Comment');
  problems.refuse(name);
  return {
    name,
    definition,
    ...group,
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(comment === undefined ? {} : { comment }),
  };
}

function parse(name: string, text: string): unknown {
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes > DEFINITION_MAX_BYTES) {
    throw new MachineInvalid(name, [`has ${bytes} bytes; Step Functions accepts at most ${DEFINITION_MAX_BYTES}`]);
  }
  const fault = findJsonFault(text);
  if (fault === undefined) return JSON.parse(text);
  throw new MachineInvalid(name, [`is not valid JSON at line ${fault.line}, column ${fault.column}: ${fault.what}`]);
}

function fill(
  name: string,
  value: unknown,
  substitutions: Readonly<Record<string, string>>,
  options: LoadOptions,
): unknown {
  const missing = new Set<string>();
  const filled = replacePlaceholders(value, substitutions, missing);
  if (missing.size === 0 || options.unfilled === 'keep') return filled;
  const known = Object.keys(substitutions).toSorted().join(', ') || 'none';
  throw new MachineInvalid(name, [`has placeholders without a value: ${[...missing].join(', ')} (known: ${known})`]);
}

/**
 * Checks that every state uses JSONata, by the QueryLanguage of the machine or of the state. One message covers all
 * states, even if the definition also has JSONPath fields.
 */
function checkLanguage(
  name: string,
  { QueryLanguage: language, States: states }: Readonly<Record<string, unknown>>,
): void {
  if (language === 'JSONata' || !isObject(states)) return;
  const others = Object.entries(states).filter(
    ([, state]) => isObject(state) && state['Type'] !== undefined && state['QueryLanguage'] !== 'JSONata',
  );
  if (others.length === 0 && (language === undefined || language === 'JSONPath')) return;
  const which = others.length === 0 ? '' : ` (states ${others.map(([state]) => `'${state}'`).join(', ')})`;
  const found = language === undefined ? 'there is none, so the mode is JSONPath' : `found ${formatValue(language)}`;
  throw new MachineInvalid(name, [
    `field QueryLanguage: must be "JSONata", ${found}; JSONPath mode is not supported${which}`,
  ]);
}

/** `${Name}` inside a text, as in the `DefinitionSubstitutions` of CloudFormation. */
const PLACEHOLDER = /\$\{(\w+)\}/g;

/**
 * Replaces placeholders in the texts of a JSON value, but not in member names.
 * @param missing collects the names without a substitution.
 */
export function replacePlaceholders(
  value: unknown,
  substitutions: Readonly<Record<string, string>>,
  missing: Set<string>,
): unknown {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDER, (placeholder, name: string) => {
      const known = Object.hasOwn(substitutions, name) ? substitutions[name] : undefined;
      if (known !== undefined) return known;
      missing.add(name);
      return placeholder;
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replacePlaceholders(item, substitutions, missing));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, replacePlaceholders(item, substitutions, missing)]));
}
