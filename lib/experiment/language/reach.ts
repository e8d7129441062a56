/** `reach` of a stage: the hook or person that brings a target to the stage, instead of fsxbench. */
import texts from '../messages.json';
import * as z from 'zod';
import { HOOK_SECONDS, type ExternalAction } from '../../shapes/reach';
import { about, settings } from '../../shapes/setting';
import words from '../../shapes/spec-schema.json';
import type { Entry } from '../../shapes/spec';
import { secondsSchema } from '../../shapes/quantity-fields';
import { isMapping } from './mapping';
import { listStages } from './settings';

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsstepfunctions.html */
const STATE_MACHINE_ARN = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:stateMachine:[A-Za-z0-9_-]{1,80}$/;
const EXAMPLE_ARN = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const ARN_HELP = `the ARN of a state machine that the deployment allows, e.g. ${EXAMPLE_ARN}`;
const CONFIRM_TEXT = { error: 'a text for the person who confirms, e.g. "Add the node; confirm when it is balanced."' };

export const reachSchema = settings(words.reach, {
  hook: z.string({ error: ARN_HELP }).regex(STATE_MACHINE_ARN, { error: ARN_HELP }).optional(),
  confirm: z.string(CONFIRM_TEXT).trim().min(1, CONFIRM_TEXT).optional(),
  within: secondsSchema.refine((length) => length > 0, { error: 'a time, e.g. 24h' }).optional(),
})
  .check((context) => {
    const { hook: machine, confirm, within: length } = context.value;
    const say = (message: string, path: readonly string[] = []): void => {
      context.issues.push({ code: 'custom', message, path: [...path], input: context.value });
    };
    if ((machine === undefined) === (confirm === undefined))
      say(`found ${machine === undefined ? 'neither' : 'both'}; a stage is reached by \`hook\` or by \`confirm\``);
    if (confirm !== undefined && length === undefined) say('is missing; allowed: a time, e.g. 24h', ['within']);
    if (confirm === undefined && length !== undefined) say('`within` needs `confirm`; remove it', ['within']);
  })
  .meta(about(texts.reachIs));

/** Parses `reach` of a stage; null if it is missing or invalid. */
export function parseReach(entry: Entry, stage: string | null): ExternalAction | null {
  const { stages } = entry;
  const written = stage !== null && isMapping(stages) ? stages[stage] : undefined;
  const found =
    isMapping(written) && Object.hasOwn(written, 'reach') ? reachSchema.safeParse(written['reach']) : undefined;
  if (found?.success !== true) return null;
  const { hook: machine, confirm, within: length } = found.data;
  if (machine !== undefined) return { hook: machine, withinSeconds: HOOK_SECONDS };
  return confirm === undefined || length === undefined ? null : { confirm, withinSeconds: length };
}

/** Actions, in order, that bring a target to a stage. @param from its current stage; undefined if it is in none yet */
export function listReachSteps(
  entry: Entry,
  from: string | null | undefined,
  to: string | null,
): (ExternalAction & { readonly stage: string })[] {
  const stages = listStages(entry);
  const begin = from === undefined ? 0 : stages.indexOf(from) + 1;
  return stages.slice(begin, stages.indexOf(to) + 1).flatMap((stage) => {
    const found = parseReach(entry, stage);
    return found === null || stage === null ? [] : [{ ...found, stage }];
  });
}
