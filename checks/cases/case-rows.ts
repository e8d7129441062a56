/** Rows of a case of one state machine: it is played once for each. */
import { FsxbenchError } from '../../lib/shapes/errors';

export type Row = Readonly<Record<string, unknown>>;
/** Rows, or lists of which each combination is a row. A list named `a, b` has pairs of their values. */
export type Rows = readonly Row[] | Readonly<Record<string, readonly unknown[]>>;

export function listRows(rows: Rows): readonly Row[] {
  return isList(rows) ? rows : combine(Object.entries(rows));
}

const isList = (rows: Rows): rows is readonly Row[] => Array.isArray(rows);

function combine([first, ...others]: readonly (readonly [string, readonly unknown[]])[]): readonly Row[] {
  if (first === undefined) return [{}];
  const [name, list] = first;
  return list.flatMap((value) => combine(others).map((row) => ({ ...nameParts(name, value), ...row })));
}

function nameParts(name: string, value: unknown): Row {
  const names = name.split(', ');
  if (names.length === 1) return { [name]: value };
  if (!Array.isArray(value) || value.length !== names.length) {
    throw new FsxbenchError('Unexpected', `a row of "${name}" has other values: ${JSON.stringify(value)}`);
  }
  return Object.fromEntries(names.map((one, index) => [one, (value as readonly unknown[])[index]]));
}
