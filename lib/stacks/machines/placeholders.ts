/** Placeholders `${Name}` of machine files: every one gets a value, and no value is handed over that none asks for. */
import { FsxbenchError } from '../../shapes/errors';

/** Text of a machine file, by the machine's name. */
export type MachineTexts = Readonly<Record<string, string>>;

/** Names in `${Name}`, sorted, each once. */
export function listPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\$\{([A-Za-z0-9_]+)\}/g)].flatMap(([, name]) => name ?? []))].toSorted();
}

/**
 * Checks all machine files of a stack at once.
 * @throws Error `MachineFilesInvalid` that names every placeholder without a value, with its file
 */
export function checkPlaceholders(texts: MachineTexts, known: readonly string[]): void {
  const missing = Object.entries(texts).flatMap(([machine, text]) =>
    listPlaceholders(text)
      .filter((name) => !known.includes(name))
      .map((name) => `  state-machines/${machine}.asl.json: \${${name}}`),
  );
  if (missing.length === 0) return;
  const message = [
    'placeholders without a value in the stack that their machine belongs to:',
    ...missing,
    `that stack gives: ${known.toSorted().join(', ')}`,
  ].join('\n');
  throw new FsxbenchError('MachineFilesInvalid', message);
}

/** The values that a machine file asks for, and no others. Call {@link checkPlaceholders} first. */
export function pickSubstitutions(text: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    listPlaceholders(text).flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
