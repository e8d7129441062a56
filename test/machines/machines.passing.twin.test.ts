import { testScenarios } from './test-scenarios';

testScenarios('passing faults');
