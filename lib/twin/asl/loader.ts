import type { Machine } from './machine';
import { Fields, isObject, type Loading, show } from './load/fields';
import { jsonFault } from './load/json-text';
import { replacePlaceholders } from './load/placeholders';
import { MachineInvalid, Problems } from './load/problems';
import { compileGroup } from './load/state-group';

export { MachineInvalid } from './load/problems';

/** Largest definition (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html). */
const DEFINITION_MAX_BYTES = 1_048_576;

const FIELDS = ['Comment', 'QueryLanguage', 'StartAt', 'States', 'TimeoutSeconds', 'Version'];

/**
 * Loads a state machine in JSONata mode of the Amazon States Language (https://states-language.net).
 * @param name for messages, e.g. the file's name.
 * @param text its definition, JSON with `${Name}` placeholders inside texts.
 * @param substitutions values of the placeholders.
 * @throws {MachineInvalid} with every problem found: broken JSON with line and column, placeholders without a value, or
 *   the state and field of each fault of the definition.
 */
export function loadMachine(name: string, text: string, substitutions: Readonly<Record<string, string>>): Machine {
  const definition = fill(name, parse(name, text), substitutions);
  const problems = new Problems();
  const loading: Loading = { problems, expressions: new Map(), names: new Set(), group: compileGroup };
  if (!isObject(definition)) throw new MachineInvalid(name, [`must be an object, found ${show(definition)}`]);
  const fields = new Fields(loading, definition, '');
  fields.only(FIELDS);
  checkLanguage(fields);
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
    throw new MachineInvalid(name, [`has ${bytes} bytes; Step Functions takes ${DEFINITION_MAX_BYTES} at most`]);
  }
  const fault = jsonFault(text);
  if (fault === undefined) return JSON.parse(text);
  throw new MachineInvalid(name, [`is no JSON at line ${fault.line}, column ${fault.column}: ${fault.what}`]);
}

function fill(name: string, value: unknown, substitutions: Readonly<Record<string, string>>): unknown {
  const missing = new Set<string>();
  const filled = replacePlaceholders(value, substitutions, missing);
  if (missing.size === 0) return filled;
  const known = Object.keys(substitutions).toSorted().join(', ') || 'none';
  throw new MachineInvalid(name, [`has placeholders without a value: ${[...missing].join(', ')} (known: ${known})`]);
}

/** Every state must be in JSONata mode: by the machine's QueryLanguage or by its own. */
function checkLanguage(fields: Fields): void {
  const language = fields.get('QueryLanguage');
  const states = fields.get('States');
  if (language === 'JSONata' || !isObject(states)) return;
  const each = Object.values(states).every((state) => isObject(state) && state['QueryLanguage'] === 'JSONata');
  if (language === undefined && each) return;
  fields.problem('QueryLanguage', `must be "JSONata", found ${show(language)}; JSONPath mode is not offered`);
}
