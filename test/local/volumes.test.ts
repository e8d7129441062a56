import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostFolder, getHostFolder } from '../../lib/local/host-folder';
import { removeVolumes, parseRigTag, getVolumeName } from '../../lib/local/volumes';
import { temporaryFolder } from '../temporary';

const RIG = 'exec-1__r1';
let base: string;
let home: string;
let data: string;
let emptied: string[];
const endIn = async (path: string): Promise<void> => void emptied.push(`${path} ${existsSync(path)}`);

beforeEach(() => {
  emptied = [];
  base = temporaryFolder('fsxbench-volumes-');
  home = join(base, 'hosts');
  data = join(base, 'data');
});

function makeHost(name: string, links: Record<string, string> = { data }): HostFolder {
  const folder = getHostFolder(home, name);
  mkdirSync(folder.volumes, { recursive: true });
  for (const [link, target] of Object.entries(links)) symlinkSync(target, join(folder.volumes, link));
  return folder;
}

function fillFolder(path: string, marker: string | null): void {
  mkdirSync(join(path, 'client-0', 'deep'), { recursive: true });
  writeFileSync(join(path, 'client-0', 'deep', 'file'), 'x');
  if (marker !== null) writeFileSync(join(path, '.fsxbench-volume'), marker);
}

function releaseHost(folder: HostFolder, rigTag = RIG, precious: string[] = []): Promise<void> {
  return removeVolumes({ home, folder, rigTag, precious, endIn });
}

it('removes a directory with the marker of the rig, without following links', async () => {
  fillFolder(data, `${RIG}\n`);
  const outside = join(base, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(data, 'client-0', 'way-out'));
  writeFileSync(join(outside, 'kept'), 'x');
  const folder = makeHost('i-1');
  await releaseHost(folder);
  expect(existsSync(data)).toBe(false);
  expect(emptied).toEqual([`${data} true`]);
  expect(readdirSync(folder.volumes)).toEqual([]);
  expect(readFileSync(join(outside, 'kept'), 'utf8')).toBe('x');
});

it('keeps a directory when the host record has no rig tag', async () => {
  fillFolder(data, RIG);
  const removal = removeVolumes({ home, folder: makeHost('i-1'), rigTag: undefined, precious: [], endIn });
  await expect(removal).rejects.toThrow('no longer knows its rig');
  expect(existsSync(join(data, 'client-0', 'deep', 'file'))).toBe(true);
});

it.each([
  ['no marker', null, RIG, 'that names rig exec-1__r1'],
  ['a host without a rig tag', RIG, '', 'no longer knows its rig'],
])('keeps a directory and throws the reason: %s', async (_, marker, rigTag, why) => {
  fillFolder(data, marker);
  const folder = makeHost('i-1');
  await expect(releaseHost(folder, rigTag)).rejects.toThrow(`${data} is not removed: `);
  await expect(releaseHost(folder, rigTag)).rejects.toThrow(why);
  expect(existsSync(join(data, 'client-0', 'deep', 'file'))).toBe(true);
  expect(readdirSync(folder.volumes)).toEqual(['data']);
});

it('keeps the directory of another rig without an error', async () => {
  fillFolder(data, 'exec-2__r1');
  const folder = makeHost('i-1');
  await releaseHost(folder);
  expect(existsSync(join(data, 'client-0', 'deep', 'file'))).toBe(true);
  expect(readdirSync(folder.volumes)).toEqual([]);
});

it('throws for a directory that contains a protected folder', async () => {
  fillFolder(base, RIG);
  const folder = makeHost('i-1', { data: base });
  await expect(releaseHost(folder, RIG, [join(base, 'bucket')])).rejects.toThrow(`it contains ${join(base, 'bucket')}`);
  fillFolder(data, RIG);
  const other = makeHost('i-2');
  await releaseHost(other, RIG, [`${data}-of-others`]);
  expect(existsSync(data)).toBe(false);
});

it('removes other directories when one cannot be removed', async () => {
  const bad = join(base, 'bad');
  fillFolder(bad, null);
  fillFolder(data, RIG);
  await expect(releaseHost(makeHost('i-1', { a: bad, data }))).rejects.toThrow(bad);
  expect(existsSync(data)).toBe(false);
});

it('keeps a shared directory until its last host ends', async () => {
  fillFolder(data, RIG);
  const [first, second] = [makeHost('i-1'), makeHost('i-2')];
  await releaseHost(first);
  expect(existsSync(join(data, 'client-0'))).toBe(true);
  await releaseHost(second);
  expect(existsSync(data)).toBe(false);
});

it('removes a shared directory when four hosts end at the same time', async () => {
  for (let round = 0; round < 20; round++) {
    fillFolder(data, RIG);
    const folders = [0, 1, 2, 3].map((number) => makeHost(`i-${round}-${number}`));
    await Promise.all(folders.map((folder) => releaseHost(folder)));
    expect(existsSync(data)).toBe(false);
  }
});

it('continues an interrupted removal', async () => {
  // Killed after the marker was removed, before the empty directory was.
  const made = join(base, getVolumeName(RIG));
  mkdirSync(made);
  await releaseHost(makeHost('i-1', { data: made }));
  expect(existsSync(made)).toBe(false);
  // Killed while the content was removed: the marker is still there.
  fillFolder(made, RIG);
  const folder = makeHost('i-2', { data: made });
  await releaseHost(folder);
  expect(existsSync(made)).toBe(false);
  expect(readdirSync(folder.volumes)).toEqual([]);
});

it('removes an empty directory of an interrupted boot, and keeps one with other files', async () => {
  const made = join(base, getVolumeName(RIG));
  mkdirSync(made);
  writeFileSync(join(made, '.fsxbench-volume.new'), RIG.slice(0, 3));
  await releaseHost(makeHost('i-2', { data: made }));
  expect(existsSync(made)).toBe(false);
  fillFolder(made, null);
  await expect(releaseHost(makeHost('i-3', { data: made }))).rejects.toThrow('is not removed');
  mkdirSync(data);
  await expect(releaseHost(makeHost('i-4'))).rejects.toThrow('is not removed');
  await expect(releaseHost(makeHost('i-5', { data: join(base, getVolumeName('')) }), '')).resolves.toBeUndefined();
});

it('parses the rig tag from a directory name, and returns null for other names', () => {
  expect(parseRigTag(getVolumeName(RIG))).toBe(RIG);
  expect(parseRigTag('data')).toBeNull();
});

it('ignores broken links, and keeps other folders of the host', async () => {
  const folder = makeHost('i-1', { gone: join(base, 'nowhere') });
  mkdirSync(join(folder.volumes, 'own'));
  await releaseHost(folder);
  expect(readdirSync(folder.volumes)).toEqual(['own']);
});
