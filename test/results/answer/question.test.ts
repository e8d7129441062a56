import { questionOf } from '../../../lib/results/answer/question';
import type { Decide } from '../../../lib/shapes/decide';
import { execution, type Options } from '../fixture';

const asked = (decide: Partial<Decide> | null, options: Options = {}): string =>
  questionOf({ ...execution({ question: null, decide, ...options }).plan, local: false });

describe('questionOf', () => {
  it('is that of the spec, where it has one', () => {
    expect(asked({}, { question: 'Which disk?' })).toBe('Which disk?');
    expect(asked(null, { question: 'Which disk?' })).toBe('Which disk?');
  });

  it.each([
    [{}, 'Which configuration has the highest median IOPS?'],
    [{ where: { op: 'randread', bs: '4k' } }, 'Which configuration has the highest median IOPS at op randread, bs 4k?'],
    [
      { atLeast: 20_000, prefer: 'cheapest' },
      'Which is the cheapest configuration with at least 20,000 ops/s of median IOPS?',
    ],
    [
      { metric: 'latency_p99', operation: 'read', statistic: 'max', atMost: 20_000, prefer: 'lowest' },
      'Which configuration has the lowest max read p99 latency of those with at most 20ms?',
    ],
    [
      { metric: 'bandwidth', atLeast: 250e6, atMost: 500e6, prefer: 'cheapest' },
      'Which is the cheapest configuration with at least 250 MB/s and at most 500 MB/s of median bandwidth?',
    ],
    [{ prefer: 'cheapest' }, 'Which configuration is the cheapest (median IOPS)?'],
    [
      { prefer: 'highest', require: [{ name: 'quick', metric: 'latency_p99', operation: 'read', atMost: 5000 }] },
      'Which configuration has the highest median IOPS, keeping to quick (read p99 latency at most 5ms)?',
    ],
    [
      { metric: 'unheard_of', atLeast: 5, prefer: 'cheapest' },
      'Which is the cheapest configuration with at least 5 of median unheard of?',
    ],
  ] as [Partial<Decide>, string][])('is made of what is asked in numbers: %j', (decide, text) => {
    expect(asked(decide)).toBe(text);
  });

  it('asks for nothing cheap on one machine, where all costs nothing', () => {
    const { plan } = execution({ question: null, decide: { metric: 'latency_mean', prefer: 'cheapest' } });
    expect(questionOf({ ...plan, local: true })).toBe('Which configuration has the lowest median mean latency?');
  });

  it('is made of name and factors, where nothing is asked', () => {
    expect(asked(null)).toBe('local-disk: what do target, op and bs change?');
    expect(asked(null, { factors: { target: ['disk', 'memory'] } })).toBe('local-disk: what does target change?');
  });
});
