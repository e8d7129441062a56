/**
 * Once nothing goes wrong any more, everything that nobody needs is gone within half an hour and the time that deletes
 * take; and whatever happens, somebody stops running in the end.
 */
import { isOf } from '../../../shapes/execution-names';
import { formatSeconds } from '../../../shapes/quantity';
import { machineOf } from '../../rehearsal/machines';
import type { Complaint } from '../facts';
import { type Aftermath, goneAtOf, untaggedOf, uselessFrom } from './aftermath';
import { deleteSeconds } from './delete-seconds';

/** After the faults have ceased: two looks of the janitor, one of which may find a guardian that ended just before. */
const GRACE_SECONDS = 30 * 60;
const CHECKER = 'gone-in-time';

/** @returns a complaint about everything that lived, or ran, too long. None of what goes wrong for ever. */
export function goneInTime(aftermath: Aftermath): Complaint[] {
  return [...running(aftermath), ...late(aftermath)];
}

/** While something is left that may not be deleted, somebody comes again and again, each for less than this. */
function running(aftermath: Aftermath): Complaint[] {
  const { played, births, facts } = aftermath;
  const untagged = untaggedOf(aftermath);
  if (played.healedAt === null && births.some(({ id, goneAt }) => goneAt === null && !untagged.has(id))) return [];
  return played.world.account.sfn
    .executions()
    .filter(({ name, status }) => status === 'RUNNING' && isOf(name, facts.executionId))
    .filter(({ startDate }) => untagged.size === 0 || startDate < played.now - GRACE_SECONDS * 1000)
    .map(({ name, machineArn }) => complain('RunsForEver', `${name} of ${machineOf(machineArn)} still runs`));
}

function late(aftermath: Aftermath): Complaint[] {
  const { played, births } = aftermath;
  const { healedAt, isStruck } = played;
  const untagged = untaggedOf(aftermath);
  const slack = 1000 * (GRACE_SECONDS + deleteSeconds(aftermath));
  return births.flatMap((birth): Complaint[] => {
    if (untagged.has(birth.id)) return [];
    const struck = isStruck(birth);
    if (struck && healedAt === null) return [];
    const from = uselessFrom(aftermath, birth);
    const due = (struck ? Math.max(from, healedAt ?? from) : from) + slack;
    const gone = goneAtOf(aftermath, birth);
    if (gone === null) return [complain('StillThere', `${birth.kind} ${birth.id} still exists`)];
    if (gone <= due) return [];
    const over = formatSeconds(Math.round((gone - due) / 1000));
    return [complain('GoneLate', `${birth.kind} ${birth.id} was there ${over} longer than it may be`)];
  });
}

/** How long after the end somebody may still be creating, seconds: who is slow in the call has looked before it. */
const LAST_CREATES_SECONDS = 3600;

/**
 * @returns a complaint about everything that was made when nobody had a use for anything any more. What somebody made
 *   by hand, in the name of an execution that had ended, the fault itself has noted; that it goes is asked elsewhere.
 */
export function nothingNew({ births, endedAt, played: { copied } }: Aftermath): Complaint[] {
  if (endedAt === null) return [];
  const last = endedAt + 1000 * LAST_CREATES_SECONDS;
  return births
    .filter(({ id, at }) => at > last && !copied.has(id))
    .map(({ kind, id }) => complain('MadeAfterEnd', `${kind} ${id} was made more than an hour after the end`));
}

function complain(code: string, text: string): Complaint {
  return { checker: CHECKER, code, text };
}
