/** `docs/faults.md`: what campaigns inject, what must hold, and the worst cost of each class in the last one. */
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
 * @param now the current page, which holds the table of the last long campaign
 * @param table replaces that table
 */
export function faultsPage(now: string, table = tableIn(now)): string {
  return `# Faults

Inject a fault into a simulated experiment and check that cleanup still works.

\`\`\`sh
npm run campaign -- --spec experiments/openzfs.yaml --seed main --faults '{"rules":[{"fault":"event","effect":"lost"}]}'
\`\`\`

**Everything here is simulated**: no account was used, and no number is a measurement.

\`npm run campaign\` runs an experiment in virtual time with a fault. It lets the janitor (scheduled cleanup) run for
two more days and then inspects the simulated account. It finds created resources by their creation records, not by
their tags. The experiment is reduced to a smaller one of the same shape; \`--whole\` uses it unchanged. If a call or
state repeats, its first, a middle and its last occurrence represent all.

## What must hold

- After the last fault, all resources are deleted within 30 minutes plus the simulated time to create and delete their
  kinds. Resources without a fault are deleted as in a clean run.
- Every plan has a cleanup receipt and a row for each trial. Results marked complete are complete. A started trial is
  never NOT_RUN.
- A clean receipt is true, also for resources created later. An hour after its end, an execution creates no resources.
- Two attempts never share a host in a VALID row.
- The cost during an experiment stays within its budget and a teardown.
- No history has more than 20,000 events, and every execution ends.
- External resources remain, whatever their names.
- A mail is sent if an execution does not succeed or a resource outlives its expiry. A mail about leftovers is sent at
  most once a day.
- If a person removed our tags or made a backup, no role may delete that resource. The receipt and a mail give its ID,
  and rechecking costs less than 10 cents a day.
- If a resource can never be deleted or never appears, the receipt and a mail name it (or the number of many). All
  other resources are deleted in time. Retries cost less than 25 cents a day and 2 cents a resource.

## What it costs

Late dollars are the cost of resources after their last use, above the teardown cost of a clean run. If deletes are
denied for three hours, three hours are late, whatever the program does. So the worst case of a class is mostly the
length of its fault times the hourly cost of its resources. If the guardian (cleanup watchdog) stops with its experiment
and the event is lost, cleanup takes two janitor runs, half an hour. For lustre-metadata, at $45 an hour, that is $21.
A separate column counts resources that only a person can delete: they are billed until then, here for two days.

${BEGIN}

${table}

${END}

## How to repeat it

\`npm run campaign -- --spec FILE --seed S --faults CAMPAIGN\` repeats one run and prints each violation with its
command. A campaign is YAML or JSON; its schema is \`checks/campaign/faults/campaign.ts\`.

\`\`\`yaml
rules:
  - { fault: call, role: guardian, action: DescribeExecution, effect: denied, lasts: 3600 }
  - { fault: state, machine: rig, state: PrepareHosts, nth: 1, effect: abort, who: both }
  - { fault: event, effect: lost }
\`\`\`

\`npm run reference\` writes this page from the classes of faults in \`checks/campaign/single.ts\`. The table is from
the last long campaign.
`;
}

function tableIn(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  return begin === -1 || end === -1 ? 'No campaign has run yet.' : page.slice(begin + BEGIN.length, end).trim();
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
    'places represented',
    'no effect',
    'violations',
    'worst late USD (simulated)',
    'left to a person, USD (simulated)',
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
      `seed \`${seed}\`, ${violations.length} violations. A run without an effect never reached the place that its ` +
      'rule names, so it proves nothing.',
    ...(worst.length === 0 ? [] : ['', 'Commands for the worst run of each class.', '', '```sh', ...worst, '```']),
  ].join('\n');
}

/** A smaller amount is a slightly longer teardown and needs no command. */
const SHOWN_USD = 0.1;

function formatRow(name: FaultClass, found: ClassTally | undefined): string[] {
  if (found === undefined) return [`\`${name}\``, CLASSES[name], '0', '0', '0', '0', '-', '-'];
  const { runs, places, missed, violations, worstLateUsd, worstPersonUsd } = found;
  const counts = [runs, Math.round(places), missed, violations].map(String);
  return [`\`${name}\``, CLASSES[name], ...counts, worstLateUsd.toFixed(2), worstPersonUsd.toFixed(2)];
}
