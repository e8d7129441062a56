/** Every key that a spec may have, with its place: from the schemas that check it, as pages and editors have them. */
import { expected } from '../../../shapes/errors';
import { SECTIONS } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import type { Kinds } from '../../kinds';
import { event, eventsSchema } from '../events';
import { reach } from '../reach';
import tables from '../../../shapes/spec-schema.json';
import { schedule } from '../cron';
import * as schemas from '../../../shapes/spec-schema';
import { role } from '../../../shapes/spec-schema';
import { EXTENDS_WORDS, kindForm, STAGES_WORDS, MOUNT_WORDS } from './entries';
import { type AboutForm, formOf, type Setting, settingsOf } from './form';
import { NEEDED_SECTIONS } from './spec-schema';
import type { Change } from '../../../shapes/requests';

/** A key of a spec. */
export interface KeyOfSpec {
  /** Where it stands; names that the user chooses are in capitals, e.g. `targets.NAME.volumes.count`. */
  readonly place: readonly string[];
  /** The kind that takes it; null where it goes with none. */
  readonly kind: string | null;
  readonly form: AboutForm;
  readonly required: boolean;
  /** What becomes of a file system whose setting differs; empty where it is no setting of one. */
  readonly changed: string;
}

/** All keys, section by section. @param kinds that a spec may name */
export function allSettings(kinds: Kinds): KeyOfSpec[] {
  const targets = kinds.targetKinds.map((kind) => expected(kinds.targetOf(kind), `the target kind ${kind}`));
  const workloads = kinds.workloadKinds.map((kind) => expected(kinds.workloadOf(kind), `the workload kind ${kind}`));
  const metrics = [...new Set(workloads.flatMap((one) => Object.keys(one.metrics)))];
  const ofMetric = (key: KeyOfSpec): KeyOfSpec =>
    key.place.at(-1) === 'metric' ? { ...key, form: { ...key.form, enum: metrics } } : key;
  const inside: Readonly<Partial<Record<(typeof SECTIONS)[number], readonly KeyOfSpec[]>>> = {
    targets: [
      { ...plain(['targets', 'NAME', 'kind'], kindForm(targets)), required: true },
      ...targets.flatMap(ofTarget),
      plain(['targets', 'NAME', 'stages'], { description: STAGES_WORDS, type: 'object' }),
      plain(['targets', 'NAME', 'stages', 'STAGE', 'reach'], formOf(reach)),
      ...keysOf(formOf(reach), ['targets', 'NAME', 'stages', 'STAGE', 'reach']),
    ],
    fleet: [
      ...keysOf(formOf(role), ['fleet', 'ROLE']).filter(({ place }) => place.at(-1) !== 'mount'),
      plain(['fleet', 'ROLE', 'mount'], {
        description: MOUNT_WORDS,
        allowed: '`none`, or a mapping',
        examples: ['none'],
      }),
      ...targets.flatMap(({ kind, mountSchema }) => keysOf(formOf(mountSchema), ['fleet', 'ROLE', 'mount'], kind)),
    ],
    workloads: [
      { ...plain(['workloads', 'NAME', 'kind'], kindForm(workloads)), required: true },
      plain(['workloads', 'NAME', 'extends'], { description: EXTENDS_WORDS, type: 'string' }),
      ...keysOf(formOf(eventsSchema), ['workloads', 'NAME']),
      ...keysOf(formOf(event), ['workloads', 'NAME', 'events', 'EVENT']),
      ...workloads.flatMap(({ kind, schema }) => keysOf(formOf(schema), ['workloads', 'NAME'], kind)),
    ],
    design: keysOf(formOf(schemas.design), ['design']),
    criteria: keysOf(formOf(schemas.criterion), ['criteria', 'NAME']).map(ofMetric),
    decide: keysOf(formOf(schemas.decide), ['decide']).map(ofMetric),
    published: [
      ...keysOf(formOf(schemas.publishedStudy), ['published']),
      ...keysOf(formOf(schemas.publishedRow), ['published', 'rows', 'ROW']),
    ],
    limits: keysOf(formOf(schemas.limits), ['limits']),
    schedule: keysOf(formOf(schedule), ['schedule']),
  };
  const forms: Readonly<Partial<Record<(typeof SECTIONS)[number], AboutForm>>> = {
    schemaVersion: formOf(schemas.schemaVersion),
    experiment: formOf(schemas.experimentName),
    question: formOf(schemas.question),
    alarms: formOf(schemas.alarms),
  };
  return SECTIONS.flatMap((section) => [
    {
      ...plain([section], { ...forms[section], description: tables.sections[section].description }),
      required: NEEDED_SECTIONS.includes(section),
    },
    ...(inside[section] ?? []),
  ]);
}

function plain(place: readonly string[], form: AboutForm): KeyOfSpec {
  return { place, kind: null, form, required: false, changed: '' };
}

function keysOf(form: AboutForm, place: readonly string[], kind: string | null = null): KeyOfSpec[] {
  return settingsOf(form).map(({ path, form: own, required }) => ({
    ...plain([...place, ...path], own),
    kind,
    required,
  }));
}

function ofTarget(target: Target): KeyOfSpec[] {
  const settings: readonly Setting[] = settingsOf(formOf(target.schema));
  const changes = changeWords(target, settings);
  return keysOf(formOf(target.schema), ['targets', 'NAME'], target.kind).map((key, index) => ({
    ...key,
    changed: changes[index] ?? '',
  }));
}

/** Words for each setting; empty where it is no setting of what is made, or changes nothing. */
export function changeWords(target: Target, settings: readonly Setting[]): string[] {
  return settings.map((setting) => wordsOf(target, settings, setting));
}

function wordsOf(target: Target, settings: readonly Setting[], { path, form }: Setting): string {
  const [first, second] = form.examples ?? (form['type'] === 'boolean' ? [true, false] : []);
  if (first === undefined || second === undefined) return '';
  const [before, after] = [first, second].map((value) => configOf(target, settings, path, value));
  const [own, other] = [before, after].map((config) => JSON.stringify(target.identity?.(config) ?? config));
  if (own === other) return '';
  const there = words(target, before, after);
  const back = words(target, after, before);
  if (there === back) return there;
  const ways = typeof first === 'number' && typeof second === 'number' && first >= 0 && second >= 0;
  return ways ? `up: ${there}; down: ${back}` : `\`${String(first)}\` → \`${String(second)}\`: ${there}; back: ${back}`;
}

/** The least that a spec says of a target of this kind, but for its kind: the first example of all that is needed. */
export function exampleOf(target: Target, settings: readonly Setting[]): Readonly<Record<string, unknown>> {
  const config = accepted(target, needed(settings));
  const problems = target.check(target.schema.parse({ kind: target.kind, ...config }));
  const refused = problems.filter(({ severity }) => severity === 'error').map(({ path: [name] }) => String(name));
  return without(config, refused);
}

/** Settings that a kind takes: the first example of what is needed, and one value more. */
function configOf(target: Target, settings: readonly Setting[], path: readonly string[], value: unknown): unknown {
  const [name = '', inner] = path;
  const changed = { ...needed(settings), [name]: inner === undefined ? value : { [inner]: value } };
  return target.schema.parse({ kind: target.kind, ...accepted(target, changed) });
}

/** The first example of all that is needed, by name. */
function needed(settings: readonly Setting[]): Readonly<Record<string, unknown>> {
  const those = settings.filter((one) => one.path.length === 1 && (one.required || one.form.needed !== undefined));
  return Object.fromEntries(those.map(({ path: [name = ''], form }) => [name, form.examples?.[0]]));
}

/** Without what goes with another level of a setting only, e.g. another deployment type. */
function accepted(target: Target, config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const read = target.schema.safeParse({ kind: target.kind, ...config });
  if (read.success) return config;
  const names = read.error.issues.map(({ path: [key] }) => String(key));
  // One that goes with no other may hide those that go with it.
  return names.some((name) => Object.hasOwn(config, name)) ? accepted(target, without(config, names)) : config;
}

function without(config: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.includes(name)));
}

function words(target: Target, from: unknown, to: unknown): string {
  const change = target.change(from, to);
  if (change.kind === 'recreate') return 'new copy';
  const kept = (config: unknown): string => JSON.stringify(target.kept?.(config, []));
  const anew = kept(from) === kept(to) ? [] : ['data laid out anew'];
  return ['in place', ...traits(change), ...anew].join(', ');
}

function traits({ requests }: Extract<Change, { kind: 'inPlace' }>): string[] {
  const pause = Math.max(0, ...requests.map(({ coolDownSeconds }) => coolDownSeconds));
  const often = Math.max(1, ...requests.map(({ coolsDownAfter = 1 }) => coolsDownAfter));
  return [
    ...(requests.some(({ interruption }) => interruption) ? ['clients wait meanwhile'] : []),
    ...(pause > 0 ? [often > 1 ? `${often} changes in ${pause / 3600} h` : `next change after ${pause / 3600} h`] : []),
  ];
}
