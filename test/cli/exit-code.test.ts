import { readFileSync } from 'node:fs';
import type { Standing } from '../../lib/results/answer/contender';
import {
  EXIT,
  EXIT_WORDS,
  computeExitCode,
  type Outcome,
  findRefusalCode,
  getUnprintedCode,
} from '../../lib/cli/exit-code';

/** With so many trials that count of each configuration. */
const answer = (met: Standing | null, ...trials: readonly number[]): NonNullable<Outcome['summary']> => ({
  answer: { met, ranking: met === null ? [] : trials.map((n) => ({ n })) },
  trials: trials.flatMap((n) => [
    ...Array.from({ length: n }, () => ({ excludedFor: null })),
    { excludedFor: 'HostLost' },
  ]),
});
const code = (changes: Partial<Outcome>): number =>
  computeExitCode({ clean: true, interrupted: false, error: undefined, summary: answer('yes', 3, 3), ...changes });

it('replaces codes of answers by 74 when the output cannot be printed, and keeps other codes', () => {
  expect([EXIT.done, EXIT.against, EXIT.open, EXIT.tooLittle].map(getUnprintedCode)).toEqual([74, 74, 74, 74]);
  const others = [EXIT.usage, EXIT.refused, EXIT.left, EXIT.fault, EXIT.interrupted];
  expect(others.map(getUnprintedCode)).toEqual(others);
});

describe('computeExitCode', () => {
  it('returns 0 (done) when the threshold is met, and 1 (against) when it is missed', () => {
    expect(code({})).toBe(EXIT.done);
    expect(code({ summary: answer('no', 3, 3) })).toBe(EXIT.against);
  });

  it('returns 0 (done) without a question when any trial is included, otherwise 6 (tooLittle)', () => {
    expect(code({ summary: answer(null, 1) })).toBe(EXIT.done);
    expect(code({ summary: answer(null) })).toBe(EXIT.tooLittle);
  });

  it('returns 0 (done) for a met threshold despite the error RigFailed', () => {
    expect(code({ error: 'RigFailed' })).toBe(EXIT.done);
  });

  it('returns 5 (open) when the answer is inconclusive', () => {
    expect(code({ summary: answer('open', 3, 3) })).toBe(EXIT.open);
    expect(code({ summary: answer('open', 1, 2) })).toBe(EXIT.open);
  });

  it('returns 6 (tooLittle) without a summary, or when all configurations have fewer than two trials', () => {
    expect(code({ summary: null })).toBe(EXIT.tooLittle);
    expect(code({ summary: answer('open') })).toBe(EXIT.tooLittle);
    expect(code({ summary: answer('open', 1, 1) })).toBe(EXIT.tooLittle);
    expect(code({ summary: answer('no', 1, 2) })).toBe(EXIT.against);
    expect(code({ summary: answer(null, 0) })).toBe(EXIT.tooLittle);
    // Described, by the least of trials: asked all the same.
    const described = answer('yes', 1, 1);
    const { ranking } = described.answer;
    const least = { ...described, answer: { met: null, status: 'described', ranking } } as const;
    expect(code({ summary: least })).toBe(EXIT.tooLittle);
  });

  it('prefers 4 (left) to 130 (interrupted), 130 to 3 (refused), and returns 2 for SpecInvalid', () => {
    const worst = { clean: false, interrupted: true, error: 'BudgetExceeded', summary: null };
    expect(code(worst)).toBe(EXIT.left);
    expect(code({ ...worst, clean: true })).toBe(EXIT.interrupted);
    expect(code({ ...worst, clean: true, interrupted: false })).toBe(EXIT.refused);
    expect(code({ error: 'SpecInvalid', summary: null })).toBe(EXIT.usage);
  });

  it('maps BudgetExceeded to 3 (refused) in findRefusalCode, and unknown errors to undefined', () => {
    expect([findRefusalCode('BudgetExceeded'), findRefusalCode('toString'), findRefusalCode(undefined)]).toEqual([
      EXIT.refused,
      undefined,
      undefined,
    ]);
  });
});

it('matches the table of exit codes in docs/commands.md', () => {
  const rows = [...readFileSync('docs/commands.md', 'utf8').matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)];
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  expect(rows.map(([, number, words]) => [Number(number), words])).toEqual(
    names.map((name) => [EXIT[name], EXIT_WORDS[name]]),
  );
});
