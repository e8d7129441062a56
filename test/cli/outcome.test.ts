import { readFileSync } from 'node:fs';
import { EXIT, EXIT_WORDS, exitCodeOf, type Outcome, refusalCode, unprintedCode } from '../../lib/cli/outcome';

const answer = (met: boolean | null, ...trials: readonly number[]): NonNullable<Outcome['summary']> => ({
  answer: { met, status: 'decided', ranking: met === null ? [] : trials.map((n) => ({ n })) },
  verdicts: { VALID: trials.reduce((sum, n) => sum + n, 0) },
});
const code = (changes: Partial<Outcome>): number =>
  exitCodeOf({ clean: true, interrupted: false, error: undefined, summary: answer(true, 3, 3), ...changes });

it('promises no answer that could not be printed', () => {
  expect([EXIT.done, EXIT.against, EXIT.tooLittle].map(unprintedCode)).toEqual([74, 74, 74]);
  const others = [EXIT.usage, EXIT.refused, EXIT.left, EXIT.fault, EXIT.interrupted];
  expect(others.map(unprintedCode)).toEqual(others);
});

describe('the exit code of an execution', () => {
  it('says whether the question is met', () => {
    expect(code({})).toBe(EXIT.done);
    expect(code({ summary: answer(false, 3, 3) })).toBe(EXIT.against);
  });

  it('is done where nothing was asked and any trial counts', () => {
    expect(code({ summary: answer(null, 1) })).toBe(EXIT.done);
    expect(code({ summary: answer(null) })).toBe(EXIT.tooLittle);
  });

  it('is the same however an execution ended that has an answer: single failures are in the answer', () => {
    expect(code({ error: 'RigFailed' })).toBe(EXIT.done);
  });

  it('tells where too little was measured: no results, no configuration, or one trial of each', () => {
    expect(code({ summary: null })).toBe(EXIT.tooLittle);
    expect(code({ summary: answer(false) })).toBe(EXIT.tooLittle);
    expect(code({ summary: answer(true, 1, 1) })).toBe(EXIT.tooLittle);
    expect(code({ summary: answer(false, 1, 2) })).toBe(EXIT.against);
    const open = answer(false, 2, 2);
    expect(code({ summary: { ...open, answer: { ...open.answer, status: 'too-few' } } })).toBe(EXIT.tooLittle);
  });

  it('is the first of all that is true: left, interrupted, refused, too little', () => {
    const worst = { clean: false, interrupted: true, error: 'BudgetExceeded', summary: null };
    expect(code(worst)).toBe(EXIT.left);
    expect(code({ ...worst, clean: true })).toBe(EXIT.interrupted);
    expect(code({ ...worst, clean: true, interrupted: false })).toBe(EXIT.refused);
    expect(code({ error: 'SpecInvalid', summary: null })).toBe(EXIT.usage);
  });

  it('knows refusals of admission from other errors', () => {
    expect([refusalCode('BudgetExceeded'), refusalCode('toString'), refusalCode(undefined)]).toEqual([
      EXIT.refused,
      undefined,
      undefined,
    ]);
  });
});

it("is in README's table, in the words of the help", () => {
  const rows = [...readFileSync('README.md', 'utf8').matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)];
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  expect(rows.map(([, number, words]) => [Number(number), words])).toEqual(
    names.map((name) => [EXIT[name], EXIT_WORDS[name]]),
  );
});
