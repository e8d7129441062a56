/** `docs/faults.md`: what the simulator tries, what must hold, and what the worst of each class cost in a campaign. */
import { existsSync, readFileSync } from 'node:fs';
import type { FaultsDocument } from '../../lib/cli/simulate/document';
import { CLASSES, type FaultClass } from '../../lib/twin/simulate/single';

/** What the last long campaign came to: `npm run simulate:nightly` writes it. */
const CAMPAIGN = 'docs/faults.json';

/** The whole page. @param campaign null where none was run yet */
export function faultsPage(campaign: FaultsDocument | null = lastCampaign()): string {
  return `# Faults

Made by \`npm run reference\` from the classes of faults in \`lib/twin/simulate/single.ts\` and from
\`${CAMPAIGN}\`, which \`npm run simulate:nightly\` writes. **Everything here is modelled**: no account was
touched, and no number is a measurement.

\`fsxbench simulate\` plays an experiment in virtual time while something goes wrong, lets the janitor come by its
schedule for two more days, and then looks at the modelled account itself: what was made is known by the record of
its creation, not by its tags. The experiment is a smaller one of the same shape; \`--whole\` takes it as it stands.
Where the same call or state comes again and again, its first, a middle and its last place stand for all.

## What must hold

- Once nothing goes wrong any more, within 30 minutes and the time that creates and deletes take nothing is left;
  what is not struck itself is gone as if nothing were wrong.
- Every plan has a receipt and a row for each trial; results that call themselves complete are; a trial that was started
  is never NOT_RUN.
- A clean receipt is true, also of what is born later.
- No two attempts share a host in a VALID row.
- What is spent while an experiment runs stays within its budget and a teardown.
- No history has more than 20,000 events; nothing runs for ever.
- Things of others stay, whatever they are called.
- Somebody is told when an execution ends other than well, and when anything outlives its expiry.
- What a person took our tags off may be deleted by nobody here: the receipt and a mail name it by its id, and what
  comes back to look for it costs less than 25 cents a day.

## What it costs

Late dollars: what was paid for things that nobody needed any more, beyond what the teardown of a clean run costs. While
deletes are denied for three hours, three hours are late, whatever the program does; what somebody took the tags off
stands until a person deletes it, here for two days.

${campaign === null ? 'No campaign was run yet.' : tableOf(campaign)}

## How to repeat it

\`fsxbench simulate SPEC --seed S --faults CAMPAIGN\` repeats one run; each violation is printed with its command.
A campaign is YAML or JSON; its schema is \`lib/twin/faults/campaign.ts\`:

\`\`\`yaml
rules:
  - { fault: call, role: guardian, action: DescribeExecution, effect: denied, lasts: 3600 }
  - { fault: state, machine: rig, state: PrepareHosts, nth: 1, effect: abort, who: both }
  - { fault: event, effect: lost }
\`\`\`
`;
}

function lastCampaign(): FaultsDocument | null {
  return existsSync(CAMPAIGN) ? (JSON.parse(readFileSync(CAMPAIGN, 'utf8')) as FaultsDocument) : null;
}

function tableOf({ classes, runs, virtualHours, seconds, seed, violations, experiments }: FaultsDocument): string {
  const rows = (Object.keys(CLASSES) as FaultClass[]).map((name) => {
    const found = classes.find((one) => one.class === name);
    if (found === undefined) return [CLASSES[name], '0', '0', '0', '-'];
    const { runs: own, places, violations: broken, worstLateUsd } = found;
    return [CLASSES[name], ...[own, Math.round(places), broken].map(String), worstLateUsd.toFixed(2)];
  });
  const head = ['faults', 'runs', 'places that they stand for', 'violations', 'worst late USD (modelled)'];
  const lines = [head, ['---', '--:', '--:', '--:', '--:'], ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const names = experiments.map(({ experiment, trials }) => `${experiment} (${trials} trials)`).join(', ');
  return [
    ...lines,
    '',
    `${runs} runs of ${names}: ${virtualHours} virtual hours in ${Math.round(seconds / 60)} minutes, ` +
      `seed \`${seed}\`, ${violations.length} violations.`,
  ].join('\n');
}
