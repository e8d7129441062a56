/** Placeholders `${Name}` of machine files: each needs a value, and each file gets only its values. */
import { FsxbenchError } from '../../shapes/errors';

/** Text of machine files by machine name. */
export type MachineTexts = Readonly<Record<string, string>>;

export function listPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\$\{([A-Za-z0-9_]+)\}/g)].flatMap(([, name]) => name ?? []))].toSorted();
}

/** Checks all files of a stack. @throws FsxbenchError `MachineFilesInvalid` with every placeholder without a value */
export function checkPlaceholders(texts: MachineTexts, known: readonly string[]): void {
  const missing = Object.entries(texts).flatMap(([machine, text]) =>
    listPlaceholders(text)
      .filter((name) => !known.includes(name))
      .map((name) => `  state-machines/${machine}.asl.yaml: \${${name}}`),
  );
  if (missing.length === 0) return;
  const message = [
    'placeholders of machine files without a value in their stack:',
    ...missing,
    `values of that stack: ${known.toSorted().join(', ')}`,
  ].join('\n');
  throw new FsxbenchError('MachineFilesInvalid', message);
}

/** The values that a machine file uses. Call {@link checkPlaceholders} first. */
export function pickSubstitutions(text: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    listPlaceholders(text).flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
