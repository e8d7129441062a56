/** `docs/workloads/<kind>.md`: all that is known of a workload kind, from the code that checks and runs it. */
import { toJsonSchema, listSettings } from '../../lib/experiment/language/editor/json-schema';
import { ensure } from '../../lib/shapes/errors';
import { isUnsupported } from '../../lib/shapes/unsupported-features';
import type { Workload } from '../../lib/workloads/contract';
import { WORKLOAD_KINDS } from '../../lib/shapes/workload-kinds';
import { findWorkload } from '../../lib/workloads/registry';
import { sentence, settingsTable, table } from './settings-table';

const LATER =
  '**It can be planned and priced, and not be executed yet**: `rehearse`, `run` and a start refuse it by name.';

const OWN_METRICS = 'Those that the spec declares in `metrics`.';

/** The page of a kind. */
export function workloadPage({ kind, summary, schema, metrics }: Workload): string {
  return `# ${kind}

${sentence(summary)} Made by \`npm run reference\` from the code that checks and runs it.
[All kinds](README.md).
${isUnsupported(kind) ? `\n${LATER}\n` : ''}
## Parameters

Besides these, \`extends\`: the name of another workload whose parameters count where this one says nothing.

${settingsTable(listSettings(toJsonSchema(schema)))}

## Metrics

For \`decide\`, \`criteria\` and \`published\`.

${metricsTable(metrics)}
`;
}

function metricsTable(metrics: Workload['metrics']): string {
  if (Object.keys(metrics).length === 0) return OWN_METRICS;
  return table(['`metric`', 'unit', 'better', 'in words'], metricRows(metrics));
}

function metricRows(metrics: Workload['metrics']): string[][] {
  return Object.entries(metrics).map(([name, { unit, better, words }]) => [`\`${name}\``, unit, better, words]);
}

/** `docs/workloads/README.md`. */
export function workloadsIndex(): string {
  const rows = WORKLOAD_KINDS.map((kind) => {
    const { summary } = ensure(findWorkload(kind), `the workload ${kind}`);
    return [`[${kind}](${kind}.md)`, sentence(summary)];
  });
  return `# Workloads

What loads a target, and what of it is measured. Made by \`npm run reference\`;
\`npx fsxbench explain NAME\` says the same.

${table(['kind', 'what it does'], rows)}
`;
}
