/** `events` of a workload: actions at given times of its trials. */
import * as z from 'zod';
import { secondsSchema } from '../../shapes/quantity-fields';
import { settings } from '../../shapes/setting';
import words from '../../shapes/spec-schema.json';
import type { Entry } from '../../shapes/spec';
import type { Mapping } from './mapping';
import { type Settings, toSettings } from './settings';

/** Why `hook` and `confirm` are not events. */
const BETWEEN = 'hooks and persons act between two stages, while no trial runs; write `reach` in a stage of the target';
const KILLED = 'a service is always killed by SIGKILL, as in a crash; remove it';

const ROLE_SCHEMA = z.string().min(1);

export const eventSchema = settings(words.event, {
  at: secondsSchema.meta({ elsewhere: { hook: BETWEEN, confirm: BETWEEN, within: BETWEEN } }),
  change: z.string().min(1).optional(),
  kill: settings(words['event.kill'], {
    role: ROLE_SCHEMA.meta({ elsewhere: { signal: KILLED } }),
    service: z.string().min(1),
    hosts: z.int().min(1).default(1),
    resumeOn: ROLE_SCHEMA.optional(),
  }).optional(),
}).check((context) => {
  const given = ['change', 'kill'].filter((name) => Object.hasOwn(context.value, name));
  if (given.length === 1 || context.issues.length > 0) return;
  const found = given.length === 0 ? 'neither' : 'both';
  const message = `found ${found}; an event needs one of \`change\` and \`kill\``;
  context.issues.push({ code: 'custom', message, path: [], input: context.value });
});

export type EventSpec = z.output<typeof eventSchema>;

export const eventsSchema = settings(words.events, {
  events: z.array(eventSchema).default([]),
});

/** The events of a workload as separate settings, because the schema of its kind excludes them. */
export function toEventSettings(entry: Entry, name: string): Settings {
  const { events } = entry as Mapping;
  return toSettings(events === undefined ? {} : { events }, ['workloads', name]);
}
