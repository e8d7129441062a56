/**
 * A machine as asl-validator understands it. Its schema is narrower than the language where values are free: it refuses
 * an
 * Output that is a number, an empty string, an expression over several lines; and it takes any key `Next`, `StartAt` or
 * `States` for a transition, also in the arguments of a call. Recorded executions show all of these to be right, so the
 * free values are made plain for it; our own lint looks at them as they are.
 */
const FREE = ['Arguments', 'Output', 'Assign', 'ItemSelector'];
const MISTAKEN = new Set(['StartAt', 'Next', 'Default', 'States', 'Branches', 'Iterator', 'Type', 'Resource']);

/** The same machine with plain free values; what is no expression in them keeps only its shape. */
export function plainMachine(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainMachine);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      if (key === 'Resource' && typeof inner === 'string') return [key, filled(inner)];
      if (!FREE.includes(key)) return [key, plainMachine(inner)];
      return [key, typeof inner === 'object' || typeof inner === 'string' ? plainValue(inner) : {}];
    }),
  );
}

function plainValue(value: unknown, top = true): unknown {
  if (typeof value === 'string') {
    if (/^\{%[\s\S]*%\}$/.test(value)) return value.replace(/\s+/g, ' ');
    return top ? {} : 'text';
  }
  if (Array.isArray(value)) return top ? {} : value.map((item) => (Array.isArray(item) ? 0 : plainValue(item, false)));
  if (typeof value !== 'object' || value === null) return top ? {} : value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, inner]) => [MISTAKEN.has(key) ? `its${key}` : key, plainValue(inner, false)]),
  );
}

/** It wants a Resource to look like an ARN, and a placeholder does not. */
function filled(resource: string): string {
  return resource.replace(/^\$\{(\w+)\}$/, 'arn:aws:lambda:eu-west-1:111122223333:function:$1');
}
