import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  resolveLinks,
  getHostFolder,
  hasLiveOwner,
  listHostFolders,
  makeHostFolder,
  readHostRecord,
  removeHostFolder,
} from '../../lib/local/host-folder';
import { identify } from '../../lib/local/processes';
import cases from './host-folder.cases.json';

const LAUNCH = cases.launch;
const OWNER = identify(process.pid) ?? { pid: 0, start: '', boot: '' };
let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fsxbench-folders-')));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

it('gives back what was launched, and by whom', async () => {
  const folder = await makeHostFolder(home, LAUNCH, OWNER);
  const record = readHostRecord(folder);
  expect(record).toEqual({ launch: LAUNCH, owner: OWNER });
  expect(hasLiveOwner(record)).toBe(true);
  expect(hasLiveOwner({ ...record, owner: { ...OWNER, start: '1' } })).toBe(false);
  expect(hasLiveOwner({ ...record, owner: null })).toBe(false);
});

it('appears complete, once', async () => {
  const made = await Promise.allSettled([1, 2].map(() => makeHostFolder(home, LAUNCH, OWNER)));
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(home)).toEqual(['i-1']);
});

it('lists hosts, and clears away what a dead process never finished', async () => {
  await makeHostFolder(home, LAUNCH, OWNER);
  mkdirSync(join(home, `.new-${process.pid}-i-2`));
  mkdirSync(join(home, '.new-999999999-i-3', 'work'), { recursive: true });
  expect(await listHostFolders(home)).toEqual(['i-1']);
  expect(readdirSync(home).sort()).toEqual([`.new-${process.pid}-i-2`, 'i-1']);
  expect(await listHostFolders(join(home, 'nowhere'))).toEqual([]);
});

it.each(cases.spoilt as [string, object][])('reads what it can of %j', async (text, tags) => {
  const folder = await makeHostFolder(home, LAUNCH, OWNER);
  writeFileSync(folder.record, text);
  expect(readHostRecord(folder)).toMatchObject({ launch: { instanceId: 'i-1', tags }, owner: null });
});

it('is removed with all that is in it, and again without complaint', async () => {
  const folder = await makeHostFolder(home, LAUNCH, OWNER);
  const outside = mkdtempSync(join(tmpdir(), 'fsxbench-outside-'));
  symlinkSync(outside, join(folder.work, 'link'));
  await removeHostFolder(folder);
  await removeHostFolder(folder);
  expect(existsSync(folder.root)).toBe(false);
  expect(existsSync(outside)).toBe(true);
  rmSync(outside, { recursive: true });
});

it('has one name, whatever way leads to it', () => {
  symlinkSync(home, `${home}-link`);
  expect(resolveLinks(`${home}-link`)).toBe(home);
  rmSync(`${home}-link`);
  expect(() => getHostFolder(home, '../x')).toThrow("'../x' is not a valid instance id");
});
