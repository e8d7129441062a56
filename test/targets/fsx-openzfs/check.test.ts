import { checkOpenZfs } from '../../../lib/targets/fsx-openzfs/check';
import { testChecks, testRules } from '../check-cases';
import cases from './check.cases.json';
import { CONFIG } from './config';

testChecks(checkOpenZfs, { CONFIG }, cases.checks);
testRules(cases.rules);
