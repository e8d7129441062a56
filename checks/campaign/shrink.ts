/**
 * Makes a failing campaign smaller: fewer rules that still show the same. Delta debugging, ddmin of Zeller and
 * Hildebrandt (2002), over the rules.
 */
import type { Campaign } from './faults/campaign';

/**
 * @param fails whether a campaign still shows what the whole one showed
 * @returns a campaign of which no single rule can be left out; the same where the whole does not fail again
 */
export async function shrink(campaign: Campaign, fails: (smaller: Campaign) => Promise<boolean>): Promise<Campaign> {
  let { rules } = campaign;
  let parts = 2;
  while (rules.length >= 2) {
    const size = Math.ceil(rules.length / parts);
    let found: typeof rules | undefined;
    for (let from = 0; from < rules.length && found === undefined; from += size) {
      const rest = [...rules.slice(0, from), ...rules.slice(from + size)];
      if (rest.length > 0 && (await fails({ ...campaign, rules: rest }))) found = rest;
    }
    if (found !== undefined) {
      rules = found;
      parts = Math.max(2, parts - 1);
    } else if (parts < rules.length) parts = Math.min(rules.length, 2 * parts);
    else break;
  }
  const { beside, start, maxUsd } = campaign;
  let smallest: Campaign = { ...campaign, rules };
  if (beside !== undefined) smallest = await without(smallest, 'beside', fails);
  if (start !== undefined) smallest = await without(smallest, 'start', fails);
  if (maxUsd !== undefined) smallest = await without(smallest, 'maxUsd', fails);
  return smallest;
}

async function without(
  campaign: Campaign,
  member: 'beside' | 'start' | 'maxUsd',
  fails: (smaller: Campaign) => Promise<boolean>,
): Promise<Campaign> {
  const { [member]: _, ...rest } = campaign;
  return (await fails(rest)) ? rest : campaign;
}
