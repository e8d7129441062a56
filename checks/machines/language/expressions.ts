/** Expressions that are none, that cannot be read, or that look for fields where there is no item. */
import { type Finding, reporter } from '../finding';
import type { Subject, SubjectState } from '../subject';
import { textsOf } from '../template';

const halfReport = reporter('half-expression');
const syntaxReport = reporter('expression-syntax');
const contextReport = reporter('expression-context');

/** Findings about the form of expressions. */
export function expressionFindings({ states }: Subject): Finding[] {
  return states.flatMap((one) => [...halves(one), ...unreadable(one), ...contextless(one)]);
}

/** A string is an expression only when `{%` begins and `%}` ends it; anything else is sent as it stands. */
function halves({ name, state }: SubjectState): Finding[] {
  return textsOf(state).flatMap(({ location, text }) => {
    const whole = text.startsWith('{%') && text.endsWith('%}');
    if (whole || !(text.includes('{%') || text.includes('%}'))) return [];
    return [halfReport(name, `${location}: "${text}" is a plain literal; an expression is the whole string, {% … %}`)];
  });
}

function unreadable({ name, expressions }: SubjectState): Finding[] {
  return expressions.flatMap(({ location, code, syntaxError }) =>
    syntaxError === null ? [] : [syntaxReport(name, `${location}: ${syntaxError} in ${code}`)],
  );
}

/** `$`, `$$` and bare names mean the current item of a path, a filter or a sort; outside of those there is none. */
function contextless({ name, expressions }: SubjectState): Finding[] {
  return expressions.flatMap(({ location, uses }) =>
    uses.flatMap((use) => {
      if (use.kind !== 'context') return [];
      const instead = use.text.startsWith('$') ? '$states.input' : `$states.input.${use.text} or $${use.text}`;
      return [contextReport(name, `${location}: ${use.text} means nothing here; write ${instead}`)];
    }),
  );
}
