/** Errors of the house have one root: a bare one has no name by which a machine, a test or a person could know it. */
import { type Fault, isScript, type Source } from './source';

const BARE = /\bnew (Error|RangeError|TypeError)\(|\bextends Error\b/;
/** The root itself; the state language, which imports nothing; what a modelled service answers, in AWS's names. */
const MAY = /^lib\/(shapes\/errors|twin\/cloud\/service)\.ts$|^lib\/asl\//;

/** Lines that make or derive a bare error. */
export function errorFaults({ path, text }: Source): Fault[] {
  if (!isScript(path) || !/^(lib|lambdas)\//.test(path) || MAY.test(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    if (!BARE.test(line)) return [];
    const message = 'a bare error; throw an FsxbenchError with a name of texts/errors.json, or use expected()';
    return [{ path, line: index + 1, message }];
  });
}
