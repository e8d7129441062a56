/**
 * What holds where something never heals: a thing that nobody can delete, or that is never there. It is not asked to be
 * gone, but to be named by the receipt, to be told of, and to be looked after with measure; and nothing new is made.
 */
import { kindsOfCall } from './kinds';
import type { Birth } from '../../../lib/twin/checkers/after/births';
import { type Campaign, heals } from '../faults/campaign';
import type { Complaint } from '../../../lib/twin/checkers/facts';
import { passedOverKinds } from '../../../lib/twin/checkers/passed-over';
import { type Aftermath, untaggedOf } from '../../../lib/twin/checkers/after/aftermath';
import type { Played } from '../faults/play';
import { trouble } from './trouble';

/** Whether all that never heals is about single things: everybody else can do what he is there for. */
export function onlyThings({ rules }: Campaign): boolean {
  const lasting = rules.filter((rule) => !heals(rule));
  return lasting.every((rule) => rule.fault === 'thing' || (rule.fault === 'call' && kindsOfCall(rule).length > 0));
}

/** Deletes are tried again for ever: state transitions of that may cost so much a day, and so much for each thing. */
const USD_PER_DAY = 0.25;
const USD_PER_DAY_AND_THING = 0.02;

/** @returns complaints where what never heals is not named, not told of, or costs much to look after */
export function unhealedTold(aftermath: Aftermath<Played>): Complaint[] {
  const { played, births, facts } = aftermath;
  if (played.healedAt !== null || !onlyThings(played.campaign)) return [];
  const untagged = untaggedOf(aftermath);
  const left = births.filter(({ id, goneAt }) => goneAt === null && !untagged.has(id));
  if (left.length === 0) return [];
  const { receipt, executionId } = facts;
  const mails = played.messages
    .filter(({ message }) => message.includes(executionId))
    .map(({ subject = '', message }) => `${subject}\n${message}`);
  const unlisted = new Set([...(receipt?.unlisted ?? []).map(({ kind }) => kind), ...passedOverKinds(receipt)]);
  const named = (receipt?.left ?? []).map(({ kind, id }) => `${kind} ${id}`).join('\n');
  return [
    ...left.flatMap((one) => [
      // Without a receipt another checker complains.
      ...(receipt === null || unlisted.has(one.kind) || named.includes(wordOf(one))
        ? []
        : [complain('NotNamed', `${one.kind} ${one.id} exists, and is not among what the receipt says is left`)]),
      ...(mails.some((text) => tells(text, one, left.length) || [...unlisted].some((kind) => text.includes(kind)))
        ? []
        : [complain('LeftNotTold', `${one.kind} ${one.id} exists, and no mail names it`)]),
    ]),
    ...trouble(aftermath, USD_PER_DAY + USD_PER_DAY_AND_THING * left.length).map(({ code, text }) =>
      complain(code, text),
    ),
  ];
}

/** By its name, or, where they are many, by their number: the receipt has the names. */
function tells(text: string, one: Birth, count: number): boolean {
  return text.includes(wordOf(one)) || Number(/\((\d+) resources?\)/.exec(text)?.[1] ?? 0) >= Math.max(count, 2);
}

/** What a receipt calls it: births know templates by their names, receipts by their ids. */
function wordOf({ kind, id }: Birth): string {
  return kind === 'ec2:launch-template' ? kind : id;
}

function complain(code: string, text: string): Complaint {
  return { checker: 'unhealed', code, text };
}
