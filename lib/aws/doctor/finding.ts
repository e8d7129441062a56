/** What the doctor says of a line. Only positive proof holds; what could not be looked at was not tried. */

export type Finding =
  | { readonly state: 'holds'; readonly saw: string }
  | { readonly state: 'does not hold'; readonly saw: string }
  | { readonly state: 'not tried'; readonly saw: string };

/** @param saw what proves it */
export const holds = (saw: string): Finding => ({ state: 'holds', saw });
/** @param saw what disproves it */
export const fails = (saw: string): Finding => ({ state: 'does not hold', saw });
/** @param saw why neither */
export const untried = (saw: string): Finding => ({ state: 'not tried', saw });

/** Name of an error of the SDK. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'Error';
}

/** Longer texts hide what matters: refusals of IAM tell the whole policy. */
const WORDS_MAX = 240;

/** A refusal, a missing service, no network: whatever keeps the doctor from looking. */
export function couldNotLook(error: unknown): Finding {
  const words = (error instanceof Error ? error.message : String(error))
    .replace(/\s*Deserialization error: to see the raw response.*/s, '')
    .replace(/\s+/g, ' ')
    .trim();
  const short = words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX)}…` : words;
  return untried(`could not look: ${nameOf(error)}: ${short}`);
}
