/** Checks that directories used all metadata servers of a Lustre file system: one server serves each directory. */
import type { Reason } from '../../shapes/verdict';
import type { HostRaw } from '../contract';

/** Minimum share of servers in use. Each host assigns directories round-robin, so a few servers may be unused. */
const MIN_SERVER_SHARE = 0.75;

/** Directories of the processes. */
export interface DirectoryLayout {
  readonly ranks: number;
  readonly ownDirectory: boolean;
  /** Whether the facts are about test directories of a host instead of the tool's directories. */
  readonly sampled?: true;
}

/**
 * `FewMetadataServers`: SUSPECT if each process has its own directory, but too few servers serve them; a note for one
 * common directory or a sample. Uses facts from workloads/shell/lustre.sh; empty if no host reports them.
 */
export function judgeServers(
  hosts: readonly HostRaw[],
  { ranks, ownDirectory, sampled }: DirectoryLayout,
): readonly Reason[] {
  const words = (name: string): readonly number[] =>
    hosts.flatMap(({ status }) => (status?.facts[name] ?? '').match(/\d+/g) ?? []).map(Number);
  const servers = Math.max(0, ...words('metadataServers'));
  const used = new Set(words('metadataTargets')).size;
  if (servers < 2 || used === 0 || used >= servers) return [];
  if (!ownDirectory) {
    const one = 'all processes worked in one directory (`ownDirectory: false`), served by one of';
    return [{ level: 'note', code: 'FewMetadataServers', text: `${one} ${servers} metadata servers` }];
  }
  const which = sampled === true ? 'test directories of one host' : `the directories of ${ranks} processes`;
  const text = `${which} were on ${used} of ${servers} metadata servers`;
  if (sampled === true) return [{ level: 'note', code: 'FewMetadataServers', text }];
  const level = used < MIN_SERVER_SHARE * Math.min(servers, ranks) ? 'suspect' : 'note';
  return [{ level, code: 'FewMetadataServers', text }];
}
