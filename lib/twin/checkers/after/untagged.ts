/**
 * What a person took our tags off is no longer ours to delete: IAM refuses the delete of what does not carry them. So
 * it is not asked to be gone, but to be told of by its id, and by little trouble only.
 */
import { executionIdOf, isOf } from '../../../shapes/execution-names';
import { machineOf } from '../../faults/states';
import type { Complaint } from '../facts';
import type { Aftermath } from './aftermath';

/** Ids of what lost its tags and still exists, and of what is in it: volumes go with their file system only. */
export function untaggedOf({ played, births }: Aftermath): ReadonlySet<string> {
  const { untagged, world } = played;
  const inside = world.account.fsx.left().flatMap(({ id, fileSystemId }) => (untagged.has(fileSystemId) ? [id] : []));
  const meant = new Set([...untagged, ...inside]);
  return new Set(births.flatMap(({ id, goneAt }) => (goneAt === null && meant.has(id) ? [id] : [])));
}

/** Guardians that may come for it: some while a trouble may pass, then one an hour, after a day one a day. */
const GUARDIANS_FIRST = 9;
const GUARDIANS_HOURLY = 24;
/** State transitions of all that comes for it may cost so much a day. */
const USD_PER_DAY = 0.1;
/** List price of one, us-east-1, beyond what is free. https://aws.amazon.com/step-functions/pricing/ */
const TRANSITION_USD = 0.000025;

/** @returns a complaint where the receipt does not name it, nobody was told, or it is looked after without measure */
export function untaggedTold(aftermath: Aftermath): Complaint[] {
  const left = untaggedOf(aftermath);
  if (left.size === 0) return [];
  const { played, facts } = aftermath;
  const { receipt, executionId } = facts;
  const complaints: Complaint[] = [];
  const mails = played.messages.filter(({ message }) => message.includes(executionId));
  for (const id of left) {
    // Without a receipt another checker complains; a clean one is none's that something exists.
    if (receipt !== null && !receipt.left.some((one) => one.id === id))
      complaints.push(complain('NotNamed', `${id}, which lost its tags, is not among what the receipt says is left`));
    if (!mails.some(({ message }) => message.includes(id)))
      complaints.push(complain('NotTold', `${id} lost its tags, and no mail names it`));
  }
  const own = played.world.account.sfn.executions().filter(({ name }) => isOf(executionIdOf(name), executionId));
  const hours = (played.now - (aftermath.endedAt ?? played.startedAt)) / 3_600_000;
  const guardians = own.filter(({ machineArn }) => machineOf(machineArn) === 'guardian').length;
  if (guardians > GUARDIANS_FIRST + Math.min(hours, GUARDIANS_HOURLY) + Math.max(0, hours - GUARDIANS_HOURLY) / 24)
    complaints.push(complain('TooOften', `${guardians} guardians came in ${hours.toFixed(1)} h`));
  const late = own.filter(({ startDate }) => startDate > (aftermath.endedAt ?? played.now));
  const usd = TRANSITION_USD * late.reduce((sum, { history }) => sum + history.transitions, 0);
  if (usd > USD_PER_DAY * Math.max(1, hours / 24))
    complaints.push(complain('TooDear', `$${usd.toFixed(2)} of state transitions in ${hours.toFixed(1)} h`));
  return complaints;
}

function complain(code: string, text: string): Complaint {
  return { checker: 'untagged', code, text };
}
