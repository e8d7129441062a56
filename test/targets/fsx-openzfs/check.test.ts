import { check } from '../../../lib/targets/fsx-openzfs/check';
import { testChecks, testRules } from '../check-cases';
import cases from './check.cases.json';
import { CONFIG } from './config';

testChecks(check, { CONFIG }, cases.checks);
testRules(cases.rules);
