/** What a caught error says. By its members, not by its class: errors of Node.js may come from another realm. */

/** Code of an error of the operating system, e.g. `ENOENT` (errno(3)); empty for any other. */
export function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** Its message; the thing itself as text where it has none. */
export function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message : String(error);
}
