/** Directories of a Lustre with metadata servers, by an `lfs` that knows on which of them it put each. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../temporary';
import { addCommand, fakeLfs } from '../commands';
import { runPieces } from './pieces';

let root = '';
beforeEach(() => {
  root = temporaryFolder('fsxbench-lustre-');
  mkdirSync(join(root, 'data'));
});

function listFacts(command: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const print = 'for name in "${!STATUS_FACTS[@]}"; do printf "%s: %s\\n" "$name" "${STATUS_FACTS[$name]}"; done';
  const all = { DATA: join(root, 'data'), ...env };
  const { status, stdout, stderr } = runPieces(
    ['clock', 'host', 'remove', 'status', 'lustre'],
    `${command}; ${print}`,
    all,
  );
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim().split('\n').filter(Boolean).sort();
}
const WOULD = 'spread_directories "$DATA"; directories_would "$DATA" 100';
const readCalls = (): readonly string[] => readFileSync(join(root, 'lfs/calls'), 'utf8').trim().split('\n');

describe('lustre.sh', () => {
  it('spreads directories over all metadata servers, and records their indexes with test directories', () => {
    expect(listFacts(WOULD, fakeLfs(root, 3))).toEqual(['metadataServers: 3', 'metadataTargets: 0 1 2']);
    expect(readdirSync(join(root, 'data'))).toEqual([]);
    expect(readCalls()).toContain(
      `setdirstripe -D -c 1 -i -1 --max-inherit=-1 --max-inherit-rr=-1 ${join(root, 'data')}`,
    );
    // Four a server tell enough.
    expect(readCalls().at(-1)?.split(' ')).toHaveLength(2 + 12);
  });

  it('records that directories are not spread when lfs setdirstripe fails', () => {
    expect(listFacts(WOULD, fakeLfs(root, 3, true))).toEqual([
      'directories: not spread over metadata servers: lfs setdirstripe: error: Operation not supported',
      'metadataServers: 3',
      'metadataTargets: 0',
    ]);
  });

  it('records that directories are not spread when its time limit has passed', () => {
    expect(listFacts('METADATA_SERVERS=3 LUSTRE_UNTIL=0; spread_directories "$DATA"', fakeLfs(root, 3))).toEqual([
      'directories: not spread over metadata servers: there was no time for it',
    ]);
  });

  it('runs lfs in the process group of the script', () => {
    listFacts('ps -o pgid= $$ >"$LFS_HOME/groups"; ' + WOULD, fakeLfs(root, 3));
    const groups = readFileSync(join(root, 'lfs/groups'), 'utf8').trim().split(/\s+/);
    expect([groups.length, new Set(groups).size]).toEqual([4, 1]);
  });

  it('omits metadataTargets when lfs getdirstripe hangs', () => {
    expect(listFacts(WOULD, { ...fakeLfs(root, 3), LFS_HANGS: 'getdirstripe' })).toEqual(['metadataServers: 3']);
    expect(readdirSync(join(root, 'data'))).toEqual([]);
  });

  it.each([
    [0, [3]],
    [4, [1, 2]],
    [6, []],
  ])('limits lfs calls to 3 s each and 6 s in total: after %i s, each to one of %j s', (over, allowed) => {
    const env = fakeLfs(root, 3);
    addCommand(join(root, 'lfs'), 'timeout', 'echo "$3 $4" >>"$LFS_HOME/limits"\nshift 3\nexec "$@"');
    writeFileSync(join(root, 'lfs/limits'), '');
    listFacts(`METADATA_SERVERS=3; SECONDS=0; lustre_begin; SECONDS=${over}; ${WOULD}`, env);
    const limits = readFileSync(join(root, 'lfs/limits'), 'utf8').match(/\d+(?= lfs)/g) ?? [];
    expect(limits.length > 0).toBe(allowed.length > 0);
    expect(allowed).toEqual(expect.arrayContaining(limits.map(Number)));
  });

  it('leaves its test directories when rm hangs', () => {
    const env = fakeLfs(root, 3);
    addCommand(join(root, 'lfs'), 'rm', 'exec sleep 3600');
    expect(listFacts(WOULD, env)).toEqual(['metadataServers: 3', 'metadataTargets: 0 1 2']);
    expect(readdirSync(join(root, 'data'))).toEqual(['try']);
  });

  it('does nothing without Lustre, without lfs, or with one metadata server', () => {
    expect(listFacts(WOULD)).toEqual([]);
    for (const servers of [0, 1]) {
      expect(listFacts(WOULD, fakeLfs(root, servers))).toEqual([]);
      expect(readCalls().join(' ')).not.toContain('setdirstripe');
    }
    expect(listFacts('directories_of "$DATA"', fakeLfs(root, 0))).toEqual([]);
  });
});
