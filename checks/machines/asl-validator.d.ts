/** npm asl-validator ships no types. https://github.com/ChristopheBougere/asl-validator */
declare module 'asl-validator' {
  interface ValidatorError {
    readonly 'Error code': string;
    readonly Message: string;
  }
  /** Adds a QueryLanguage to every state of the definition that it is given: pass a copy. */
  export default function validate(
    definition: unknown,
    options?: { readonly checkPaths?: boolean; readonly checkArn?: boolean },
  ): { readonly isValid: boolean; readonly errors: readonly ValidatorError[] };
}
