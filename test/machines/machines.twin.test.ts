import { testScenarios } from './test-scenarios';

testScenarios();
