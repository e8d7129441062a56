/** `docs/machine-mutants.md`. */
import type { Drawn } from './sample';
import { markdownTable, percent } from './tables';
import type { Tally } from './tally';

/** The page about a whole campaign; same results, same bytes. */
export function mutantsPage(tally: Tally, left: Drawn['left']): string {
  const kept = left.map(({ machine, operator, kept: number, of }) => `${machine} ${operator} ${number} of ${of}`);
  return [
    '# Mutants of the state machines',
    'Written by `npm run mutants -- --write`. Each mutant is one machine file with one planted fault. It is noticed when the',
    'lint of machines finds something new, or when a scenario of `test/machines/scenarios.ts` complains, hangs or dies. The',
    'pace of retries (`IntervalSeconds`, `BackoffRate`, `MaxDelaySeconds`) and wider time-outs are not planted: no value of',
    'them is wrong.',
    '',
    `**${percent(tally.total.rate)}** of the faults are noticed: all mutants but those that are equivalent.`,
    '',
    markdownTable([...tally.machines, tally.total], 'machine'),
    '',
    markdownTable([...tally.operators, tally.total], 'operator'),
    ...(kept.length === 0 ? [] : ['', `Drawn by lot, of too many: ${kept.join('; ')}.`]),
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
