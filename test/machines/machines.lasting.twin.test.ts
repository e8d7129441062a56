import { testScenarios } from './test-scenarios';

testScenarios('lasting faults');
