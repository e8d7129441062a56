/**
 * Once nothing goes wrong any more, everything that nobody needs is gone within half an hour and the time that deletes
 * take; and whatever happens, somebody stops running in the end.
 */
import { isOf } from '../../../shapes/execution-names';
import { formatSeconds } from '../../../shapes/quantity';
import { machineOf } from '../../faults/states';
import { RESOURCES } from '../../../shapes/resources';
import type { Campaign } from '../../faults/campaign';
import type { Complaint } from '../facts';
import { type Aftermath, goneAtOf, uselessFrom } from './aftermath';
import { untaggedOf } from './untagged';

/** After the faults have ceased: two looks of the janitor, one of which may find a guardian that ended just before. */
const GRACE_SECONDS = 30 * 60;
/**
 * The longest create and delete of what is modelled, with its noise, and the pauses of a teardown: a thing that is just
 * being created can be deleted only then.
 */
const DELETES_SECONDS = 30 * 60;

const CHECKER = 'gone-in-time';

/** @returns a complaint about everything that lived, or ran, too long. None while the faults go on. */
export function goneInTime(aftermath: Aftermath): Complaint[] {
  const { played, births, facts } = aftermath;
  const untagged = untaggedOf(aftermath);
  const running = played.world.account.sfn
    .executions()
    .filter(({ name, status }) => status === 'RUNNING' && isOf(name, facts.executionId))
    // For what may not be deleted somebody comes again and again, each for less than this.
    .filter(({ startDate }) => untagged.size === 0 || startDate < played.now - GRACE_SECONDS * 1000)
    .map(({ name, machineArn }) => complain('RunsForEver', `${name} of ${machineOf(machineArn)} still runs`));
  if (played.healedAt === null) return [];
  const healedAt = played.healedAt;
  const struckKinds = kindsOf(played.campaign);
  const late = births.flatMap((birth): Complaint[] => {
    const from = uselessFrom(aftermath, birth);
    const healed = struckKinds?.includes(birth.kind) === false ? from : Math.max(from, healedAt);
    const due = healed + 1000 * (GRACE_SECONDS + DELETES_SECONDS);
    const gone = goneAtOf(aftermath, birth);
    if (untagged.has(birth.id)) return [];
    if (gone === null) return [complain('StillThere', `${birth.kind} ${birth.id} still exists`)];
    if (gone <= due) return [];
    const over = formatSeconds(Math.round((gone - due) / 1000));
    return [complain('GoneLate', `${birth.kind} ${birth.id} was there ${over} longer than it may be`)];
  });
  return [...running, ...late];
}

/**
 * Kinds that a campaign keeps from being deleted, and what must outlive those; null where that may be any. What it
 * does not keep must be gone as if nothing were wrong: one kind never keeps another alive.
 */
function kindsOf({ rules }: Campaign): readonly string[] | null {
  const kinds: string[] = [];
  for (const rule of rules) {
    const kind = rule.fault === 'call' ? kindOfCall(rule.action) : null;
    if (kind === null) return null;
    const { parent } = RESOURCES[kind];
    kinds.push(kind, ...(parent === null ? [] : [parent]));
  }
  return kinds;
}

function kindOfCall(action: string | undefined): keyof typeof RESOURCES | null {
  const kinds = Object.keys(RESOURCES) as (keyof typeof RESOURCES)[];
  return kinds.find((kind) => RESOURCES[kind].describe === action || RESOURCES[kind].remove === action) ?? null;
}

function complain(code: string, text: string): Complaint {
  return { checker: CHECKER, code, text };
}
