import { judgeServers, type DirectoryLayout } from '../../../lib/workloads/tools/metadata-servers';
import { hostRaw } from '../mpi/mpi-hosts';

const SPREAD: DirectoryLayout = { ranks: 64, ownDirectory: true };
/** What is said of hosts whose directories are on these servers. */
function said(targets: readonly string[], spread = SPREAD, metadataServers = '8') {
  const hosts = targets.map((metadataTargets, index) =>
    hostRaw('x', `client-${index}`, null, { facts: { metadataServers, metadataTargets } }),
  );
  return judgeServers(hosts, spread).map(({ level, code, text }) => `${level} ${code}: ${text}`);
}

describe('metadata servers of a Lustre', () => {
  it('all have directories: nothing is said, of several hosts together', () => {
    expect(said(['0 1 2 3 4 5 6 7'])).toEqual([]);
    expect(said(['0 1 2 3', '4 5 6 7'])).toEqual([]);
    expect(said(['0'], SPREAD, '1')).toEqual([]);
    // No Lustre, or a host that could not ask.
    expect(said([''])).toEqual([]);
    expect(judgeServers([hostRaw('x', 'client-0', null, null)], SPREAD)).toEqual([]);
  });

  it('are paid for and have none: suspect, a few of them by chance a note', () => {
    const text = 'FewMetadataServers: the directories of 64 processes were on';
    expect(said(['0'])).toEqual([`suspect ${text} 1 of 8 metadata servers`]);
    expect(said(['0 1 2', '2 3 4'])).toEqual([`suspect ${text} 5 of 8 metadata servers`]);
    expect(said(['0 1 2 3', '3 4 5'])).toEqual([`note ${text} 6 of 8 metadata servers`]);
  });

  it('are told of a sample of directories by a note', () => {
    expect(said(['0'], { ...SPREAD, sampled: true })).toEqual([
      'note FewMetadataServers: test directories of one host were on 1 of 8 metadata servers',
    ]);
  });

  it('are more than the directories that were asked for: a note', () => {
    expect(said(['0 1'], { ranks: 2, ownDirectory: true })).toEqual([
      'note FewMetadataServers: the directories of 2 processes were on 2 of 8 metadata servers',
    ]);
    expect(said(['3'], { ranks: 64, ownDirectory: false })).toEqual([
      'note FewMetadataServers: all processes worked in one directory (`ownDirectory: false`), served by one of ' +
        '8 metadata servers',
    ]);
  });
});
