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
it('replaces codes of answers by 74 when the output cannot be printed, and keeps other codes', () => {
  expect([EXIT.done, EXIT.against, EXIT.open, EXIT.tooLittle].map(getUnprintedCode)).toEqual([74, 74, 74, 74]);
  const others = [EXIT.usage, EXIT.refused, EXIT.left, EXIT.fault, EXIT.interrupted];
  expect(others.map(getUnprintedCode)).toEqual(others);
});

const worst = { clean: false, interrupted: true, error: 'BudgetExceeded', summary: null };
/** Described, by the least of trials: asked all the same. */
const { ranking } = answer('yes', 1, 1).answer;
const least = { ...answer('yes', 1, 1), answer: { met: null, status: 'described', ranking } } as const;

/** Counted by `--accept`, with the codes of its trials. */
const accepted = (codes: readonly string[], ...ns: readonly number[]): NonNullable<Outcome['summary']> => ({
  answer: { met: 'open', isExploratory: true, outcome: 'meets', ranking: ns.map((n) => ({ n })) },
  trials: codes.map((code) => ({ excludedFor: null, reasons: [{ level: 'suspect', code }] })),
});

it.each<[keyof typeof EXIT, string, Partial<Outcome>]>([
  ['done', 'a threshold that is met on a busy machine', { summary: accepted(['HostBusy', 'CpuStolen'], 6) }],
  ['open', 'a threshold that is met with any other accepted reason', { summary: accepted(['HostBusy', 'Late'], 6) }],
  ['open', 'the choice between two on a busy machine', { summary: accepted(['HostBusy'], 6, 6) }],
  ['done', 'a threshold that is met', {}],
  ['against', 'a threshold that is missed', { summary: answer('no', 3, 3) }],
  ['done', 'included trials without a question', { summary: answer(null, 1) }],
  ['tooLittle', 'no included trial, without a question', { summary: answer(null) }],
  ['tooLittle', 'a configuration without trials, without a question', { summary: answer(null, 0) }],
  ['done', 'a threshold that is met despite RigFailed', { error: 'RigFailed' }],
  ['open', 'an inconclusive answer', { summary: answer('open', 3, 3) }],
  ['open', 'an inconclusive answer of one and two trials', { summary: answer('open', 1, 2) }],
  ['tooLittle', 'no summary', { summary: null }],
  ['tooLittle', 'no configuration', { summary: answer('open') }],
  ['tooLittle', 'one trial of each configuration', { summary: answer('open', 1, 1) }],
  ['tooLittle', 'one trial of each configuration that is described', { summary: least }],
  ['against', 'a missed threshold of one and two trials', { summary: answer('no', 1, 2) }],
  ['left', 'resources that are left, whatever else', worst],
  ['interrupted', 'an interruption, whatever the error', { ...worst, clean: true }],
  ['refused', 'a budget that is exceeded', { ...worst, clean: true, interrupted: false }],
  ['usage', 'an invalid spec', { error: 'SpecInvalid', summary: null }],
])('returns %s for %s (computeExitCode)', (name, _, changes) => {
  const good = { clean: true, interrupted: false, error: undefined, summary: answer('yes', 3, 3) };
  expect(computeExitCode({ ...good, ...changes })).toBe(EXIT[name]);
});

it('maps BudgetExceeded to 3 (refused) in findRefusalCode, and unknown errors to undefined', () => {
  const codes = [EXIT.refused, undefined, undefined];
  expect(['BudgetExceeded', 'toString', undefined].map(findRefusalCode)).toEqual(codes);
});

it('matches the table of exit codes in docs/commands.md', () => {
  const rows = [...readFileSync('docs/commands.md', 'utf8').matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)];
  const names = Object.keys(EXIT) as (keyof typeof EXIT)[];
  expect(rows.map(([, number, words]) => [Number(number), words])).toEqual(
    names.map((name) => [EXIT[name], EXIT_WORDS[name]]),
  );
});
