/**
 * Everything that can be said about a machine file without running it: the published schema, and the rules of the
 * house.
 */
import validate from 'asl-validator';
import type { Finding } from './finding';
import { lintMachine } from './lint';
import { REQUIRED_TAGS } from '../../lib/shapes/layout';
import { plainMachine } from './plain';

/**
 * Findings of our own lint, then those of asl-validator (rule `asl-validator`) where the text is JSON. Never throws.
 */
export function lintFile(name: string, text: string): Finding[] {
  const own = lintMachine(name, text, { requiredTags: REQUIRED_TAGS });
  return own.some((finding) => finding.rule === 'json') ? own : [...own, ...validatorFindings(text)];
}

/** Findings of asl-validator about a text that is JSON. */
export function validatorFindings(text: string): Finding[] {
  try {
    return validate(plainMachine(JSON.parse(text))).errors.map((error) => ({
      state: '',
      rule: 'asl-validator',
      message: `${error['Error code']}: ${error.Message}`,
    }));
  } catch (error) {
    // It trips over some shapes that it does not expect.
    return [{ state: '', rule: 'asl-validator', message: `cannot be validated: ${(error as Error).message}` }];
  }
}
