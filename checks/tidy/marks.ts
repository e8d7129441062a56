/** Marks that somebody left for later. What is not done belongs in the tracker, where it is seen. */
import { type Fault, isRecorded, type Source } from './source';

/** Written with brackets so that this file does not find itself. */
const MARK = /\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/;
/** Random names of mktemp end in a row of this letter: no mark. */
const TEMPLATE = /X{4,}/g;

/** Lines with a left-over mark. */
export function markFaults(source: Source): Fault[] {
  if (isRecorded(source.path) || source.path === 'package-lock.json') return [];
  return source.text.split('\n').flatMap((line, index) => {
    const mark = MARK.exec(line.replace(TEMPLATE, ''))?.[1];
    if (mark === undefined) return [];
    return [{ path: source.path, line: index + 1, message: `${mark} is a mark for later; do it now or take it out` }];
  });
}
