/** Generated parts of pages that are otherwise written by hand: checklist, errors, images, alarms, metrics. */
import { readFileSync } from 'node:fs';
import { ASSUMPTION_GROUPS, type Assumption, type ProofMethod } from '../../lib/aws/doctor/assumptions/assumptions';
import {
  type ErrorEntry,
  MACHINE_ERRORS,
  PROGRAM_ERRORS,
  TRIAL_REASONS,
  USER_ERRORS,
  WORKLOAD_REASONS,
} from '../../lib/shapes/error-codes';
import { IMAGE_NAMES, type ImageFacts, IMAGES } from '../../lib/shapes/images';
import { EXECUTION_QUERY, type MetricFacts, METRICS } from '../../lib/shapes/deployment-metrics';
import { ALARMS, type AlarmEntry } from '../../lib/stacks/alarms/alarm-table';
import { markdownTable, replacePart } from '../tables';

const CHECKLIST_HEAD = ['id', 'assumption', 'used by', 'if wrong', 'then change', 'doctor', 'by hand'];
const METHODS: Readonly<Record<ProofMethod, string>> = {
  looking: 'read-only',
  assembly: 'before',
  experiment: 'experiment',
};

export function checklistPage(now: string): string {
  const toRow = ({ id, text, where, ifWrong, change, byHand, proof }: Assumption): string[] => {
    return [`\`${id}\``, text, where, ifWrong, change, METHODS[proof], byHand];
  };
  const groups = ASSUMPTION_GROUPS.map(
    ({ title, assumptions }) => `## ${title}\n\n${markdownTable(CHECKLIST_HEAD, assumptions.map(toRow))}`,
  );
  return replacePart(now, 'assumptions', groups.join('\n\n'));
}

const PARTS: readonly (readonly [string, Readonly<Record<string, ErrorEntry>>])[] = [
  ['Errors of input: command line, specs, settings', USER_ERRORS],
  ['Errors of executions: state machines and rigs', MACHINE_ERRORS],
  ['Errors of functions and of the program', PROGRAM_ERRORS],
  ['Reasons of trials, for all workloads', TRIAL_REASONS],
  ['Reasons of trials, from the output of tools', WORKLOAD_REASONS],
];

export function errorsPage(now: string): string {
  const parts = PARTS.map(([title, entries]) => {
    const sorted = Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = sorted.map(([code, { what, remedy }]) => [`\`${code}\``, what, remedy]);
    return `## ${title}\n\n${markdownTable(['name', 'what happened', 'what to do'], rows)}`;
  });
  return replacePart(now, 'errors', parts.join('\n\n'));
}

const IMAGES_HEAD = [
  'image',
  'what it is',
  'found by',
  'root device and volume',
  'price',
  'agent of Systems Manager',
  'AWS CLI 2',
  'packages',
];

export function imagesPage(now: string): string {
  const rows = IMAGE_NAMES.map((name) => [`\`${name}\``, ...toCells(IMAGES[name])]);
  const sources = IMAGE_NAMES.map((name) => `- \`${name}\`: ${IMAGES[name].source}`);
  return replacePart(replacePart(now, 'images', markdownTable(IMAGES_HEAD, rows)), 'sources', sources.join('\n'));
}

function toCells({ title, found, rootDevice, root, price, agent, cli, packages }: ImageFacts): string[] {
  return [
    title,
    found.by === 'deployment' ? 'the deployment' : `newest of owner ${found.owner}, \`${found.names.x86_64}\``,
    `\`${rootDevice}\`, ${root.VolumeType}, ${root.VolumeSize} GiB`,
    `\`TYPE.${price}.ondemand\``,
    agent === 'rpm' ? "package from the Region's bucket" : 'on it',
    cli === 'zip' ? 'archive from awscli.amazonaws.com' : 'on it',
    packages,
  ];
}

/** @param now the current page, whose other parts are written by hand */
export function operatePage(now = readFileSync('docs/operate.md', 'utf8')): string {
  const parts = {
    alarms: ALARMS.map(formatAlarm).join('\n\n'),
    metrics: markdownTable(METRICS_HEAD, Object.entries(METRICS).map(toMetricRow)),
    query: `\`\`\`\n${EXECUTION_QUERY}\n\`\`\``,
  };
  return Object.entries(parts).reduce((page, [name, text]) => replacePart(page, name, text), now);
}

const METRICS_HEAD = ['metric', 'unit', 'statistic', 'written by', 'dimensions', 'value', 'limits'];

function toMetricRow([name, facts]: [string, MetricFacts]): string[] {
  const { unit, statistic, writtenBy, isByExperiment, means, limits } = facts;
  const dimensions = isByExperiment ? '`stack`; `stack`, `experiment`' : '`stack`';
  const functions = writtenBy.map((one) => `\`${one}\``).join(', ');
  return [`\`${name}\``, unit, statistic, functions, dimensions, means, limits];
}

function formatAlarm({ id, part, title, means, todo, atLeast, fewer, percentOf, periodMinutes }: AlarmEntry): string {
  const period = periodMinutes > 60 ? `${periodMinutes / 60} hours` : `${periodMinutes} minutes`;
  const least = percentOf === undefined ? (atLeast ?? 1) : `${percentOf.percent}% of \`${percentOf.limit}\``;
  const when = fewer === undefined ? `${least} or more in ${period}` : `fewer than ${fewer} in ${period}`;
  const onlyScheduled = part === 'bench' ? ' In the bench stack, only with `schedules`.' : '';
  const only = percentOf === undefined ? onlyScheduled : ' Only with that setting.';
  const steps = todo.map((step, at) => `${at + 1}. ${step}`).join('\n');
  return `### ${title}\n\n\`NAME-${id}\`: ${when}.${only}\n\n${means}\n\n${steps}`;
}
