/** The setting `stackName`: prefix of all names of a deployment. */

/**
 * Allowed stack names. AWS limits state machine names to 80 characters and schedule groups to 64; the longest suffix
 * here has 15. Systems
 * Manager reserves document names that start with aws, amazon or amzn (its API, CreateDocument, Name).
 */
export const STACK_NAME_PATTERN = {
  pattern: /^(?!aws|amazon|amzn)[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  most: 20,
  allowed: 'at most 20 characters: lower-case words of letters and digits, joined by "-"; not aws…, amazon… or amzn…',
} as const;

export const DEFAULT_STACK_NAME = 'fsxbench';

export function isStackName(text: string): boolean {
  return text.length <= STACK_NAME_PATTERN.most && STACK_NAME_PATTERN.pattern.test(text);
}
