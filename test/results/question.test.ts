import { formatThreshold, makeQuestion } from '../../lib/results/question';
import type { DecisionRule } from '../../lib/shapes/decision-rule';
import { execution, type Options } from './fixture';
import cases from './question.cases.json';

const writeQuestion = (decide: Partial<DecisionRule> | null, options: Options = {}): string =>
  makeQuestion({ ...execution({ question: null, decide, ...options }).plan, local: false });

describe('makeQuestion', () => {
  it('returns the question of the spec when it has one', () => {
    expect(writeQuestion({}, { question: 'Which disk?' })).toBe('Which disk?');
    expect(writeQuestion(null, { question: 'Which disk?' })).toBe('Which disk?');
  });

  it.each(cases.questions as [object, string][])('builds the question from decide: %j', (decide, text) => {
    expect(writeQuestion(decide)).toBe(text);
  });

  it('omits "cheapest" for a local execution, which costs nothing', () => {
    const { plan } = execution({ question: null, decide: { metric: 'latency_mean', prefer: 'cheapest' } });
    expect(makeQuestion({ ...plan, local: true })).toBe('Which configuration has the lowest typical mean latency?');
  });

  it('builds the question from name and factors without decide', () => {
    expect(writeQuestion(null)).toBe('local-disk: what is the effect of target, op and bs?');
    expect(writeQuestion(null, { factors: { target: ['disk', 'memory'] } })).toBe(
      'local-disk: what is the effect of target?',
    );
  });
});

it.each([
  [10_000, 'us', 'p99 latency', '10 ms'],
  [120e6, 'us', 'copy time', '2 min'],
  [150e6, 'us', 'copy time', '2m30s'],
  [4000, 'ops/s', 'read IOPS', '4,000 IOPS'],
  [4000, 'ops/s', 'file creates', '4,000 ops/s'],
  [250e6, 'bytes/s', 'bandwidth', '250 MB/s'],
] as const)('formats the threshold %d %s of %s in readable units', (limit, unit, words, text) => {
  expect(formatThreshold(limit, unit, words)).toBe(text);
});
