/** Campaigns of several faults: pairs of single ones, and more of them by seed. */
import { expected } from '../../lib/shapes/errors';
import { randomFrom } from '../../lib/shapes/random';
import { CALM, type Campaign, type Rule } from './faults/campaign';
import type { Case } from './single';

/** Machines and functions that clean up: a second fault hurts most where it meets those. */
const SAFETY: readonly string[] = [
  'guardian',
  'teardown',
  'janitor',
  'results',
  'close-fence',
  'delete-storage',
  'find-orphans',
  'list-resources',
  'start-guardian',
  'stop-children',
  'write-receipt',
];

/** Whether a case strikes what cleans up. */
function ofSafety({ campaign }: Case): boolean {
  return campaign.rules.some(
    (rule) =>
      (rule.fault === 'state' && SAFETY.includes(rule.machine)) ||
      (rule.fault === 'call' && SAFETY.includes(rule.role ?? '')),
  );
}

/** The n-th pair of a seed: anything, and something that strikes what cleans up. */
export function pairOf(cases: readonly Case[], seed: string, nth: number): Case {
  const random = randomFrom(`${seed} pair ${nth}`);
  const first = pick(cases, random);
  const second = pick(cases.filter(ofSafety), random);
  return { class: 'several', stands: 1, campaign: joined([first, second]) };
}

/** Most single faults of one random campaign. */
const MOST = 4;

/** The n-th campaign of a seed: one to four single faults, each with its moment moved, now and then beside others. */
export function randomOf(cases: readonly Case[], seed: string, nth: number): Case {
  const random = randomFrom(`${seed} campaign ${nth}`);
  const count = 1 + Math.floor(random() * MOST);
  const chosen = Array.from({ length: count }, () => pick(cases, random));
  const campaign = joined(chosen);
  const rules = campaign.rules.map((rule) => moved(rule, random));
  return { class: 'several', stands: 1, campaign: { ...campaign, rules } };
}

function joined(cases: readonly Case[]): Campaign {
  const rules = cases.flatMap(({ campaign }) => campaign.rules);
  const whole = cases.reduce<Campaign>((all, { campaign }) => ({ ...all, ...campaign }), CALM);
  return { ...whole, rules };
}

/** Strikes a little later than the single one, so that what comes between is met too. */
function moved(rule: Rule, random: () => number): Rule {
  if (!('nth' in rule) || rule.nth === undefined || random() < 0.5) return rule;
  return { ...rule, nth: rule.nth + Math.floor(random() * 3), times: 1 + Math.floor(random() * 3) };
}

function pick<T>(items: readonly T[], random: () => number): T {
  return expected(items[Math.floor(random() * items.length)], 'something to choose from');
}
