import { testRules } from '../check-cases';
import cases from './check.rules.cases.json';

testRules(cases.rules);
