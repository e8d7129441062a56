/** `events` of a workload: what is done, and at which moment of its trials. */
import * as z from 'zod';
import { seconds } from '../../shapes/quantity-fields';
import { settings } from '../../shapes/setting';
import words from '../../shapes/spec-schema.json';
import type { Entry } from '../../shapes/spec';
import type { Mapping } from './mapping';
import { type Settings, toSettings } from './settings';

/** Why two ways to reach a stage are none to end a trial with. */
const BETWEEN =
  'a hook or a person acts between two stages, where no trial runs: write `reach` in a stage of the target';
const KILLED = 'a service ends as in a crash, by SIGKILL: take it out';

const ROLE = z.string().min(1);

/** One of them. */
export const event = settings(words.event, {
  at: seconds.meta({ elsewhere: { hook: BETWEEN, confirm: BETWEEN, within: BETWEEN } }),
  change: z.string().min(1).optional(),
  kill: settings(words['event.kill'], {
    role: ROLE.meta({ elsewhere: { signal: KILLED } }),
    service: z.string().min(1),
    hosts: z.int().min(1).default(1),
    resumeOn: ROLE.optional(),
  }).optional(),
}).check((context) => {
  const given = ['change', 'kill'].filter((name) => Object.hasOwn(context.value, name));
  if (given.length === 1 || context.issues.length > 0) return;
  const found = given.length === 0 ? 'nothing to do' : '`change` and `kill`';
  const message = `found ${found}; an event has one of \`change\` and \`kill\``;
  context.issues.push({ code: 'custom', message, path: [], input: context.value });
});

/** The events of a workload, as they are written. */
export type EventSpec = z.output<typeof event>;

/** An entry that holds nothing but its events. */
export const eventsSchema = settings(words.events, {
  events: z.array(event).default([]),
});

/** The events of a workload as settings of their own; its kind knows nothing of them. */
export function toEventSettings(entry: Entry, name: string): Settings {
  const { events } = entry as Mapping;
  return toSettings(events === undefined ? {} : { events }, ['workloads', name]);
}
