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
import { formOf } from '../../experiment/language/editor/form';
import { EXIT, EXIT_WORDS } from '../outcome';
import { settingTopics } from './settings';
import { type Topic, told, topic } from './topic';

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
      facts: told({ place: 'targets.NAME.kind', settings: keys(schema), 'mount options': keys(mountSchema) }),
    });
  });
  const workloads = KINDS.workloadKinds.map((kind) => {
    const { summary, schema, metrics } = expected(KINDS.workloadOf(kind), `the workload kind ${kind}`);
    const facts = { place: 'workloads.NAME.kind', settings: keys(schema), metrics: Object.keys(metrics).join(', ') };
    return topic('kind', kind, summary, { facts: told(facts) });
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
  return told({
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
  return topic('reason', name, entry.what, { facts: told({ counts, ...remedyOf(entry) }) });
}

function remedyOf({ remedy }: ErrorEntry): Record<string, string> {
  return { 'what to do': remedy };
}
