/** `events` of a workload: what is done, and at which moment of its trials. */
import * as z from 'zod';
import { HOOK_SECONDS } from '../../shapes/events';
import { seconds } from '../../shapes/quantity-fields';
import { about } from '../../shapes/setting';
import type { Entry } from '../../shapes/spec';
import type { Mapping } from './mapping';
import { type Settings, settingsOf } from './settings';

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsstepfunctions.html */
const MACHINE = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:stateMachine:[A-Za-z0-9_-]{1,80}$/;
const EXAMPLE = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const machineHelp = `the ARN of a state machine that the deployment allows, e.g. ${EXAMPLE}`;

const text = { error: 'a text for whoever confirms, e.g. "Add the node; go on when it is balanced."' };

/** A state machine of somebody. */
export const hook = z
  .string({ error: machineHelp })
  .regex(MACHINE, { error: machineHelp })
  .optional()
  .meta(about('A state machine that is started and waited for, an hour at most: its ARN.', { examples: [EXAMPLE] }));
/** What a person is asked. */
export const confirm = z
  .string(text)
  .trim()
  .min(1, text)
  .optional()
  .meta(about('A text for a person who is waited for: trials go on when it is confirmed.'));
/** How long a person is waited for. */
export const within = seconds
  .refine((length) => length > 0, { error: 'a time, e.g. 24h' })
  .optional()
  .meta(
    about('How long that is waited for; it counts in time and money as if all of it were needed.', {
      examples: ['24h'],
    }),
  );

const ROLE = z.string().min(1);

/** One of them. */
export const event = z
  .strictObject({
    at: seconds.meta(about('When: so long after the warm-up. Within what is measured.', { examples: ['10m'] })),
    change: z
      .string()
      .min(1)
      .optional()
      .meta(about('A stage: the file system is changed to it meanwhile. Once a block, and the last of its period.')),
    kill: z
      .strictObject({
        role: ROLE.meta(about('Whose service is ended.', { examples: ['broker'] })),
        service: z
          .string()
          .min(1)
          .meta(about('Which one.', { examples: ['kafka'] })),
        hosts: z.int().min(1).default(1).meta(about('On how many hosts of the role; they are drawn.')),
        signal: z.enum(['KILL', 'TERM']).default('KILL').meta(about('How: at once, or asked to end.')),
        resumeOn: ROLE.optional().meta(
          about('Where it goes on: hosts of another role, or `none`. Left out: again on its own host.', {
            examples: ['standby', 'none'],
          }),
        ),
      })
      .optional()
      .meta(about('A service of the workload is ended, as a crash does.')),
    hook,
    confirm,
    within,
  })
  .check((context) => {
    const { change, kill, hook: machine, confirm: asked, within: length } = context.value;
    const given = Object.entries({ change, kill, hook: machine, confirm: asked }).filter(
      ([, one]) => one !== undefined,
    );
    const say = (message: string, path: readonly string[] = []): void => {
      context.issues.push({ code: 'custom', message, path: [...path], input: context.value });
    };
    if (given.length !== 1) {
      const found = given.length === 0 ? 'nothing to do' : given.map(([name]) => `\`${name}\``).join(' and ');
      say(`found ${found}; an event has one of \`change\`, \`kill\`, \`hook\` and \`confirm\``);
    }
    if (asked !== undefined && length === undefined) say('is missing; allowed: a time, e.g. 24h', ['within']);
    if (asked === undefined && length !== undefined) say('`within` goes with `confirm` alone; take it out', ['within']);
  });

/** The events of a workload, as they are written. */
export type EventSpec = z.output<typeof event>;

/** An entry that holds nothing but its events. */
export const eventsSchema = z.strictObject({
  events: z.array(event).default([]).meta(about('What is done at agreed moments of its trials, each a mapping.')),
});

/** The events of a workload as settings of their own; its kind knows nothing of them. */
export function settingsOfEvents(entry: Entry, name: string): Settings {
  const { events } = entry as Mapping;
  return settingsOf(events === undefined ? {} : { events }, ['workloads', name]);
}

/** Seconds that an action is waited for beyond what is its own matter; 0 for a change and a kill. */
export function waitedFor({ hook: machine, within: length }: EventSpec): number {
  return length ?? (machine === undefined ? 0 : HOOK_SECONDS);
}
