import { allowed } from '../../../../lib/experiment/language/editor/form';
import cases from './form.allowed.cases.json';

it.each(cases.formsInWords as [Record<string, unknown>, string][])('says of %j what may stand there', (form, words) => {
  expect(allowed(form)).toBe(words);
});
