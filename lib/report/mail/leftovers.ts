/** Leftover resources in a mail: names, cost, and how to delete them. */
import { formatUsd } from '../../results/format';
import { findRig } from '../../shapes/execution-names';
import { TAG_KEYS } from '../../shapes/tags';
import { formatSkipped, type Receipt } from '../../shapes/receipt';
import { fillText } from '../../shapes/problem';
import { formatReceipt } from '../terminal-text';
import type { MailFacts } from './facts';
import { toPlain } from './figures';
import type { FsxType } from '../../shapes/resources';
import BY_HAND from './by-hand.json';

/** Maximum number of listed resources; the receipt lists all. */
const RESOURCES_MAX = 20;
const WHY_MAX = 200;
/** Resource kinds that are free, or cost cents a month. */
const FREE_KINDS: readonly string[] = ['ec2:launch-template', 'cloudwatch:alarm'];

const PLAIN = { green: String, red: String, yellow: String };

/** `cleanup verified: 12 of 12 resources deleted`, or how many remain. */
export function formatReceiptLine(receipt: Receipt | null, clean: boolean): string {
  if (receipt === null && clean) return 'cleanup  verified; the cleanup receipt could not be read for this message';
  if (receipt === null)
    return 'cleanup  NOT VERIFIED: the cleanup receipt is missing or unreadable, so resources may be left';
  if (receipt.clean && !clean) return `cleanup  verified ${receipt.verifiedAt}; not confirmed since`;
  const when = clean ? '' : `; checked ${receipt.verifiedAt}`;
  return `cleanup  ${toPlain(formatReceipt({ ...receipt, clean }, PLAIN))}${when}`;
}

export function formatLeftovers({ receipt }: MailFacts): string[] {
  const unlisted = (receipt?.unlisted ?? []).map(
    ({ kind, why }) => `${kind}: could not be listed (${toPlain(why).slice(0, WHY_MAX)}), so resources may be left`,
  );
  if (receipt === null || (receipt.remaining.length === 0 && unlisted.length === 0)) {
    return ['Cleanup is not verified yet, so resources may be left.'];
  }
  // First the resources that block other deletes or cost most, so that the list limit does not cut them.
  const many = (kind: string): boolean => kind === 'fsx:volume' || FREE_KINDS.includes(kind);
  const lines = receipt.remaining
    .toSorted((a, b) => Number(many(a.kind)) - Number(many(b.kind)))
    .slice(0, RESOURCES_MAX)
    .map(({ kind, id, state, rig }) => `${kind} ${id}, ${state}${rig === null ? '' : `, of rig ${rig}`}`);
  const more = receipt.remaining.length - lines.length;
  const over = formatSkipped(receipt);
  const unseen = over === '' ? [] : [`could not be checked: ${over}`];
  return [...lines, ...(more > 0 ? [`and ${more} more; receipt.json lists all`] : []), ...unlisted, ...unseen];
}

/** Maximum dollars per hour: hosts if an instance or disk is left, storage if any other priced one. Null if unknown. */
function estimateUsdPerHour({ plan, receipt }: MailFacts): number | null {
  if (plan === null || receipt === null || receipt.remaining.length === 0) return null;
  return plan.rigs.reduce((sum, { rig, usdPerHour, hostsUsdPerHour }) => {
    const own = receipt.remaining.filter(({ rig: tag }) => tag === null || tag === rig || findRig(tag) === rig);
    const kinds = own.map(({ kind }) => kind).filter((kind) => !FREE_KINDS.includes(kind));
    const hosts = kinds.some((kind) => kind.startsWith('ec2:')) ? hostsUsdPerHour : 0;
    const storage = kinds.some((kind) => !kind.startsWith('ec2:')) ? usdPerHour - hostsUsdPerHour : 0;
    return sum + hosts + storage;
  }, 0);
}

export function formatNextSteps(facts: MailFacts): string[] {
  const { executionId, why, place } = facts;
  const usd = estimateUsdPerHour(facts);
  return [
    ...(usd === null || usd === 0
      ? []
      : [`It may cost up to ${formatUsd(usd)} an hour (list prices) until it is deleted.`]),
    ...(why === 'unguarded'
      ? ['The janitor has stopped retrying: all recoveries are used up. Delete by hand.']
      : [
          'The guardian retries, and so does the janitor every 15 minutes. You get this mail',
          'once a day until cleanup is verified, then another one. If it comes twice, run:',
        ]),
    `aws resourcegroupstaggingapi get-resources --region ${place.region} \\`,
    `  --tag-filters Key=${TAG_KEYS.execution},Values=${executionId}`,
    'Delete what it lists. A refused delete names the resource that blocks it.',
    'docs/operate.md, "Something is left", has the steps.',
    ...formatDeletions(facts),
  ];
}

/**
 * Commands to delete blocking resources, the first of each kind. By default, the console creates final backups of
 * OpenZFS and ONTAP. EFS mount targets block their file system; an ARN is a valid id.
 */
function formatDeletions({ receipt, place }: MailFacts): string[] {
  return BY_HAND.flatMap(({ kind, lines }) => {
    const [id, ...more] = (receipt?.remaining ?? []).filter((one) => one.kind === kind).map((one) => one.id);
    if (id === undefined) return [];
    const each = more.length > 0 ? ', each of them' : '';
    const options = { openZfs: FSX_DELETE_OPTIONS.OPENZFS, volume: FSX_VOLUME_DELETE_OPTIONS };
    return lines.map((line) => fillText(line, { id, each, region: place.region, ...options }));
  });
}

/**
 * Options of `aws fsx delete-file-system`, as in `lib/aws/storage`. Without these options OpenZFS creates a billed
 * final backup, and refuses to delete volumes. Lustre creates no backup, and its scratch types refuse options. ONTAP
 * file systems need no option: each volume is deleted before, without a backup.
 */
export const FSX_DELETE_OPTIONS: Readonly<Record<FsxType, string>> = {
  LUSTRE: '',
  ONTAP: '',
  OPENZFS: '--open-zfs-configuration SkipFinalBackup=true,Options=DELETE_CHILD_VOLUMES_AND_SNAPSHOTS',
};
/** Option of `aws fsx delete-volume` for ONTAP: without this option a final backup remains. */
export const FSX_VOLUME_DELETE_OPTIONS = '--ontap-configuration SkipFinalBackup=true';
