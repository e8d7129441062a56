/** What LUNs of all hosts are together: how many, and how much may be written to them. */
import type { Problem } from '../../../shapes/problem';
import { finding } from '../../fsx-shared';
import type { FsxOntap } from '../schema';
import { lunsOfHost, MOST_LUNS_OF_VOLUME } from './luns';

const LIMITS = 'https://docs.netapp.com/us-en/ontap/snapmirror-active-sync/limits-reference.html';

/** Findings with paths relative to the target's entry. */
export function checkHosts({ haPairs, storageGiB, luns: asked }: FsxOntap, hosts: number): Problem[] {
  if (asked === undefined) return [];
  const found: Problem[] = [];
  const { perHost, sizeGiB, log } = asked;
  const count = hosts * lunsOfHost(asked);
  const each = Math.ceil(count / haPairs);
  if (each > MOST_LUNS_OF_VOLUME) {
    const message =
      `${hosts} host(s) have ${count} LUNs, ${each} in the volume of each of ${haPairs} pair(s); at most ` +
      `${MOST_LUNS_OF_VOLUME} are in one: take fewer LUNs for each host, fewer hosts or more pairs`;
    found.push(finding('error', 'TooManyLuns', 'luns', message, LIMITS));
  }
  const logs = log === undefined ? '' : ` and ${log.perHost} x ${log.sizeGiB} GiB for logs`;
  if (hosts * (perHost * sizeGiB + (log === undefined ? 0 : log.perHost * log.sizeGiB)) > storageGiB) {
    const message =
      `${hosts} host(s) with ${perHost} x ${sizeGiB} GiB${logs} each may write more than the ${storageGiB} GiB that ` +
      'the file system has: it is full before they are';
    found.push(finding('advice', 'ThinLuns', 'luns', message));
  }
  return found;
}
