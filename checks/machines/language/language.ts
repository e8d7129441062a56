/** JSONata only: nothing of the older path language, which would pass as a plain literal and never be evaluated. */
import { type Finding, reporter } from '../finding';
import type { Subject, SubjectState } from '../subject';
import { textsOf } from '../template';

const report = reporter('jsonata-only');

/** Fields of the path language. https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html */
const PATH_FIELDS = ['InputPath', 'OutputPath', 'ResultPath', 'ResultSelector', 'Parameters', 'ItemsPath', 'Iterator'];

/** Machines and states in another query language, and left-overs of it in fields, keys and strings. */
export function languageFindings({ machine, states }: Subject): Finding[] {
  const top =
    machine.QueryLanguage === 'JSONata' ? [] : [report('', 'the machine has to say "QueryLanguage": "JSONata"')];
  return [...top, ...states.flatMap(stateFindings)];
}

function stateFindings({ name, state }: SubjectState): Finding[] {
  const language = state.QueryLanguage ?? 'JSONata';
  const fields = Object.keys(state).filter((field) => PATH_FIELDS.includes(field) || /.Path$/.test(field));
  const rules = (state.Choices ?? []).flatMap((rule, index) =>
    'Variable' in rule ? [report(name, `Choices[${index}] has Variable, of the path language; write a Condition`)] : [],
  );
  return [
    ...(language === 'JSONata' ? [] : [report(name, `QueryLanguage is ${language}; take it out`)]),
    ...fields.map((field) => report(name, `${field} is of the path language; write Arguments, Output or Assign`)),
    ...rules,
    ...textsOf(state).flatMap(({ location, text, key }) => {
      if (key)
        return text.endsWith('.$') ? [report(name, `${location}: a key that ends in .$ is a plain name here`)] : [];
      if (!/^(\$\.|\$\$\.|\$\[|States\.[A-Z]\w+\()/.test(text)) return [];
      return [report(name, `${location}: "${text}" is a plain literal here; write {% … %}`)];
    }),
  ];
}
