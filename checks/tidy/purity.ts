/** Hidden inputs that the linter's lists of names cannot express: a clock read by a bare `new Date()`. */
import { type Fault, isScript, type Source } from './source';

/** Layers whose results depend on their arguments only, and the twin and the lambdas, who are given a clock. */
const PURE = /^lib\/(shapes|experiment|targets|workloads|pricing|results|report)\//;
const CLOCKED = /^(lib\/twin\/|lib\/asl\/(?!clock\/)|lambdas\/)/;
const READS_CLOCK = /\bnew Date\(\s*\)|\bnew Date\b(?!\s*\()|(?<![.\w]|new )Date\(\s*\)/;

/** Lines that read the clock where time has to be passed in. */
export function purityFaults(source: Source): Fault[] {
  if (!isScript(source.path) || !(PURE.test(source.path) || CLOCKED.test(source.path))) return [];
  return source.text.split('\n').flatMap((line, index) => {
    if (!READS_CLOCK.test(withoutComment(line))) return [];
    const message = 'Date without an argument reads the clock; pass the time in';
    return [{ path: source.path, line: index + 1, message }];
  });
}

function withoutComment(line: string): string {
  if (/^\s*(\*|\/\*)/.test(line)) return '';
  return line.replace(/(^|\s)\/\/.*$/, '');
}
