/** The setting `stackName`: the first word of all names of a deployment. */

/**
 * What it may be. Names of machines are at most 80 characters, of schedule groups 64; the longest name here adds 15.
 * Systems Manager keeps names of documents that begin with aws, amazon or amzn for itself (its API, CreateDocument,
 * Name).
 */
export const STACK_NAME = {
  pattern: /^(?!aws|amazon|amzn)[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  most: 20,
  allowed: 'at most 20 characters: lower-case words of letters and digits, joined by "-"; not aws…, amazon… or amzn…',
} as const;

/** Where nobody says otherwise. */
export const DEFAULT_STACK_NAME = 'fsxbench';

/** Whether a deployment may be called so. */
export function isStackName(text: string): boolean {
  return text.length <= STACK_NAME.most && STACK_NAME.pattern.test(text);
}
