import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HostFolder, getHostFolder } from '../../lib/local/host-folder';
import { removeVolumes, parseRigTag, getVolumeName } from '../../lib/local/volumes';

const RIG = 'exec-1__r1';
let base: string;
let home: string;
let data: string;
let emptied: string[];
const endIn = async (path: string): Promise<void> => void emptied.push(`${path} ${existsSync(path)}`);

beforeEach(() => {
  emptied = [];
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fsxbench-volumes-')));
  home = join(base, 'hosts');
  data = join(base, 'data');
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

function host(name: string, links: Record<string, string> = { data }): HostFolder {
  const folder = getHostFolder(home, name);
  mkdirSync(folder.volumes, { recursive: true });
  for (const [link, target] of Object.entries(links)) symlinkSync(target, join(folder.volumes, link));
  return folder;
}

function fill(path: string, marker: string | null): void {
  mkdirSync(join(path, 'client-0', 'deep'), { recursive: true });
  writeFileSync(join(path, 'client-0', 'deep', 'file'), 'x');
  if (marker !== null) writeFileSync(join(path, '.fsxbench-volume'), marker);
}

function release(folder: HostFolder, rigTag = RIG, precious: string[] = []): Promise<void> {
  return removeVolumes({ home, folder, rigTag, precious, endIn });
}

it('removes a directory with the marker of the rig, without following links', async () => {
  fill(data, `${RIG}\n`);
  const outside = join(base, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(data, 'client-0', 'way-out'));
  writeFileSync(join(outside, 'kept'), 'x');
  const folder = host('i-1');
  await release(folder);
  expect(existsSync(data)).toBe(false);
  expect(emptied).toEqual([`${data} true`]);
  expect(readdirSync(folder.volumes)).toEqual([]);
  expect(readFileSync(join(outside, 'kept'), 'utf8')).toBe('x');
});

it('keeps a directory when the host record has no rig tag', async () => {
  fill(data, RIG);
  const removal = removeVolumes({ home, folder: host('i-1'), rigTag: undefined, precious: [], endIn });
  await expect(removal).rejects.toThrow('no longer knows its rig');
  expect(existsSync(join(data, 'client-0', 'deep', 'file'))).toBe(true);
});

it.each([
  ['no marker', null, RIG, 'that names rig exec-1__r1'],
  ['a host without a rig tag', RIG, '', 'no longer knows its rig'],
])('keeps a directory and throws the reason: %s', async (_, marker, rigTag, why) => {
  fill(data, marker);
  const folder = host('i-1');
  await expect(release(folder, rigTag)).rejects.toThrow(`${data} is not removed: `);
  await expect(release(folder, rigTag)).rejects.toThrow(why);
  expect(existsSync(join(data, 'client-0', 'deep', 'file'))).toBe(true);
  expect(readdirSync(folder.volumes)).toEqual(['data']);
});

it('keeps the directory of another rig without an error', async () => {
  fill(data, 'exec-2__r1');
  const folder = host('i-1');
  await release(folder);
  expect(existsSync(join(data, 'client-0', 'deep', 'file'))).toBe(true);
  expect(readdirSync(folder.volumes)).toEqual([]);
});

it('throws for a directory that contains a protected folder', async () => {
  fill(base, RIG);
  const folder = host('i-1', { data: base });
  await expect(release(folder, RIG, [join(base, 'bucket')])).rejects.toThrow(`it contains ${join(base, 'bucket')}`);
  fill(data, RIG);
  const other = host('i-2');
  await release(other, RIG, [`${data}-of-others`]);
  expect(existsSync(data)).toBe(false);
});

it('removes other directories when one cannot be removed', async () => {
  const bad = join(base, 'bad');
  fill(bad, null);
  fill(data, RIG);
  await expect(release(host('i-1', { a: bad, data }))).rejects.toThrow(bad);
  expect(existsSync(data)).toBe(false);
});

it('keeps a shared directory until its last host ends', async () => {
  fill(data, RIG);
  const [first, second] = [host('i-1'), host('i-2')];
  await release(first);
  expect(existsSync(join(data, 'client-0'))).toBe(true);
  await release(second);
  expect(existsSync(data)).toBe(false);
});

it('removes a shared directory when four hosts end at the same time', async () => {
  for (let round = 0; round < 20; round++) {
    fill(data, RIG);
    const folders = [0, 1, 2, 3].map((number) => host(`i-${round}-${number}`));
    await Promise.all(folders.map((folder) => release(folder)));
    expect(existsSync(data)).toBe(false);
  }
});

it('continues an interrupted removal', async () => {
  // Killed after the marker was removed, before the empty directory was.
  const made = join(base, getVolumeName(RIG));
  mkdirSync(made);
  await release(host('i-1', { data: made }));
  expect(existsSync(made)).toBe(false);
  // Killed while the content was removed: the marker is still there.
  fill(made, RIG);
  const folder = host('i-2', { data: made });
  await release(folder);
  expect(existsSync(made)).toBe(false);
  expect(readdirSync(folder.volumes)).toEqual([]);
});

it('removes an empty directory of an interrupted boot, and keeps one with other files', async () => {
  const made = join(base, getVolumeName(RIG));
  mkdirSync(made);
  writeFileSync(join(made, '.fsxbench-volume.new'), RIG.slice(0, 3));
  await release(host('i-2', { data: made }));
  expect(existsSync(made)).toBe(false);
  fill(made, null);
  await expect(release(host('i-3', { data: made }))).rejects.toThrow('is not removed');
  mkdirSync(data);
  await expect(release(host('i-4'))).rejects.toThrow('is not removed');
  await expect(release(host('i-5', { data: join(base, getVolumeName('')) }), '')).resolves.toBeUndefined();
});

it('parses the rig tag from a directory name, and returns null for other names', () => {
  expect(parseRigTag(getVolumeName(RIG))).toBe(RIG);
  expect(parseRigTag('data')).toBeNull();
});

it('ignores broken links, and keeps other folders of the host', async () => {
  const folder = host('i-1', { gone: join(base, 'nowhere') });
  mkdirSync(join(folder.volumes, 'own'));
  await release(folder);
  expect(readdirSync(folder.volumes)).toEqual(['own']);
});
