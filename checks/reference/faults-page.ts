/** The table of `docs/faults.md`: the worst cost of each class of faults in the last long campaign. */
import type { CampaignDocument, ClassTally } from '../campaign/tally';
import { CLASSES, type FaultClass } from '../campaign/single';
import { markdownTable, replacePart } from '../tables';

/** The page. */
export const PAGE = 'docs/faults.md';

const NUMBERS = [
  'runs',
  'places represented',
  'no effect',
  'violations',
  'worst late USD (simulated)',
  'left to a person, USD (simulated)',
];
/** A smaller amount is a slightly longer teardown and needs no command. */
const SHOWN_USD = 0.1;

/** The page with the table of another campaign. */
export function withCampaign(now: string, campaign: CampaignDocument): string {
  const { classes, runs, virtualHours, seconds, seed, violations, experiments } = campaign;
  const names = Object.keys(CLASSES) as FaultClass[];
  const find = (name: FaultClass): ClassTally | undefined => classes.find((one) => one.class === name);
  const played = experiments.map(({ experiment, trials }) => `${experiment} (${trials} trials)`).join(', ');
  const worst = names.flatMap((name) => {
    const { worst: command = null, worstLateUsd = 0 } = find(name) ?? {};
    return command === null || worstLateUsd < SHOWN_USD ? [] : [`# ${name}: $${worstLateUsd.toFixed(2)} late`, command];
  });
  const text = [
    markdownTable(
      ['class', 'faults', ...NUMBERS],
      names.map((name) => [`\`${name}\``, CLASSES[name], ...toCells(find(name))]),
      NUMBERS,
    ),
    '',
    `${runs} runs of ${played}: ${virtualHours} virtual hours in ${Math.round(seconds / 60)} minutes, ` +
      `seed \`${seed}\`, ${violations.length} violations. A run without an effect never reached the place that its ` +
      'rule names, so it proves nothing.',
    ...(worst.length === 0 ? [] : ['', 'Commands for the worst run of each class.', '', '```sh', ...worst, '```']),
  ];
  return replacePart(now, 'campaign', text.join('\n'));
}

function toCells(found: ClassTally | undefined): string[] {
  if (found === undefined) return ['0', '0', '0', '0', '-', '-'];
  const { runs, places, missed, violations, worstLateUsd, worstPersonUsd } = found;
  const counts = [runs, Math.round(places), missed, violations].map(String);
  return [...counts, worstLateUsd.toFixed(2), worstPersonUsd.toFixed(2)];
}
