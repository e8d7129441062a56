/** Whether directories were on all metadata servers of a Lustre: each directory is served by one of them. */
import type { Reason } from '../../shapes/verdict';
import type { HostRaw } from '../contract';

/** Directories fall on servers by turns of each host: a few that are missed are chance, more are not. */
const MIN_SERVER_SHARE = 0.75;

/** In how many directories processes work. */
export interface Layout {
  readonly ranks: number;
  readonly ownDirectory: boolean;
  /** Hosts could only look at directories that they made to see it, not at those of the tool. */
  readonly sampled?: true;
}

/**
 * `FewMetadataServers`: SUSPECT where processes have directories of their own, and servers have none of them; a note
 * where fewer directories were asked for than there are servers, or only a sample was looked at. By the facts that
 * workloads/shell/lustre.sh leaves; none where no host says them.
 */
export function judgeServers(hosts: readonly HostRaw[], { ranks, ownDirectory, sampled }: Layout): readonly Reason[] {
  const words = (name: string): readonly number[] =>
    hosts.flatMap(({ status }) => (status?.facts[name] ?? '').match(/\d+/g) ?? []).map(Number);
  const servers = Math.max(0, ...words('metadataServers'));
  const used = new Set(words('metadataTargets')).size;
  if (servers < 2 || used === 0 || used >= servers) return [];
  if (!ownDirectory) {
    const one = 'all processes worked in one directory (`ownDirectory: false`), which one of';
    return [{ level: 'note', code: 'FewMetadataServers', text: `${one} ${servers} metadata servers has` }];
  }
  const which = sampled === true ? 'directories that one host made to see it' : `the directories of ${ranks} processes`;
  const text = `${which} were on ${used} of ${servers} metadata servers`;
  if (sampled === true) return [{ level: 'note', code: 'FewMetadataServers', text }];
  const level = used < MIN_SERVER_SHARE * Math.min(servers, ranks) ? 'suspect' : 'note';
  return [{ level, code: 'FewMetadataServers', text }];
}
