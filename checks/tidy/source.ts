/** Files of the repository as data, and findings about them. Every rule is a pure function of these. */

/** One text file of the repository. */
export interface Source {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** One finding. */
export interface Fault {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** What is wrong, and what to do instead. */
  readonly message: string;
}

/** `file:line: error: message`, the form that editors make clickable. */
export function formatFault(fault: Fault): string {
  return `${fault.path}:${fault.line}: error: ${fault.message}`;
}

/** Whether a file is recorded tool output or other test data, which is not checked. */
export function isRecorded(path: string): boolean {
  return path.startsWith('test/recorded/');
}

/** Shell: by its ending, or the entry point of the checks on a clean machine. */
export function isShell(source: Source): boolean {
  return source.path.endsWith('.sh') || /^#!\s*(\/usr)?\/bin\/(env )?(ba)?sh\b/.test(source.text);
}

export function isScript(path: string): boolean {
  return /\.(ts|mts|mjs|js)$/.test(path);
}
