/** The part of a mail on what is left, what it costs, and what a person can do. */
import { pluralize, formatUsd } from '../../results/format';
import { findRig } from '../../shapes/execution-names';
import { TAG } from '../../shapes/layout';
import { FSX_DELETE_OPTIONS, FSX_VOLUME_DELETE_OPTIONS } from '../../shapes/fsx-deletes';
import { formatSkipped, type Receipt } from '../../shapes/receipt';
import { fillText } from '../../shapes/problem';
import BY_HAND from './by-hand.json';
import type { MailFacts } from './facts';
import { toPlain } from './figures';

/** More are in the receipt. */
const SHOWN_MAX = 20;
const WHY_MAX = 200;
/** Kinds that cost nothing, or cents a month, however long they stay. */
const FREE_KINDS: readonly string[] = ['ec2:launch-template', 'cloudwatch:alarm'];

/** `clean: nothing is left of 12 resources`, or what is. */
export function receiptLine(receipt: Receipt | null, clean: boolean): string {
  if (receipt === null && clean) return 'receipt  clean; it could not be read for this message';
  if (receipt === null) return 'receipt  none was written: whether anything is left is not known';
  const over = formatSkipped(receipt);
  const unseen = over === '' ? '' : `; could not look at ${over}`;
  if (clean) {
    const dirty = receipt.notCleaned ?? [];
    const stays = dirty.length === 0 ? '' : `; NOT CLEANED in stores of others: ${toPlain(dirty.join('; '))}`;
    const running = receipt.othersRunning ?? [];
    const runs = running.length === 0 ? '' : `; may still run, of others: ${toPlain(running.join('; '))}`;
    const all = pluralize(receipt.resources.length, 'resource');
    return `receipt  clean: nothing is left of ${all}${stays}${runs}${unseen}`;
  }
  if (receipt.clean) return `receipt  clean at ${receipt.verifiedAt}; not confirmed since`;
  const left = pluralize(receipt.left.length, 'resource');
  return `receipt  NOT CLEAN: ${left} left when looked at, ${receipt.verifiedAt}${unseen}`;
}

/** What is left, line by line. */
export function leftoverLines({ receipt }: MailFacts): string[] {
  const unlisted = (receipt?.unlisted ?? []).map(
    ({ kind, why }) => `${kind}: could not be listed (${toPlain(why).slice(0, WHY_MAX)}), so something may be left`,
  );
  if (receipt === null || (receipt.left.length === 0 && unlisted.length === 0)) {
    return ['It is not proven yet that nothing is left, so something may be.'];
  }
  // What keeps others from being deleted, or costs most, is not among those that are cut off.
  const many = (kind: string): boolean => kind === 'fsx:volume' || FREE_KINDS.includes(kind);
  const lines = receipt.left
    .toSorted((a, b) => Number(many(a.kind)) - Number(many(b.kind)))
    .slice(0, SHOWN_MAX)
    .map(({ kind, id, state, rig }) => `${kind} ${id}, ${state}${rig === null ? '' : `, of rig ${rig}`}`);
  const more = receipt.left.length - lines.length;
  const over = formatSkipped(receipt);
  const unseen = over === '' ? [] : [`could not be looked at: ${over}`];
  return [...lines, ...(more > 0 ? [`and ${more} more; receipt.json lists all`] : []), ...unlisted, ...unseen];
}

/**
 * Dollars an hour of what is left, at most: of a rig its hosts, where any instance or disk is left, and its storage,
 * where anything else is that has a price. Null where nobody knows.
 */
function estimateUsdPerHour({ plan, receipt }: MailFacts): number | null {
  if (plan === null || receipt === null || receipt.left.length === 0) return null;
  return plan.rigs.reduce((sum, { rig, usdPerHour, hostsUsdPerHour }) => {
    const own = receipt.left.filter(({ rig: tag }) => tag === null || tag === rig || findRig(tag) === rig);
    const kinds = own.map(({ kind }) => kind).filter((kind) => !FREE_KINDS.includes(kind));
    const hosts = kinds.some((kind) => kind.startsWith('ec2:')) ? hostsUsdPerHour : 0;
    const storage = kinds.some((kind) => !kind.startsWith('ec2:')) ? usdPerHour - hostsUsdPerHour : 0;
    return sum + hosts + storage;
  }, 0);
}

/** What happens by itself, and what a person does where that is not enough. */
export function nextStepLines(facts: MailFacts): string[] {
  const { executionId, why, place } = facts;
  const usd = estimateUsdPerHour(facts);
  return [
    ...(usd === null || usd === 0
      ? []
      : [`It may cost up to ${formatUsd(usd)} an hour (list prices) until it is gone.`]),
    ...(why === 'unguarded'
      ? ['Nothing tries again by itself any more: every recovery was used. Delete by hand.']
      : [
          'Deleting is tried again, by the guardian and every 15 minutes by the janitor. This comes',
          'once a day while it lasts, and another message when it is over. If it comes twice:',
        ]),
    `aws resourcegroupstaggingapi get-resources --region ${place.region} \\`,
    `  --tag-filters Key=${TAG.execution},Values=${executionId}`,
    'Delete what it lists; a refusal says what is in the way. docs/operate.md,',
    '"Something is left", has the steps.',
    ...deletionLines(facts),
  ];
}

/**
 * How what keeps others from being deleted is deleted by hand, the first of each kind. The console offers a final
 * backup of OpenZFS and of volumes of ONTAP, and makes it where nobody says no. What hosts reach a file system of EFS
 * by keeps it, and its id may be its ARN, as calls take it.
 */
function deletionLines({ receipt, place }: MailFacts): string[] {
  return BY_HAND.flatMap(({ kind, lines }) => {
    const [id, ...more] = (receipt?.left ?? []).filter((one) => one.kind === kind).map((one) => one.id);
    if (id === undefined) return [];
    const each = more.length > 0 ? ', each of them' : '';
    const options = { openZfs: FSX_DELETE_OPTIONS.OPENZFS, volume: FSX_VOLUME_DELETE_OPTIONS };
    return lines.map((line) => fillText(line, { id, each, region: place.region, ...options }));
  });
}
