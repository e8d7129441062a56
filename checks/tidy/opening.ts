/** Every file opens with what it is: whoever comes along reads one sentence, not the code. */
import { type Fault, isScript, type Source } from './source';

/** Files of the house that do not open with a comment. */
export function openingFaults({ path, text }: Source): Fault[] {
  if (!isScript(path) || !/^(lib|lambdas|bin|checks|bench)\//.test(path)) return [];
  if (/^(#!.*\n)?\/\*\*/.test(text)) return [];
  return [{ path, line: 1, message: 'does not open with a comment; say in a sentence what this file is' }];
}
