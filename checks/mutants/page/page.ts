/** `dist/machine-mutants.md`. */
import type { Drawn } from '../plant/sample';
import { leftLine, markdownTable, percent } from './tables';
import type { Tally } from './tally';

/** The page about a whole campaign; same results, same bytes. */
export function mutantsPage(tally: Tally, left: Drawn['left']): string {
  return [
    '# Mutants of the state machines',
    'Written by `npm run mutants -- --write`. Each mutant is one machine file with one planted fault. It is noticed',
    'when the lint of machines finds something new, or when a scenario of `test/machines/scenarios.ts` complains,',
    'hangs or dies. The pace of retries (`IntervalSeconds`, `BackoffRate`, `MaxDelaySeconds`) is not planted: the lint',
    'holds it against a table. Nor are wider time-outs, of which none is wrong, nor the loss of an `Output` of `{}`,',
    'which only keeps payloads small.',
    '',
    `**${percent(tally.total.rate)}** of the faults are noticed: all mutants but those that are equivalent.`,
    '',
    markdownTable([...tally.machines, tally.total], 'machine'),
    '',
    markdownTable([...tally.operators, tally.total], 'operator'),
    ...(left.length === 0 ? [] : ['', `Drawn by lot, of too many: ${leftLine(left)}.`]),
    '',
    '## Survivors',
    '',
    ...(tally.survivors.length === 0
      ? ['None.']
      : tally.survivors.map(({ mutant }) => `- ${code(mutant.id)}: ${mutant.what}`)),
    '',
    '## Equivalent mutants',
    '',
    'What these change does not matter:',
    '',
    ...(tally.explained.length === 0
      ? ['None.']
      : tally.explained.map(({ judged, reason }) => `- ${code(judged.mutant.id)}: ${judged.mutant.what}. ${reason}`)),
    '',
  ].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
