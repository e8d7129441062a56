/** Every key that a spec may have, with its place: from the schemas that check it, as pages and editors have them. */
import { expected } from '../../../shapes/errors';
import { SECTIONS } from '../../../shapes/spec';
import type { Target } from '../../../targets/contract';
import type { Kinds } from '../../kinds';
import { event, eventsSchema } from '../events';
import { reach } from '../reach';
import {
  alarms,
  criterion,
  decide,
  design,
  experimentName,
  limits,
  publishedRow,
  publishedStudy,
  question,
  schedule,
  schemaVersion,
} from '../schema';
import { role } from '../role';
import { changeWords } from './change-words';
import { EXTENDS_WORDS, kindForm, STAGES_WORDS } from './entries';
import { MOUNT_WORDS } from './fleet';
import { type AboutForm, formOf, type Setting, settingsOf } from './form';
import { NEEDED_SECTIONS, SECTION_WORDS } from './spec-schema';

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
    design: keysOf(formOf(design), ['design']),
    criteria: keysOf(formOf(criterion), ['criteria', 'NAME']).map(ofMetric),
    decide: keysOf(formOf(decide), ['decide']).map(ofMetric),
    published: [
      ...keysOf(formOf(publishedStudy), ['published']),
      ...keysOf(formOf(publishedRow), ['published', 'rows', 'ROW']),
    ],
    limits: keysOf(formOf(limits), ['limits']),
    schedule: keysOf(formOf(schedule), ['schedule']),
  };
  const forms: Readonly<Partial<Record<(typeof SECTIONS)[number], AboutForm>>> = {
    schemaVersion: formOf(schemaVersion),
    experiment: formOf(experimentName),
    question: formOf(question),
    alarms: formOf(alarms),
  };
  return SECTIONS.flatMap((section) => [
    {
      ...plain([section], { ...forms[section], description: SECTION_WORDS[section] }),
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
