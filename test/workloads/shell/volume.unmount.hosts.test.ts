/** `down.sh` of the targets that are mounted, with a fake `umount`: what it takes for done, and when it gives up. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ebs } from '../../../lib/targets/ebs/target';
import { fsxLustre } from '../../../lib/targets/fsx-lustre/target';
import { fsxOpenZfs } from '../../../lib/targets/fsx-openzfs/target';
import { MountHost, type PrepareResult } from '../../targets/mount-host';

/**
 * Fails FAKE_BUSY times; then takes the last line off the table of mounts, but where it is FAKE_STAYS times that it
 * only says so.
 */
const UMOUNT = `
echo "umount $*" >>"$FAKE/calls"
count() { local n; n=$(cat "$FAKE/$1" 2>/dev/null || echo 0); echo $((n + 1)) >"$FAKE/$1"; echo "$n"; }
if (($(count busy) < \${FAKE_BUSY:-0})); then
  [[ -n \${FAKE_SILENT:-} ]] || printf 'noise\\numount: target is busy.\\n' >&2
  exit 32
fi
(($(count stays) >= \${FAKE_STAYS:-0})) || exit 0
mapfile -t lines <"$FSXBENCH_PROC/self/mounts"
printf '%s\\n' "\${lines[@]::\${#lines[@]}-1}" >"$FSXBENCH_PROC/self/mounts"
`;
const CALL = 'umount -- <folder>/host/volumes/c1';
const LAZY = 'umount --force --lazy -- <folder>/host/volumes/c1';

let host: MountHost;
afterEach(() => host.remove());

function runDown(
  settings: Readonly<Record<string, string>> = {},
  times = 1,
  kind: keyof typeof KINDS = 'fsx-openzfs',
): PrepareResult {
  host = new MountHost().command('umount', UMOUNT).mounted(times).set(settings);
  return host.run(KINDS[kind]());
}

/** What takes the mount of each kind down. */
const KINDS = {
  ebs: () =>
    ebs.mounting.mount(
      ebs.schema.parse({ kind: 'ebs', volumeType: 'gp3', sizeGiB: 64 }),
      ebs.mounting.schema.parse({}),
      host.place('ebs'),
    ).down,
  'fsx-lustre': () =>
    fsxLustre.mounting.mount(
      fsxLustre.schema.parse({ kind: 'fsx-lustre', deploymentType: 'SCRATCH_2', storageGiB: 1200 }),
      fsxLustre.mounting.schema.parse({}),
      host.place('fsx-lustre'),
    ).down,
  'fsx-openzfs': () =>
    fsxOpenZfs.mounting.mount(
      fsxOpenZfs.schema.parse({
        kind: 'fsx-openzfs',
        deploymentType: 'SINGLE_AZ_2',
        storageGiB: 64,
        throughputMBps: 160,
      }),
      fsxOpenZfs.mounting.schema.parse({}),
      host.place('fsx-openzfs'),
    ).down,
} as const;

describe('down.sh of a mounted target', () => {
  it.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('unmounts %s with one umount call', (kind) => {
    const { code, stderr, status } = runDown({}, 1, kind);
    expect({ code, stderr, rc: status.rc }).toEqual({ code: 0, stderr: '', rc: 0 });
    expect(host.calls()).toEqual([CALL]);
  });

  it('succeeds without an umount call when the folder is not mounted', () => {
    expect(runDown({}, 0).code).toBe(0);
    expect(host.calls()).toEqual([]);
  });

  it('unmounts three mounts on the same folder', () => {
    expect(runDown({}, 3).code).toBe(0);
    expect(host.calls()).toEqual([CALL, CALL, CALL]);
  });

  it('retries a busy mount after 2 s and 4 s', () => {
    expect(runDown({ FAKE_BUSY: '2' }).code).toBe(0);
    expect(host.calls()).toEqual([CALL, 'sleep 2', CALL, 'sleep 4', CALL]);
    expect(host.text('out/raw/mount.log')).toContain('try 2: noise\numount: target is busy.');
  });

  it('waits until the kernel lists the mount no more, and fails if it remains', () => {
    expect(runDown({ FAKE_STAYS: '2' }).code).toBe(0);
    expect(host.calls()).toEqual([CALL, CALL, CALL]);
    const { code, stderr } = runDown({ FAKE_STAYS: '9' });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /volumes\/c1 cannot be unmounted: umount reported success, but the kernel still lists the mount\n$/,
    );
  });

  it('fails after five tries with the last message of umount', () => {
    const { code, stderr, status } = runDown({ FAKE_BUSY: '9' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/volumes\/c1 cannot be unmounted: umount: target is busy\.\n$/);
    expect(status.facts['problem']).toBe(stderr.trimEnd());
    expect(host.calls().filter((call) => call === CALL)).toHaveLength(5);
    expect(runDown({ FAKE_BUSY: '9', FAKE_SILENT: '1' }).stderr).toMatch(/: no answer within 60 s\n$/);
  });

  it('unmounts a busy mount with --force --lazy when its file system is deleted next', () => {
    const { code, stderr } = runDown({ FAKE_BUSY: '1', FSXBENCH_LEAVING: '1' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // At once: whoever deletes it waits for this, and pays for the copy and its rivals.
    expect(host.calls()).toEqual([CALL, LAZY]);
    expect(runDown({ FSXBENCH_LEAVING: '1' }, 3).code).toBe(0);
    expect(host.calls()).toEqual([CALL, CALL, CALL]);
    expect(runDown({ FAKE_BUSY: '9', FSXBENCH_LEAVING: '1' })).toMatchObject({ code: 1 });
    expect(host.calls()).toEqual([CALL, LAZY]);
  });

  it('deletes the stored settings of a Lustre client with its mount', () => {
    host = new MountHost().command('umount', UMOUNT).mounted(1);
    mkdirSync(join(host.root, 'lctl'));
    writeFileSync(join(host.root, 'lctl/c1'), 'osc.max_dirty_mb osc.a-*.max_dirty_mb\n');
    expect(host.run(KINDS['fsx-lustre']()).status.mount.parameters).toBeUndefined();
    expect(host.text('host/lctl/c1')).toBeUndefined();
  });
});
