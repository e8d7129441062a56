/** Rules with a time: deletes of the bench stack, manual changes and commands of a person. */
import type { Clock } from '../../../lib/asl/clock/clock';
import { type Campaign, pickRules } from './campaign';
import { applyManualChange, type Hands } from './manual-changes';
import type { Persons } from './persons';
import type { Schedule } from './schedule';
import type { Stacks } from './stack';

/** Applies each at its time. */
export async function applyTimedRules(
  campaign: Campaign,
  clock: Clock,
  strikes: Schedule,
  hands: Hands & { readonly stacks: Stacks; readonly persons: Persons },
): Promise<void> {
  const beginning = clock.now();
  const moments = [
    ...pickRules(campaign, 'stack'),
    ...pickRules(campaign, 'hand'),
    ...pickRules(campaign, 'person'),
  ].flatMap(({ index, rule }) => (rule.at === undefined ? [] : [{ index, rule, at: rule.at }]));
  for (const { index, rule, at } of moments.toSorted((a, b) => a.at - b.at)) {
    await clock.sleep(beginning + at * 1000 - clock.now());
    const act = async (): Promise<number> => {
      if (rule.fault === 'hand') return applyManualChange(rule, hands);
      if (rule.fault === 'person') return hands.persons.run(rule);
      hands.stacks.remove('bench');
      return 1;
    };
    const isRedrive = rule.fault === 'hand' && rule.effect === 'redrive';
    const done = untilTouched(isRedrive ? REDRIVE_TRIES : 1, clock, act).then((touched) => {
      if (touched > 0) strikes.note(index, clock.now());
    });
    // Later rules apply meanwhile.
    if (!isRedrive) await done;
  }
}

/** A redrive needs a failed execution: a person looks for one each minute, for six hours. */
const REDRIVE_TRIES = 360;

async function untilTouched(tries: number, clock: Clock, act: () => Promise<number>): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    const touched = await act();
    if (touched > 0 || tried === tries) return touched;
    await clock.sleep(60_000);
  }
}
