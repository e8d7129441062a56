/** `fsxbench explain`: what a name of specs, answers and errors means. */
import { groupBy } from '../../shapes/group';
import { allNear, listed } from '../../shapes/suggest';
import { type Cli, type Options, printAnswer, UserError } from '../command';
import data from '../commands.json';
import { EXIT, EXIT_WORDS, type ExitCode } from '../outcome';
import { wrapText } from '../text/lines';
import { KINDS } from '../../experiment/kinds';
import {
  type ErrorEntry,
  MACHINE_ERRORS,
  PROGRAM_ERRORS,
  TRIAL_REASONS,
  type TrialReason,
  USER_ERRORS,
  WORDS,
  WORKLOAD_REASONS,
} from '../../shapes/coded-texts';
import { expected } from '../../shapes/errors';
import type { Metric, OverHosts } from '../../shapes/metric';
import { VERDICTS } from '../../shapes/verdict';
import { allSettings, type KeyOfSpec } from '../../experiment/language/editor/all-settings';
import { type AboutForm, allowed, formOf } from '../../experiment/language/editor/form';

/**
 * Prints all that a name means, or without one what there is.
 * @throws UserError where nothing is called so
 */
export async function run(cli: Cli, args: readonly string[], options: Options): Promise<ExitCode> {
  const topics = allTopics();
  const name = args.join(' ').trim();
  if (args.length === 0) {
    const byGroup = groupBy(topics, ({ group }) => group);
    const names = Object.fromEntries(
      (Object.keys(GROUPS) as Group[]).map((group) => [
        group,
        [...new Set((byGroup.get(group) ?? []).flatMap(namesOf))].sort(byName),
      ]),
    ) as Record<Group, string[]>;
    printAnswer(cli, options, { groups: names }, listText(names));
    return EXIT.done;
  }
  const { topics: found, near } = find(name, topics);
  if (found.length === 0) throw unknown(name, near);
  const documents = found.map(({ also: _, values: __, ...told }) => told);
  printAnswer(cli, options, { asked: name, topics: documents }, found.map(topicText).join('\n'));
  return EXIT.done;
}

/** A word with what else it is called: nobody looks for `configuration` who has read of a cell. */
function namesOf({ group, name, also }: Topic): readonly string[] {
  return group === 'word' ? [name, ...also] : [name];
}

function byName(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function unknown(name: string, near: readonly string[]): UserError {
  const meant = near.length === 0 ? '' : ` Did you mean ${listed(near)}?`;
  return new UserError(
    'UnknownName',
    `nothing is called '${name}'.${meant} \`npx fsxbench explain\` lists all. Codes that \`npx fsxbench validate\` ` +
      'prints behind a problem are explained by its own text.',
  );
}

/** With its heading, its meaning and its facts. */
function topicText({ group, name, of, meaning, facts }: Topic): string {
  const whose = of.length === 0 ? '' : ` of ${of.join(', ')}`;
  const width = Math.max(...Object.keys(facts).map((fact) => fact.length), 0) + 2;
  const lines = Object.entries(facts).flatMap(([fact, text]) => wrapText(text, `  ${fact.padEnd(width)}`));
  return `${name} (${group}${whose})\n${[...wrapText(meaning, '  '), ...lines].join('\n')}\n`;
}

/** Names of all topics, group by group. */
function listText(names: Readonly<Record<Group, readonly string[]>>): string {
  const parts = (Object.keys(GROUPS) as Group[]).map(
    (group) => `${GROUPS[group]}\n${wrapText(names[group].join(', '), '  ').join('\n')}\n`,
  );
  return `${parts.join('\n')}\nfsxbench explain NAME says what one of them means.\n`;
}

/** Most names that a message brings. */
const NEAR_MAX = 6;

/** What was found: topics, or names that may have been meant. */
interface Found {
  readonly topics: readonly Topic[];
  /** Only where there is no topic. */
  readonly near: readonly string[];
}

/**
 * Topics of a name, whatever its case. What is no more than a word may be what settings are set to: they are told, too.
 * @param name as the user gave it; the names of a spec in a place, as `zfs` in `targets.zfs.storageGiB`, do not matter
 */
export function find(name: string, topics: readonly Topic[]): Found {
  const asked = plain(name);
  const has = (names: readonly string[]): boolean => names.some((known) => known.toLowerCase() === asked);
  const direct = topics.filter((one) => has([one.name, ...one.also]));
  const valued = direct.every(({ group }) => group === 'word') ? topics.filter(({ values }) => has(values)) : [];
  if (direct.length + valued.length > 0) return { topics: [...direct, ...valued], near: [] };
  const names = [...new Set(topics.flatMap((one) => [one.name, ...one.also.filter((also) => !also.includes('.'))]))];
  const parts = asked.length < 3 ? [] : names.filter((one) => one.toLowerCase().includes(asked));
  const near = new Set([...allNear(asked.split('.').at(-1) ?? '', names), ...parts]);
  return { topics: [], near: [...near].slice(0, NEAR_MAX) };
}

/** In small letters, without the names that a spec gives. */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^(targets|workloads|criteria|fleet)\.[^.]+\.(?=.)/, '$1.')
    .replace(/^workloads\.events\.\d+\.(?=.)/, 'workloads.events.')
    .replace(/^published\.rows\.\d+\.(?=.)/, 'published.rows.')
    .replace(/^targets\.stages\.[^.]+\.(?=.)/, 'targets.')
    .replace(/^fleet\.mount\.each\.[^.]+\.(?=.)/, 'fleet.mount.');
}

/** Kinds of topics, in the order in which they are listed, with the heading of each. */
const GROUPS = data.topics;
type Group = keyof typeof GROUPS;

interface Topic {
  readonly group: Group;
  readonly name: string;
  /** Kinds of which it is; none where it goes with none. */
  readonly of: readonly string[];
  /** What else it may be called, e.g. `targets.volumes.count`. */
  readonly also: readonly string[];
  /** What it may be set to, by name: who asks for a value is told of the setting. */
  readonly values: readonly string[];
  readonly meaning: string;
  /** More of it, each under its heading, in the order in which it is told. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A topic that says little more than what it means. */
function topic(group: Group, name: string, meaning: string, more: Partial<Topic> = {}): Topic {
  return { group, name, of: [], also: [], values: [], meaning, facts: {}, ...more };
}

/** Facts without those that say nothing. */
function factsWithText(facts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** Every topic, group by group. */
export function allTopics(): readonly Topic[] {
  return [
    ...settingTopics(),
    ...kindTopics(),
    ...metricTopics(),
    ...WORD_TOPICS.filter(({ group }) => group === 'verdict'),
    ...Object.entries({ ...TRIAL_REASONS, ...WORKLOAD_REASONS }).map(reasonTopic),
    ...Object.entries({ ...USER_ERRORS, ...MACHINE_ERRORS, ...PROGRAM_ERRORS }).map(([name, entry]) =>
      topic('error', name, entry.what, { facts: remedyOf(entry) }),
    ),
    ...Object.entries(EXIT).map(([name, code]) =>
      topic('exit code', String(code), EXIT_WORDS[name as keyof typeof EXIT]),
    ),
    ...WORD_TOPICS.filter(({ group }) => group === 'word'),
  ];
}

/** Words that are only another name. */
const ALSO: Readonly<Record<string, readonly string[]>> = { configuration: ['cell'] };

const WORD_TOPICS: readonly Topic[] = Object.entries(WORDS).map(([word, meaning]) =>
  topic((VERDICTS as readonly string[]).includes(word) ? 'verdict' : 'word', word, meaning, { also: ALSO[word] ?? [] }),
);

function kindTopics(): Topic[] {
  const keys = (schema: Parameters<typeof formOf>[0]): string =>
    Object.keys(formOf(schema).properties ?? {})
      .filter((name) => name !== 'kind')
      .join(', ');
  const targets = KINDS.targetKinds.map((kind) => {
    const { summary, schema, mountSchema } = expected(KINDS.targetOf(kind), `the target kind ${kind}`);
    return topic('kind', kind, summary, {
      facts: factsWithText({ place: 'targets.NAME.kind', settings: keys(schema), 'mount options': keys(mountSchema) }),
    });
  });
  const workloads = KINDS.workloadKinds.map((kind) => {
    const { summary, schema, metrics } = expected(KINDS.workloadOf(kind), `the workload kind ${kind}`);
    const facts = { place: 'workloads.NAME.kind', settings: keys(schema), metrics: Object.keys(metrics).join(', ') };
    return topic('kind', kind, summary, { facts: factsWithText(facts) });
  });
  return [...targets, ...workloads];
}

const OVER_HOSTS: Readonly<Record<OverHosts, string>> = data.overHosts;

function metricTopics(): Topic[] {
  const all = KINDS.workloadKinds.flatMap((kind) =>
    Object.entries(expected(KINDS.workloadOf(kind), `the workload kind ${kind}`).metrics).map(([name, metric]) => ({
      kind,
      name,
      metric,
    })),
  );
  // Kinds that share a name mean the same by it.
  return [...groupBy(all, ({ name }) => name)].map(([name, its]) => {
    const { metric } = expected(its[0], `a kind that measures ${name}`);
    const of = its.map(({ kind }) => kind);
    return topic('metric', name, metric.words, { of, also: [metric.words], facts: factsOfMetric(metric) });
  });
}

function factsOfMetric({ unit, better, overHosts, percentile, untilStored }: Metric): Record<string, string> {
  return factsWithText({
    place: 'decide.metric, criteria.NAME.metric',
    unit,
    better,
    'several hosts': OVER_HOSTS[overHosts],
    percentile: percentile === undefined ? undefined : WORDS.percentile,
    'until stored': untilStored === undefined ? undefined : `${untilStored} counts until all is on the storage`,
  });
}

function reasonTopic([name, entry]: readonly [string, TrialReason]): Topic {
  const counts = entry.cameOut === true ? 'the trial counts: it says how it came out, not how it was made' : undefined;
  return topic('reason', name, entry.what, { facts: factsWithText({ counts, ...remedyOf(entry) }) });
}

function remedyOf({ remedy }: ErrorEntry): Record<string, string> {
  return { 'what to do': remedy };
}

/** In the order of a spec. */
function settingTopics(): Topic[] {
  const topics = allSettings(KINDS).map(topicOf);
  const alike = groupBy(topics, ({ name, meaning, facts }) => JSON.stringify([name, meaning, facts]));
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return [{ ...first, of: same.flatMap(({ of }) => of), also: [...new Set(same.flatMap(({ also }) => also))] }];
  });
}

function topicOf({ place, kind, form, required, changed }: KeyOfSpec): Topic {
  const { description = '', only, needed, source } = form;
  const path = place.filter((part) => !/^[A-Z]+$/.test(part));
  const suffixes = path.map((_, index) => path.slice(index).join('.'));
  const name = path.at(-1) ?? '';
  const own = place.slice(place.findLastIndex((part) => /^[A-Z]+$/.test(part)) + 1);
  return topic('setting', name, description, {
    of: kind === null ? [] : [kind],
    also: [...suffixes, ...(kind === null ? [] : [`${kind}.${own.join('.')}`])],
    values: valuesOf(form),
    facts: factsWithText({
      place: place.join('.'),
      allowed: allowed(form),
      needed: required ? 'always' : needed,
      only: only === needed ? undefined : only,
      default: typeof form.default === 'object' || form.default === undefined ? undefined : String(form.default),
      example: example(own, form),
      changed: changed === '' ? undefined : `${changed} (in a later stage, or another level of a factor)`,
      source,
    }),
  });
}

/** As it is written in the mapping that holds it; none where no value is known. */
function example(own: readonly string[], form: AboutForm): string | undefined {
  const values = form['enum'];
  const [first] = form.examples ?? (Array.isArray(values) ? (values as unknown[]) : []);
  const value = first ?? (typeof form.default === 'object' ? undefined : form.default);
  if (value === undefined) return undefined;
  const [name = '', ...outer] = [...own].reverse();
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return outer.reduce((inner, key) => `${key}: { ${inner} }`, `${name}: ${written}`);
}

function valuesOf(form: AboutForm): string[] {
  const { enum: values, anyOf } = form;
  const own = Array.isArray(values) ? (values as unknown[]).filter((one) => typeof one === 'string') : [];
  return [...own, ...(Array.isArray(anyOf) ? (anyOf as AboutForm[]).flatMap(valuesOf) : [])];
}
