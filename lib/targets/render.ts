/** Shell scripts from files and variables. */

/** Text in single quotes, safe in any POSIX shell, whatever it holds. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A script: exported variables, then the text of a file as it stands.
 * @param variables name → value; names are those that the file documents.
 */
export function render(variables: Readonly<Record<string, string>>, file: string): string {
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}\n`);
  return `#!/usr/bin/env bash\n${exports.join('')}${file}`;
}
