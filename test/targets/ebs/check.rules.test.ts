import { type Rule, saidOf } from '../rule-world';
import cases from './check.rules.cases.json';

const RULES = cases.rules as readonly Rule[];

it.each(RULES)('$wrong', ({ wrong, right, says }) => {
  expect(saidOf(wrong)).toEqual(says);
  expect(saidOf(right)).toEqual([]);
});
