/**
 * Once nothing goes wrong any more, everything that nobody needs is gone within half an hour and the time that deletes
 * take; and whatever happens, somebody stops running in the end.
 */
import { isOf } from '../../../shapes/execution-names';
import { formatSeconds } from '../../../shapes/quantity';
import { machineOf } from '../../faults/states';
import type { Birth } from '../../faults/births';
import type { Complaint } from '../facts';
import { type Aftermath, uselessFrom } from './aftermath';

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
  const running = played.world.account.sfn
    .executions()
    .filter(({ name, status }) => status === 'RUNNING' && isOf(name, facts.executionId))
    .map(({ name, machineArn }) => complain('RunsForEver', `${name} of ${machineOf(machineArn)} still runs`));
  if (played.healedAt === null) return [];
  const healedAt = played.healedAt;
  const late = births.flatMap((birth): Complaint[] => {
    const due = Math.max(uselessFrom(aftermath, birth), healedAt) + 1000 * (GRACE_SECONDS + DELETES_SECONDS);
    const gone = endOf(aftermath, birth);
    if (gone === null) return [complain('StillThere', `${birth.kind} ${birth.id} still exists`)];
    if (gone <= due) return [];
    const over = formatSeconds(Math.round((gone - due) / 1000));
    return [complain('GoneLate', `${birth.kind} ${birth.id} was there ${over} longer than it may be`)];
  });
  return [...running, ...late];
}

/** The ledger knows when what costs something was gone; of templates it is known; volumes go with what they are in. */
function endOf({ paid, played }: Aftermath, { id, kind, goneAt }: Birth): number | null {
  if (goneAt === null) return null;
  const last = paid.filter(({ interval }) => interval.id === id).at(-1)?.interval;
  if (last !== undefined) return last.open ? played.now : last.until;
  return kind === 'ec2:launch-template' ? goneAt : 0;
}

function complain(code: string, text: string): Complaint {
  return { checker: CHECKER, code, text };
}
