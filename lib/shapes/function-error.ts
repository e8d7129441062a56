/** Reads the message from an error of a Lambda function. */
/**
 * Matches the error of a Lambda function, possibly truncated: JSON with message and stack trace (Lambda guide, Node.js
 * errors).
 */
const FUNCTION_ERROR = /\{(?:"errorType":"[^"]*",)?"errorMessage":"((?:[^"\\]|\\.)*)\\?(?:"[^]*)?$/;

/** Replaces a function's error JSON in a cause with its message; empty without a cause. */
export function readErrorMessage(cause: string | null | undefined): string {
  return (cause ?? '').replace(FUNCTION_ERROR, (_, message: string) => {
    try {
      return JSON.parse(`"${message}"`) as string;
    } catch {
      return message;
    }
  });
}
