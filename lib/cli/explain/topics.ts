/** Topics of `fsxbench explain`: settings, kinds, metrics, codes and words, with the names that users type. */
import { listAlarmMetrics } from '../../experiment/design/alarms';
import { KINDS } from '../../experiment/kinds';
import { listSpecKeys, type SpecKey } from '../../experiment/language/editor/spec-keys';
import { type AboutForm, describeAllowed, toJsonSchema } from '../../experiment/language/editor/json-schema';
import { isMapping } from '../../experiment/language/mapping';
import experiment from '../../experiment/rules.json';
import {
  type ErrorEntry,
  MACHINE_ERRORS,
  PROGRAM_ERRORS,
  TRIAL_REASONS,
  type TrialReason,
  USER_ERRORS,
  GLOSSARY,
  WORKLOAD_REASONS,
} from '../../shapes/error-codes';
import { ensure } from '../../shapes/errors';
import { groupBy } from '../../shapes/collections';
import type { Metric, Aggregation } from '../../shapes/metric';
import { listServerMetrics, SERVER_METRICS, type ServerMetric } from '../../shapes/server-metrics';
import { VERDICTS } from '../../shapes/verdict';
import targets from '../../targets/rules.json';
import { findExceptions } from '../../workloads/judge-reading';
import workloads from '../../workloads/rules.json';
import tests from '../../workloads/tests.json';
import data from '../commands.json';
import { EXIT, EXIT_WORDS } from '../exit-code';
import names from './names.json';

/** Groups of topics in the order of the listing. */
export type TopicGroup = keyof typeof data.topics;

export interface Topic {
  readonly group: TopicGroup;
  readonly name: string;
  /** Target or workload kinds that have it; may be empty. */
  readonly of: readonly string[];
  /** Other names, e.g. `targets.volumes.count`. */
  readonly also: readonly string[];
  /** Names of its values: `explain VALUE` shows the setting. */
  readonly values: readonly string[];
  readonly meaning: string;
  /** Details by heading, in the order of the output. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A topic with defaults. */
function makeTopic(group: TopicGroup, name: string, meaning: string, more: Partial<Topic> = {}): Topic {
  return { group, name, of: [], also: [], values: [], meaning, facts: {}, ...more };
}

function dropEmpty(facts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** Every topic, by group, with all its names. */
export function listTopics(): readonly Topic[] {
  const topics = [
    ...listSettingTopics(),
    ...listKindTopics(),
    ...listMetricTopics(),
    ...WORD_TOPICS.filter(({ group }) => group === 'verdict'),
    ...Object.entries({ ...TRIAL_REASONS, ...WORKLOAD_REASONS }).map(makeReasonTopic),
    ...Object.entries({ ...USER_ERRORS, ...MACHINE_ERRORS, ...PROGRAM_ERRORS }).map(([name, entry]) =>
      makeTopic('error', name, entry.what, { facts: toRemedyFact(entry) }),
    ),
    ...Object.entries(EXIT).map(([name, code]) =>
      makeTopic('exit code', String(code), EXIT_WORDS[name as keyof typeof EXIT]),
    ),
    ...WORD_TOPICS.filter(({ group }) => group === 'word'),
    ...Object.entries(names.words).map(([name, meaning]) => makeTopic('word', name, meaning)),
    makeTestTopic(),
  ];
  const known = new Set(topics.map(({ name }) => name));
  const problems = listProblemCodes().filter(({ code }) => !known.has(code));
  return [...topics, ...problems.map(makeProblemTopic)].map((one) => ({
    ...one,
    also: [...one.also, ...(ALIASES[one.name] ?? [])],
  }));
}

/** Tests of trials by workload: the matrix, row by row. */
function makeTestTopic(): Topic {
  const rows = Object.entries({ ...tests.own, ...tests.common, ...tests.always });
  const facts = rows.map(([name, { words }]): [string, string] => {
    const left = Object.keys(tests.workloads).filter((part) => findExceptions(part)[name] !== undefined);
    const whys = [...groupBy(left, (part) => findExceptions(part)[name] ?? '')];
    const but = whys.map(([why, parts]) => `${parts.join(', ')} (${why})`).join('; ');
    return [words, but === '' ? 'all workloads' : `all but ${but}`];
  });
  const meaning = 'Tests of each trial, with the workloads that they cover, and why others leave a test out.';
  return makeTopic('word', 'tests', meaning, { facts: Object.fromEntries(facts) });
}

/** Other names of topics, and synonyms that users type. */
const ALIASES: Partial<Readonly<Record<string, readonly string[]>>> = names.also;

const WORD_TOPICS: readonly Topic[] = Object.entries(GLOSSARY).map(([word, meaning]) =>
  makeTopic((VERDICTS as readonly string[]).includes(word) ? 'verdict' : 'word', word, meaning),
);

function makeProblemTopic({ code, meaning, more }: ProblemCode): Topic {
  return makeTopic('problem', code, meaning, { facts: dropEmpty({ also: more[0], 'and also': more[1] }) });
}

function listKindTopics(): Topic[] {
  const keys = (schema: Parameters<typeof toJsonSchema>[0]): string =>
    Object.keys(toJsonSchema(schema).properties ?? {})
      .filter((name) => name !== 'kind')
      .join(', ');
  const ofTargets = KINDS.targetKinds.map((kind) => {
    const { summary, schema, mounting } = ensure(KINDS.targetOf(kind), `the target kind ${kind}`);
    return makeTopic('kind', kind, summary, {
      facts: dropEmpty({ place: 'targets.NAME.kind', settings: keys(schema), 'mount options': keys(mounting.schema) }),
    });
  });
  const ofWorkloads = KINDS.workloadKinds.map((kind) => {
    const { summary, schema, metrics } = ensure(KINDS.workloadOf(kind), `the workload kind ${kind}`);
    const facts = { place: 'workloads.NAME.kind', settings: keys(schema), metrics: Object.keys(metrics).join(', ') };
    return makeTopic('kind', kind, summary, { facts: dropEmpty(facts) });
  });
  return [...ofTargets, ...ofWorkloads];
}

const OVER_HOSTS: Readonly<Record<Aggregation, string>> = data.overHosts;

function listMetricTopics(): Topic[] {
  const all = KINDS.workloadKinds.flatMap((kind) =>
    Object.entries(ensure(KINDS.workloadOf(kind), `the workload kind ${kind}`).metrics).map(([name, metric]) => ({
      kind,
      name,
      metric,
    })),
  );
  // A metric means the same in all kinds.
  const ofWorkloads = [...groupBy(all, ({ name }) => name)].map(([name, its]) => {
    const { metric } = ensure(its[0], `a kind that measures ${name}`);
    const of = its.map(({ kind }) => kind);
    return makeTopic('metric', name, metric.words, { of, also: [metric.words], facts: listMetricFacts(metric) });
  });
  return [...ofWorkloads, ...[...groupBy(SERVER_METRICS, ({ name }) => name).values()].map(makeServerTopic)];
}

/** A metric of storage servers, with its names in CloudWatch. */
function makeServerTopic(alike: readonly ServerMetric[]): Topic {
  const first = ensure(alike[0], 'a metric of each name');
  const of = KINDS.targetKinds.filter((kind) => listServerMetrics(kind).some(({ name }) => name === first.name));
  const alarmed = of.some((kind) => listAlarmMetrics(kind).some((one) => one.name === first.name));
  const names = alike.map(({ namespace, metric, dimensions }) => `${namespace} ${metric} by ${dimensions.join(', ')}`);
  const { name, words, unit, better, limit, statistic } = first;
  const facts = dropEmpty({
    place: alarmed ? 'alarms, published.rows' : 'published.rows',
    unit,
    better,
    limit,
    statistic,
    CloudWatch: names.join('; '),
  });
  return makeTopic('metric', name, words, { of, facts });
}

function listMetricFacts({ unit, better, overHosts, percentile, untilStored }: Metric): Record<string, string> {
  return dropEmpty({
    place: 'decide.metric, criteria.NAME.metric',
    unit,
    better,
    'several hosts': OVER_HOSTS[overHosts],
    percentile: percentile === undefined ? undefined : GLOSSARY.percentile,
    'until stored': untilStored === undefined ? undefined : `${untilStored} counts until all is on the storage`,
  });
}

function makeReasonTopic([name, entry]: readonly [string, TrialReason]): Topic {
  const counts =
    entry.cameOut === true ? 'the trial counts: the reason concerns its outcome, not its method' : undefined;
  return makeTopic('reason', name, entry.what, { facts: dropEmpty({ counts, ...toRemedyFact(entry) }) });
}

function toRemedyFact({ remedy }: ErrorEntry): Record<string, string> {
  return { 'what to do': remedy };
}

/** Settings in the order of a spec. */
function listSettingTopics(): Topic[] {
  const topics = listSpecKeys(KINDS).map(toSettingTopic);
  const alike = groupBy(topics, ({ name, meaning, facts }) => JSON.stringify([name, meaning, facts]));
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    return [{ ...first, of: same.flatMap(({ of }) => of), also: [...new Set(same.flatMap(({ also }) => also))] }];
  });
}

function toSettingTopic({ place, kind, form, required, changed }: SpecKey): Topic {
  const { description = '', only, needed, source } = form;
  const path = place.filter((part) => !/^[A-Z]+$/.test(part));
  const suffixes = path.map((_, index) => path.slice(index).join('.'));
  const name = path.at(-1) ?? '';
  const own = place.slice(place.findLastIndex((part) => /^[A-Z]+$/.test(part)) + 1);
  return makeTopic('setting', name, description, {
    of: kind === null ? [] : [kind],
    also: [...suffixes, ...(kind === null ? [] : [`${kind}.${own.join('.')}`])],
    values: listValues(form),
    facts: dropEmpty({
      place: place.join('.'),
      allowed: describeAllowed(form),
      needed: required ? 'always' : needed,
      only: only === needed ? undefined : only,
      default: typeof form.default === 'object' || form.default === undefined ? undefined : String(form.default),
      example: formatExample(own, form),
      changed: changed === '' ? undefined : `${changed} (in a later stage, or another level of a factor)`,
      source,
    }),
  });
}

/** An example as it is written in its mapping; undefined if no value is known. */
function formatExample(own: readonly string[], form: AboutForm): string | undefined {
  const values = form['enum'];
  const [first] = form.examples ?? (Array.isArray(values) ? (values as unknown[]) : []);
  const value = first ?? (typeof form.default === 'object' ? undefined : form.default);
  if (value === undefined) return undefined;
  const [name = '', ...outer] = [...own].reverse();
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return outer.reduce((inner, key) => `${key}: { ${inner} }`, `${name}: ${written}`);
}

function listValues(form: AboutForm): string[] {
  const { enum: values, anyOf } = form;
  const own = Array.isArray(values) ? (values as unknown[]).filter((one) => typeof one === 'string') : [];
  return [...own, ...(Array.isArray(anyOf) ? (anyOf as AboutForm[]).flatMap(listValues) : [])];
}

/** A code, its meaning, and further texts with the same code. */
interface ProblemCode {
  readonly code: string;
  readonly meaning: string;
  readonly more: readonly string[];
}

/** Maximum number of further texts of a code. */
const FURTHER_TEXTS_MAX = 2;

/** Every code once. Placeholders of messages are shown in capitals. */
function listProblemCodes(): readonly ProblemCode[] {
  const texts = new Map<string, string[]>();
  for (const { code, message } of [experiment, targets, workloads].flatMap(listRules)) {
    const text = message.replace(/\{(\w+)\}/g, (_, fact: string) => fact.replace(/(?=[A-Z])/g, ' ').toUpperCase());
    // A message that is only a placeholder has no meaning.
    if (/[a-z]{3}/.test(text)) texts.set(code, [...new Set([...(texts.get(code) ?? []), text])]);
  }
  for (const [code, text] of Object.entries(names.problems)) texts.set(code, [text, ...(texts.get(code) ?? [])]);
  for (const code of names.checks.split(' ')) texts.set(code, [names.check]);
  return [...texts].map(([code, [meaning = '', ...more]]) => ({
    code,
    meaning,
    more: more.slice(0, FURTHER_TEXTS_MAX),
  }));
}

function listRules(value: unknown): { readonly code: string; readonly message: string }[] {
  if (!isMapping(value)) return [];
  const { code, message } = value;
  if (typeof code === 'string' && typeof message === 'string') return [{ code, message }];
  return Object.values(value).flatMap(listRules);
}
