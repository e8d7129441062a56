/** What a function's error says, as Lambda hands it on. */

/** The error of a function, perhaps cut off. Lambda guide, Node.js errors: JSON with its message and a stack trace. */
const THROWN = /\{(?:"errorType":"[^"]*",)?"errorMessage":"((?:[^"\\]|\\.)*)\\?(?:"[^]*)?$/;

/** A cause with the message alone of a function's error in it; empty where there is none. */
export function readMessage(cause: string | null | undefined): string {
  return (cause ?? '').replace(THROWN, (_, message: string) => {
    try {
      return JSON.parse(`"${message}"`) as string;
    } catch {
      return message;
    }
  });
}
