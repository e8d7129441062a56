/** Tool bundles of executions on this machine, looked for before anything starts. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { machine } from 'node:os';
import { dirname, join } from 'node:path';
import type { ToolPlan } from '../../lib/aws/admission/tools';
import { requireTools, openToolFolder } from '../../lib/local/tools';
import { BUNDLES, formatPointer } from '../../lib/shapes/tool-bundles';
import { temporaryFolder } from '../temporary';

let cwd = '';
beforeEach(() => void (cwd = temporaryFolder('fsxbench-local-tools-')));

const plan = (kind: string): ToolPlan =>
  ({
    spec: { workloads: { load: { kind } } },
    cells: [{ cellId: 'c', workload: 'load' }],
    rigs: [{ rig: 'r1', roles: [{ role: 'client', instanceType: 'local' }] }],
    trials: [{ rig: 'r1', cell: 'c', slots: [{ slot: 'tool/ior', roles: ['client'] }] }],
  }) as unknown as ToolPlan;

const SHA = 'a'.repeat(64);

/** Puts a pointer there for the system that a release tells. */
function putPointer(system: string): void {
  const file = join(cwd, '.fsxbench', 'bucket', 'tools', 'ior', `${system}-${machine()}.txt`);
  mkdirSync(dirname(file), { recursive: true });
  const added = '2026-11-23T20:00:00.000Z';
  const archive = `tools/ior/${SHA}.tar.gz`;
  writeFileSync(file, formatPointer({ sha256: SHA, version: '4.0.0', archive, bytes: 5, added }));
}

const requireOn = (kind: string, release: string): Promise<void> => {
  const file = join(cwd, 'os-release');
  writeFileSync(file, release);
  return requireTools(plan(kind), cwd, file);
};

it('throws ToolMissing with the command that adds the bundle', async () => {
  await expect(requireOn('mdtest', 'ID=debian\nVERSION_ID="12"\n')).rejects.toMatchObject({
    name: 'ToolMissing',
    exitCode: 2,
    message:
      `${join(cwd, '.fsxbench', 'bucket')} has no tool bundle 'ior' (mdtest and IOR) for debian-12-${machine()}, ` +
      `which hosts of client need. To get one, ${BUNDLES.ior.get}. Then: npx fsxbench tools add ARCHIVE --name ior ` +
      `--version VERSION --os debian-12 --arch ${machine()} --local\nNothing was started.`,
  });
});

it.each([
  ['ID=debian\nVERSION_ID="12"\n', 'debian-12'],
  ['NAME="x"\nID="rhel"\nID_LIKE="fedora"\nVERSION_ID="9.4"\n', 'rhel-9'],
  ["ID='ubuntu'\nVERSION_ID='24.04'", 'ubuntu-24.04'],
])('accepts the bundle for the system in os-release: %j', async (release, system) => {
  await expect(requireOn('mdtest', release)).rejects.toThrow('has no tool bundle');
  putPointer(system);
  await requireOn('mdtest', release);
});

it('requires no bundle for a workload without one', async () => {
  await expect(requireOn('fio', 'ID=debian\n')).resolves.toBeUndefined();
});

it('treats a symbolic link to itself as a missing object', async () => {
  mkdirSync(join(cwd, 'tools/ior'), { recursive: true });
  symlinkSync('linux-x64.txt', join(cwd, 'tools/ior/linux-x64.txt'));
  const store = openToolFolder(cwd);
  expect(await store.read('tools/ior/linux-x64.txt')).toBeNull();
  expect(await store.list('tools/')).toEqual([]);
});
