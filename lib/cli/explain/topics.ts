/** All that `fsxbench explain` explains: every text is the one that checks, pages and reports have. */
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
import { groupBy } from '../../shapes/group';
import type { Metric, OverHosts } from '../../shapes/metric';
import { VERDICTS } from '../../shapes/verdict';
import { allSettings, type KeyOfSpec } from '../../experiment/language/editor/all-settings';
import { type AboutForm, allowed, formOf } from '../../experiment/language/editor/form';
import { EXIT, EXIT_WORDS } from '../outcome';

/** Kinds of topics, in the order in which they are listed, with the heading of each. */
export const GROUPS = {
  setting: 'Settings of a spec',
  kind: 'Kinds of targets and workloads',
  metric: 'Metrics',
  verdict: 'Verdicts of trials',
  reason: 'Reasons of verdicts',
  error: 'Errors',
  'exit code': 'Exit codes',
  word: 'Words',
} as const;
export type Group = keyof typeof GROUPS;

export interface Topic {
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

const OVER_HOSTS: Readonly<Record<OverHosts, string>> = {
  sum: 'added up',
  mean: 'the mean, weighted by what each has done',
  highest: 'the highest',
  lowest: 'the lowest',
  histogram: 'of all their operations together, from merged histograms',
};

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
      default: standard(form),
      example: example(own, form),
      changed: changed === '' ? undefined : `${changed} (in a later stage, or another level of a factor)`,
      source,
    }),
  });
}

function standard({ default: usual }: AboutForm): string | undefined {
  return usual === undefined || typeof usual === 'object' ? undefined : String(usual);
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
