/** Causes of failed executions, for people. */

/** The message inside a lambda's error, or the text itself; empty where there is none. */
export function causeText(cause: string | undefined): string {
  try {
    const parsed = JSON.parse(cause ?? '') as { errorMessage?: string };
    return parsed.errorMessage ?? cause ?? '';
  } catch {
    return cause ?? '';
  }
}
