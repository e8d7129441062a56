/** Lists all keys of a spec with their paths, from the schemas that check a spec; for reference pages and editors. */
import { ensure } from '../../../shapes/errors';
import { SECTIONS } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import type { Kinds } from '../../kinds';
import { eventSchema, eventsSchema } from '../events';
import { reachSchema } from '../reach';
import tables from '../../../shapes/spec-schema.json';
import { scheduleSchema } from '../cron';
import * as schemas from '../../../shapes/spec-schema';
import { EXTENDS_TEXT, makeKindSchema, STAGES_TEXT, MOUNT_TEXT } from './entries';
import { type AboutForm, toJsonSchema, type Setting, listSettings } from './json-schema';
import { REQUIRED_SECTIONS } from './spec-schema';
import type { Change } from '../../../shapes/requests';

export interface SpecKey {
  /** Path; user-defined names are in capitals, e.g. `targets.NAME.volumes.count`. */
  readonly place: readonly string[];
  /** The kind that uses the key; null if all kinds do. */
  readonly kind: string | null;
  readonly form: AboutForm;
  readonly required: boolean;
  /** What fsxbench does if this setting of a file system changes; empty for other keys. */
  readonly changed: string;
}

/** All keys, section by section. @param kinds allowed in a spec */
export function listSpecKeys(kinds: Kinds): SpecKey[] {
  const targets = kinds.targetKinds.map((kind) => ensure(kinds.targetOf(kind), `the target kind ${kind}`));
  const workloads = kinds.workloadKinds.map((kind) => ensure(kinds.workloadOf(kind), `the workload kind ${kind}`));
  const metrics = [...new Set(workloads.flatMap((one) => Object.keys(one.metrics)))];
  const ofMetric = (key: SpecKey): SpecKey =>
    key.place.at(-1) === 'metric' ? { ...key, form: { ...key.form, enum: metrics } } : key;
  const inside: Readonly<Partial<Record<(typeof SECTIONS)[number], readonly SpecKey[]>>> = {
    targets: [
      { ...toSpecKey(['targets', 'NAME', 'kind'], makeKindSchema(targets)), required: true },
      ...targets.flatMap(listTargetKeys),
      toSpecKey(['targets', 'NAME', 'stages'], { description: STAGES_TEXT, type: 'object' }),
      toSpecKey(['targets', 'NAME', 'stages', 'STAGE', 'reach'], toJsonSchema(reachSchema)),
      ...listKeys(toJsonSchema(reachSchema), ['targets', 'NAME', 'stages', 'STAGE', 'reach']),
    ],
    fleet: [
      ...listKeys(toJsonSchema(schemas.roleSchema), ['fleet', 'ROLE']).filter(({ place }) => place.at(-1) !== 'mount'),
      toSpecKey(['fleet', 'ROLE', 'mount'], {
        description: MOUNT_TEXT,
        allowed: '`none`, or a mapping',
        examples: ['none'],
      }),
      ...targets.flatMap(({ kind, mounting }) =>
        listKeys(toJsonSchema(mounting.schema), ['fleet', 'ROLE', 'mount'], kind),
      ),
    ],
    workloads: [
      { ...toSpecKey(['workloads', 'NAME', 'kind'], makeKindSchema(workloads)), required: true },
      toSpecKey(['workloads', 'NAME', 'extends'], { description: EXTENDS_TEXT, type: 'string' }),
      ...listKeys(toJsonSchema(eventsSchema), ['workloads', 'NAME']),
      ...listKeys(toJsonSchema(eventSchema), ['workloads', 'NAME', 'events', 'EVENT']),
      ...workloads.flatMap(({ kind, schema }) => listKeys(toJsonSchema(schema), ['workloads', 'NAME'], kind)),
    ],
    design: listKeys(toJsonSchema(schemas.designSchema), ['design']),
    criteria: listKeys(toJsonSchema(schemas.criterionSchema), ['criteria', 'NAME']).map(ofMetric),
    decide: listKeys(toJsonSchema(schemas.decideSchema), ['decide']).map(ofMetric),
    published: [
      ...listKeys(toJsonSchema(schemas.publishedStudySchema), ['published']),
      ...listKeys(toJsonSchema(schemas.publishedRowSchema), ['published', 'rows', 'ROW']),
    ],
    limits: listKeys(toJsonSchema(schemas.limitsSchema), ['limits']),
    schedule: listKeys(toJsonSchema(scheduleSchema), ['schedule']),
  };
  const forms: Readonly<Partial<Record<(typeof SECTIONS)[number], AboutForm>>> = {
    schemaVersion: toJsonSchema(schemas.schemaVersionSchema),
    experiment: toJsonSchema(schemas.experimentNameSchema),
    question: toJsonSchema(schemas.questionSchema),
    alarms: toJsonSchema(schemas.alarmsSchema),
  };
  return SECTIONS.flatMap((section) => [
    {
      ...toSpecKey([section], { ...forms[section], description: tables.sections[section].description }),
      required: REQUIRED_SECTIONS.includes(section),
    },
    ...(inside[section] ?? []),
  ]);
}

function toSpecKey(place: readonly string[], form: AboutForm): SpecKey {
  return { place, kind: null, form, required: false, changed: '' };
}

function listKeys(form: AboutForm, place: readonly string[], kind: string | null = null): SpecKey[] {
  return listSettings(form).map(({ path, form: own, required }) => ({
    ...toSpecKey([...place, ...path], own),
    kind,
    required,
  }));
}

function listTargetKeys(target: Target): SpecKey[] {
  const settings: readonly Setting[] = listSettings(toJsonSchema(target.schema));
  const changes = describeChanges(target, settings);
  return listKeys(toJsonSchema(target.schema), ['targets', 'NAME'], target.kind).map((key, index) => ({
    ...key,
    changed: changes[index] ?? '',
  }));
}

/** Effect of a change for each setting; empty if it does not affect the target. */
export function describeChanges(target: Target, settings: readonly Setting[]): string[] {
  return settings.map((setting) => describeSetting(target, settings, setting));
}

function describeSetting(target: Target, settings: readonly Setting[], { path, form }: Setting): string {
  const [first, second] = form.examples ?? (form['type'] === 'boolean' ? [true, false] : []);
  if (first === undefined || second === undefined) return '';
  const [before, after] = [first, second].map((value) => buildConfig(target, settings, path, value));
  const [own, other] = [before, after].map((config) => JSON.stringify(target.identity?.(config) ?? config));
  if (own === other) return '';
  const there = formatChange(target, before, after);
  const back = formatChange(target, after, before);
  if (there === back) return there;
  const ways = typeof first === 'number' && typeof second === 'number' && first >= 0 && second >= 0;
  return ways ? `up: ${there}; down: ${back}` : `\`${String(first)}\` → \`${String(second)}\`: ${there}; back: ${back}`;
}

/** The smallest valid target of this kind, without its kind: first examples of all required settings. */
export function buildExample(target: Target, settings: readonly Setting[]): Readonly<Record<string, unknown>> {
  const config = keepAccepted(target, pickRequired(settings));
  const problems = target.check(target.schema.parse({ kind: target.kind, ...config }));
  const refused = problems.filter(({ severity }) => severity === 'error').map(({ path: [name] }) => String(name));
  return omitKeys(config, refused);
}

/** Valid settings of a kind: first examples of required settings, and one more value. */
function buildConfig(target: Target, settings: readonly Setting[], path: readonly string[], value: unknown): unknown {
  const [name = '', inner] = path;
  const changed = { ...pickRequired(settings), [name]: inner === undefined ? value : { [inner]: value } };
  return target.schema.parse({ kind: target.kind, ...keepAccepted(target, changed) });
}

function pickRequired(settings: readonly Setting[]): Readonly<Record<string, unknown>> {
  const those = settings.filter((one) => one.path.length === 1 && (one.required || one.form.needed !== undefined));
  return Object.fromEntries(those.map(({ path: [name = ''], form }) => [name, form.examples?.[0]]));
}

/** Drops settings that need another value of a setting, e.g. another deployment type. */
function keepAccepted(target: Target, config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const read = target.schema.safeParse({ kind: target.kind, ...config });
  if (read.success) return config;
  const names = read.error.issues.map(({ path: [key] }) => String(key));
  // Removing one invalid setting may make dependent ones invalid.
  return names.some((name) => Object.hasOwn(config, name)) ? keepAccepted(target, omitKeys(config, names)) : config;
}

function omitKeys(config: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));
}

function formatChange(target: Target, from: unknown, to: unknown): string {
  const change = target.change(from, to);
  if (change.kind === 'recreate') return 'new target instance';
  const kept = (config: unknown): string => JSON.stringify(target.mounting.getDataLayout?.(config, []));
  const anew = kept(from) === kept(to) ? [] : ['data written again'];
  return ['in place', ...listChangeTraits(change), ...anew].join(', ');
}

function listChangeTraits({ requests }: Extract<Change, { kind: 'inPlace' }>): string[] {
  const pause = Math.max(0, ...requests.map(({ coolDownSeconds }) => coolDownSeconds));
  const often = Math.max(1, ...requests.map(({ coolsDownAfter = 1 }) => coolsDownAfter));
  return [
    ...(requests.some(({ interruption }) => interruption) ? ['clients wait'] : []),
    ...(pause > 0 ? [often > 1 ? `${often} changes in ${pause / 3600} h` : `next change after ${pause / 3600} h`] : []),
  ];
}
