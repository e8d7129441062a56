import { testScenarios } from './test-scenarios';

testScenarios('too large');
