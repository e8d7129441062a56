/** `docs/faults.md`: what campaigns try, what must hold, and what the worst of each class cost in the last long one. */
import type { CampaignDocument, ClassTally } from '../campaign/tally';
import { CLASSES, type FaultClass } from '../campaign/single';

/** The page. */
export const PAGE = 'docs/faults.md';

const BEGIN = '<!-- Campaign: `npm run campaign -- --single --random 2000 --pairs 2000 --write` renews it -->';
const END = '<!-- End of campaign -->';

/** The page with the table of another campaign. */
export function withCampaign(page: string, campaign: CampaignDocument): string {
  return faultsPage(page, formatTable(campaign));
}

/**
 * The whole page.
 * @param now as it stands: the table of the last long campaign is taken from it
 * @param table in its place
 */
export function faultsPage(now: string, table = tableIn(now)): string {
  return `# Faults

Made by \`npm run reference\` from the classes of faults in \`checks/campaign/single.ts\`; the table is the one of the
last long campaign. **Everything here is modelled**: no account was touched, and no number is a measurement.

\`npm run campaign\` plays an experiment in virtual time while something goes wrong, lets the janitor come by its
schedule for two more days, and then looks at the modelled account itself: what was made is known by the record of
its creation, not by its tags. The experiment is a smaller one of the same shape; \`--whole\` takes it as it stands.
Where the same call or state comes again and again, its first, a middle and its last place stand for all.

## What must hold

- Once nothing goes wrong any more, nothing is left within 30 minutes and the modelled time that the execution's kinds
  take to be made and deleted; what is not struck itself is gone as if nothing were wrong.
- Every plan has a receipt and a row for each trial; results that call themselves complete are; a trial that was started
  is never NOT_RUN.
- A clean receipt is true, also of what is born later; an hour after its end nothing is made for an execution.
- No two attempts share a host in a VALID row.
- What is spent while an experiment runs stays within its budget and a teardown.
- No history has more than 20,000 events; nothing runs for ever.
- Things of others stay, whatever they are called.
- Somebody is told when an execution ends other than well, and when anything outlives its expiry; of what is left once a
  day at most.
- What a person took our tags off, and backups that a person made, may be deleted by nobody here: the receipt and a mail
  name them by their ids, and what comes back to look costs less than 10 cents a day.
- What refuses to be deleted for ever, or is never there, is not asked to be gone: the receipt and a mail name it (many
  by their number), all else is gone in time, and to try again costs less than 25 cents a day and 2 a thing.

## What it costs

Late dollars: what was paid for things that nobody needed any more, beyond what the teardown of a clean run costs. Where
deletes are denied for three hours, three hours are late, whatever the program does: the worst of a class is mostly how
long its fault lasts, times what the struck things cost an hour. Where the guardian dies with its experiment and the
event is lost, that is two looks of the janitor, half an hour: of lustre-metadata, whose hosts and storage cost $45 an
hour, $21. Dollars for what only a person can delete stand apart: they flow until he does, here for two days.

${BEGIN}

${table}

${END}

## How to repeat it

\`npm run campaign -- --spec FILE --seed S --faults CAMPAIGN\` repeats one run; each violation is printed with its
command. A campaign is YAML or JSON; its schema is \`checks/campaign/faults/campaign.ts\`:

\`\`\`yaml
rules:
  - { fault: call, role: guardian, action: DescribeExecution, effect: denied, lasts: 3600 }
  - { fault: state, machine: rig, state: PrepareHosts, nth: 1, effect: abort, who: both }
  - { fault: event, effect: lost }
\`\`\`
`;
}

function tableIn(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  return begin === -1 || end === -1 ? 'No campaign was run yet.' : page.slice(begin + BEGIN.length, end).trim();
}

function formatTable(campaign: CampaignDocument): string {
  const { classes, runs, virtualHours, seconds, seed, violations, experiments } = campaign;
  const found = (name: FaultClass): ClassTally | undefined => classes.find((one) => one.class === name);
  const names = Object.keys(CLASSES) as FaultClass[];
  const rows = names.map((name) => formatRow(name, found(name)));
  const head = [
    'class',
    'faults',
    'runs',
    'places that they stand for',
    'struck nothing',
    'violations',
    'worst late USD (modelled)',
    'left to a person, USD (modelled)',
  ];
  const lines = [head, ['---', '---', '--:', '--:', '--:', '--:', '--:', '--:'], ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  const played = experiments.map(({ experiment, trials }) => `${experiment} (${trials} trials)`).join(', ');
  const worst = names.flatMap((name) => {
    const one = found(name);
    return one === undefined || one.worst === null || one.worstLateUsd < SHOWN_USD
      ? []
      : [`# ${name}: $${one.worstLateUsd.toFixed(2)} late`, one.worst];
  });
  return [
    ...lines,
    '',
    `${runs} runs of ${played}: ${virtualHours} virtual hours in ${Math.round(seconds / 60)} minutes, ` +
      `seed \`${seed}\`, ${violations.length} violations. Runs that struck nothing, because what a rule names ` +
      'did not come, show nothing.',
    ...(worst.length === 0 ? [] : ['', 'The worst of each class again:', '', '```sh', ...worst, '```']),
  ].join('\n');
}

/** Less than this is a teardown that took a little longer: nobody looks for its cause. */
const SHOWN_USD = 0.1;

function formatRow(name: FaultClass, found: ClassTally | undefined): string[] {
  if (found === undefined) return [name, CLASSES[name], '0', '0', '0', '0', '-', '-'];
  const { runs, places, missed, violations, worstLateUsd, worstPersonUsd } = found;
  const counts = [runs, Math.round(places), missed, violations].map(String);
  return [name, CLASSES[name], ...counts, worstLateUsd.toFixed(2), worstPersonUsd.toFixed(2)];
}
