/** `docs/reference/settings.md`: every setting of every kind, from the schemas that check it. */
import { allowed } from '../../lib/experiment/editor/allowed';
import { changeWords } from '../../lib/experiment/editor/change-words';
import { type AboutForm, formOf } from '../../lib/experiment/editor/form';
import { type Setting, settingsOf } from '../../lib/experiment/editor/setting';
import { expected } from '../../lib/shapes/errors';
import type { Target } from '../../lib/targets/contract';
import { TARGET_KINDS, targetOf } from '../../lib/targets/registry';
import { WORKLOAD_KINDS } from '../../lib/shapes/workload-kinds';
import { workloadOf } from '../../lib/workloads/registry';

/** The whole page. */
export function settingsPage(): string {
  const targets = TARGET_KINDS.map((kind) => targetPart(expected(targetOf(kind), `the target ${kind}`)));
  const workloads = WORKLOAD_KINDS.map((kind) => {
    const { summary, schema } = expected(workloadOf(kind), `the workload ${kind}`);
    return `### ${kind}\n\n${sentence(summary)}\n\n${table(settingsOf(formOf(schema)))}`;
  });
  return `# Settings

Made by \`npm run reference\` from the schemas that check a spec; editors show the same (\`npx fsxbench schema\`).
[\`spec.md\`](../spec.md) says how a spec is put together. Any value may be a reference to a factor, \`$name\`. How
quantities are written stands [there](../spec.md#quantities). A name with a dot is a setting of a mapping:
\`volumes.count\` is \`volumes: { count: … }\`.

## Targets

The last column says what becomes of a file system whose setting differs in a later stage, or in another level of a
factor. *In place*: AWS changes the file system that is there. In both directions, and without a pause after it, a
factor costs no second file system, and its levels are taken in turn. *New copy*: another file system of the same rig.
A change in place that takes long, or has to wait for the pause of one before it, is a new copy, too, where that costs
less. \`fsxbench plan\` says of each which it is, and why.

${targets.join('\n\n')}

## Workloads

A workload also has \`extends\`: the name of another one whose parameters count where it says nothing.

${workloads.join('\n\n')}
`;
}

function targetPart(target: Target): string {
  const { kind, summary, schema, mountSchema } = target;
  const options = settingsOf(formOf(mountSchema));
  const mounts =
    options.length === 0
      ? 'Nothing is mounted for it: it has no mount options.'
      : `Mount options (\`fleet.ROLE.mount\`), each a factor that needs no second file system:\n\n${table(options)}`;
  const settings = settingsOf(formOf(schema));
  return `### ${kind}\n\n${sentence(summary)}\n\n${table(settings, changeWords(target, settings))}\n\n${mounts}`;
}

const COLUMNS = ['setting', 'meaning', 'allowed', 'default'];

function table(settings: readonly Setting[], changes?: readonly string[]): string {
  const rows = settings.map(({ path, form, required }, index) => [
    `\`${path.join('.')}\``,
    meaning(form),
    allowed(form),
    standard(form, required),
    ...(changes === undefined ? [] : [changes[index] ?? '']),
  ]);
  const head = changes === undefined ? COLUMNS : [...COLUMNS, 'changed'];
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function meaning({ description = '', only, needed, source }: AboutForm): string {
  const where = only === undefined || only === needed ? '' : ` Only ${only}.`;
  return `${description}${where}${source === undefined ? '' : ` [Source](${source})`}`;
}

function standard({ default: usual, needed }: AboutForm, required: boolean): string {
  if (required) return 'needed';
  if (needed !== undefined) return `needed ${needed}`;
  return usual === undefined || typeof usual === 'object' ? '' : `\`${String(usual)}\``;
}

function sentence(summary: string): string {
  return summary.endsWith('.') ? summary : `${summary}.`;
}
