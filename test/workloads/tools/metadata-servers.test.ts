import { judgeServers, type DirectoryLayout } from '../../../lib/workloads/tools/metadata-servers';
import { hostRaw } from '../mpi/mpi-hosts';

const SPREAD: DirectoryLayout = { ranks: 64, ownDirectory: true };
/** What is said of hosts whose directories are on these servers. */
function listReasons(targets: readonly string[], spread = SPREAD, metadataServers = '8') {
  const hosts = targets.map((metadataTargets, index) =>
    hostRaw('x', `client-${index}`, null, { facts: { metadataServers, metadataTargets } }),
  );
  return judgeServers(hosts, spread).map(({ level, code, text }) => `${level} ${code}: ${text}`);
}

describe('judgeServers', () => {
  it('returns no reason when directories are on all metadata servers, or no server is known', () => {
    expect(listReasons(['0 1 2 3 4 5 6 7'])).toEqual([]);
    expect(listReasons(['0 1 2 3', '4 5 6 7'])).toEqual([]);
    expect(listReasons(['0'], SPREAD, '1')).toEqual([]);
    // No Lustre, or a host that could not ask.
    expect(listReasons([''])).toEqual([]);
    expect(judgeServers([hostRaw('x', 'client-0', null, null)], SPREAD)).toEqual([]);
  });

  it('returns FewMetadataServers as suspect, or as a note when chance explains it', () => {
    const text = 'FewMetadataServers: the directories of 64 processes were on';
    expect(listReasons(['0'])).toEqual([`suspect ${text} 1 of 8 metadata servers`]);
    expect(listReasons(['0 1 2', '2 3 4'])).toEqual([`suspect ${text} 5 of 8 metadata servers`]);
    expect(listReasons(['0 1 2 3', '3 4 5'])).toEqual([`note ${text} 6 of 8 metadata servers`]);
  });

  it('returns a note when only a sample of directories was checked', () => {
    expect(listReasons(['0'], { ...SPREAD, sampled: true })).toEqual([
      'note FewMetadataServers: test directories of one host were on 1 of 8 metadata servers',
    ]);
  });

  it('returns a note when there are fewer directories than metadata servers', () => {
    expect(listReasons(['0 1'], { ranks: 2, ownDirectory: true })).toEqual([
      'note FewMetadataServers: the directories of 2 processes were on 2 of 8 metadata servers',
    ]);
    expect(listReasons(['3'], { ranks: 64, ownDirectory: false })).toEqual([
      'note FewMetadataServers: all processes worked in one directory (`ownDirectory: false`), served by one of ' +
        '8 metadata servers',
    ]);
  });
});
