import { describeAllowed } from '../../../../lib/experiment/language/editor/json-schema';
import cases from './json-schema.allowed.cases.json';

it.each(cases.formsInWords as [Record<string, unknown>, string][])(
  'describes in words the values that the JSON Schema %j allows',
  (form, words) => {
    expect(describeAllowed(form)).toBe(words);
  },
);
