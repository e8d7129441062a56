/** `${Name}` is filled in by the stack and by the twin: only inside strings, so that the file is JSON as it stands. */
import { type Finding, reporter } from '../finding';
import type { Subject, SubjectState } from '../subject';
import { textsOf } from '../template';

const report = reporter('placeholder');

/** Placeholders that are badly named, or that stand bare in an expression. */
export function placeholderFindings({ states }: Subject): Finding[] {
  return states.flatMap((one) => [...misnamed(one), ...bare(one)]);
}

function misnamed({ name, state }: SubjectState): Finding[] {
  const all = [{ location: 'Resource', text: state.Resource ?? '' }, ...textsOf(state)];
  return all.flatMap(({ location, text }) =>
    [...text.matchAll(/\$\{([^}]*)\}?/g)]
      .filter((match) => !/^\$\{[A-Z][A-Za-z0-9]*\}$/.test(match[0]))
      .map((match) => report(name, `${location}: ${match[0]} is no placeholder; write \${Name} in PascalCase`)),
  );
}

function bare({ name, expressions }: SubjectState): Finding[] {
  return expressions.flatMap(({ location, code }) => {
    const outside = code.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
    const found = /\$\{[^}]*\}/.exec(outside)?.[0];
    if (found === undefined) return [];
    return [report(name, `${location}: ${found} stands bare in an expression; quote it, or Assign it first`)];
  });
}
