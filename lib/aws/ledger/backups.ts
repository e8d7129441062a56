/**
 * Backups of an execution's file systems: nothing here makes any, but a person may, and they outlive what they are of,
 * and are paid for until somebody deletes them.
 */
import { BACKUP_KIND, type ReceiptResource } from '../../shapes/receipt';
import { inBatches } from '../batches';
import type { Context } from '../context';
import { allPages } from '../pages';

/** Values that one filter takes (API reference of FSx, Filter). */
const VALUES_MAX = 20;
const LOOKS_AT_ONCE = 8;

/**
 * @param of ids of file systems, gone ones too
 * @returns all that exist; their tags need not be ours
 */
export async function backupsOf(of: readonly string[], { aws }: Context): Promise<ReceiptResource[]> {
  const parts = Array.from({ length: Math.ceil(of.length / VALUES_MAX) }, (_, index) =>
    of.slice(index * VALUES_MAX, (index + 1) * VALUES_MAX),
  );
  const found = await inBatches(parts, LOOKS_AT_ONCE, async (Values) => {
    const Filters = [{ Name: 'file-system-id' as const, Values }];
    const pages = await allPages((token) =>
      aws.fsx.describeBackups({ Filters, ...(token === undefined ? {} : { NextToken: token }) }),
    );
    return pages.flatMap(({ Backups = [] }) => Backups);
  });
  return found.flat().map(({ BackupId = '(no id)', Lifecycle = 'unknown', FileSystem }) => ({
    kind: BACKUP_KIND,
    id: BackupId,
    rig: null,
    state: `${Lifecycle}, a backup of ${FileSystem?.FileSystemId ?? 'a file system'} that somebody made`,
  }));
}
