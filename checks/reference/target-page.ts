/** `docs/targets/<kind>.md`: all that is known of a target kind, from the code that plans, prices and checks it. */
import { stringify } from 'yaml';
import { describeChanges, buildExample } from '../../lib/experiment/language/editor/spec-keys';
import { toJsonSchema, listSettings } from '../../lib/experiment/language/editor/json-schema';
import { STORAGE_TABLES } from '../../lib/pricing/aws';
import { ensure } from '../../lib/shapes/errors';
import { formatSeconds } from '../../lib/shapes/quantity';
import type { PriceTable } from '../../lib/shapes/price';
import type { Target } from '../../lib/targets/contract';
import type { ExpectedTime } from '../../lib/targets/durations';
import { TARGET_KINDS, findTarget } from '../../lib/targets/registry';
import { sentence, settingsTable, table } from './settings-table';

/** Where the rig of an example runs: nothing of it is on the page. */
const RIG = { executionId: 'example', rig: 'r1', rigTag: 'example/r1' };

/** The page of a kind. */
export function targetPage(target: Target): string {
  const { kind, summary, schema, mountSchema } = target;
  const settings = listSettings(toJsonSchema(schema));
  const options = listSettings(toJsonSchema(mountSchema));
  const example = buildExample(target, settings);
  const sections = [madeBy(target, example), durations(target), prices(findPrices(target))];
  return `# ${kind}

${sentence(summary)} Made by \`npm run reference\` from the code that checks, plans and prices it.
[All kinds](README.md).

\`\`\`yaml
${stringify({ targets: { example: { kind, ...example } } }).trimEnd()}
\`\`\`

## Settings

${settingsTable(settings, describeChanges(target, settings))}

The last column says what becomes of what is there where a setting differs: see
[All kinds](README.md).

## Mount options

${options.length === 0 ? 'Nothing is mounted for it: it has no mount options.' : mounting(settingsTable(options))}

${sections.filter(Boolean).join('\n\n')}
`;
}

/** `docs/targets/README.md`: the kinds, and what their pages mean. */
export function targetsIndex(): string {
  const rows = TARGET_KINDS.map((kind) => {
    const { summary, local } = ensure(findTarget(kind), `the target ${kind}`);
    return [`[${kind}](${kind}.md)`, sentence(summary), local ? 'this machine' : 'AWS'];
  });
  return `# Targets

What can be measured. Made by \`npm run reference\`; editors show the same (\`npx fsxbench schema\`), and so does
\`npx fsxbench explain NAME\`. [\`spec.md\`](../spec.md) says how a spec is put together.

${table(['kind', 'what it is', 'lives on'], rows)}

Any value may be a reference to a factor, \`$name\`. How quantities are written stands [there](../spec.md#quantities). A
name with a dot is a setting of a mapping: \`volumes.count\` is \`volumes: { count: … }\`.

The column *changed* says what becomes of a file system whose setting differs in a later stage, or in another level of a
factor. *In place*: AWS changes the file system that is there. In both directions, and without a pause after it, a
factor costs no second file system, and its levels are taken in turn. *New copy*: another file system of the same rig.
A change in place that takes long, or has to wait for the pause of one before it, is a new copy, too, where that costs
less. \`npx fsxbench plan\` says of each which it is, and why.
`;
}

function mounting(options: string): string {
  return `As \`fleet.ROLE.mount\`, each a factor that needs no second file system:\n\n${options}`;
}

/** Requests of the example, in the order in which they are sent. */
function madeBy(target: Target, config: object): string {
  const calls = target.requests(target.schema.parse({ kind: target.kind, ...config }), RIG).map(({ call }) => call);
  if (calls.length === 0) return '';
  const counted = [...new Set(calls)].map((call) => {
    const times = calls.filter((one) => one === call).length;
    return times === 1 ? `\`${call}\`` : `${times} × \`${call}\``;
  });
  return `## Made by\n\n${counted.join(', ')}. \`npx fsxbench plan\` shows each request whole.`;
}

/** What else is made with some settings of a kind, by its service. */
const MADE_WITH: Readonly<Record<string, string>> = { 'fsx-ontap': 'secretsmanager' };

function findPrices({ kind }: Target): readonly PriceTable[] {
  return STORAGE_TABLES.filter(({ service }) => service === kind || service === MADE_WITH[kind]);
}

function durations({ durations: known }: Target): string {
  if (known === null) return '';
  const { create, changes, delete: removal, volumes, mountTargets } = known;
  const rows: (readonly [string, ExpectedTime])[] = [
    ['create', create],
    ...Object.entries(changes).map(([name, one]) => [`change of ${name}`, one] as const),
    ...(volumes === undefined
      ? []
      : ([
          ['volume: create', volumes.create],
          ['volume: change', volumes.change],
          ['volume: delete', volumes.delete],
        ] as const)),
    ...(mountTargets === undefined
      ? []
      : ([
          ['mount target: create', mountTargets.create],
          ['mount target: delete', mountTargets.delete],
        ] as const)),
    ['delete', removal],
  ];
  const perTiB = ({ secondsPerTiB }: ExpectedTime): string =>
    secondsPerTiB === undefined ? '' : `, ${formatSeconds(secondsPerTiB)} more for each TiB`;
  const cells = rows.map(([what, one]) => [what, `${formatSeconds(one.seconds)}${perTiB(one)}`, one.source]);
  return `## How long AWS takes

Modelled: plans, rehearsals and estimates reckon with it.

${table(['what', 'expected', 'source'], cells)}`;
}

/** By dimension, a column for each Region. */
function prices(tables: readonly PriceTable[]): string {
  if (tables.length === 0) return '';
  const regions = [...new Set(tables.map(({ region }) => region))];
  const sources = [...new Set(tables.map(formatSource))];
  const dimensions = new Map<string, string[]>();
  for (const one of tables)
    for (const [dimension, usd] of Object.entries(one.usd)) {
      const row = dimensions.get(`${dimension} ${one.unit}`) ?? [dimension, one.unit, ...regions.map(() => '')];
      row[2 + regions.indexOf(one.region)] = `${usd} [${sources.indexOf(formatSource(one)) + 1}]`;
      dimensions.set(`${dimension} ${one.unit}`, row);
    }
  const notes = sources.map((source, index) => `${index + 1}. ${source}`).join('\n');
  return `## Prices

US dollars, list prices without tax or discounts; the number in brackets is that of the source.

${table(['dimension', 'unit', ...regions], [...dimensions.values()])}

${notes}`;
}

function formatSource({ source, confidence, note }: PriceTable): string {
  return `${source} (confidence ${confidence})${note === undefined ? '' : `: ${note}`}`;
}
