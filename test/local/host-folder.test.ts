import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
import { temporaryFolder } from '../temporary';

const LAUNCH = cases.launch;
const OWNER = identify(process.pid) ?? { pid: 0, start: '', boot: '' };
let home: string;

beforeEach(() => void (home = temporaryFolder('fsxbench-folders-')));

it('reads launch and owner process from the host record, and detects an owner that has ended', async () => {
  const folder = await makeHostFolder(home, LAUNCH, OWNER);
  const record = readHostRecord(folder);
  expect(record).toEqual({ launch: LAUNCH, owner: OWNER });
  expect(hasLiveOwner(record)).toBe(true);
  expect(hasLiveOwner({ ...record, owner: { ...OWNER, start: '1' } })).toBe(false);
  expect(hasLiveOwner({ ...record, owner: null })).toBe(false);
});

it('creates a complete folder once when two calls run at the same time', async () => {
  const made = await Promise.allSettled([1, 2].map(() => makeHostFolder(home, LAUNCH, OWNER)));
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(home)).toEqual(['i-1']);
});

it('lists hosts, and removes unfinished folders of dead processes', async () => {
  await makeHostFolder(home, LAUNCH, OWNER);
  mkdirSync(join(home, `.new-${process.pid}-i-2`));
  mkdirSync(join(home, '.new-999999999-i-3', 'work'), { recursive: true });
  expect(await listHostFolders(home)).toEqual(['i-1']);
  expect(readdirSync(home).sort()).toEqual([`.new-${process.pid}-i-2`, 'i-1']);
  expect(await listHostFolders(join(home, 'nowhere'))).toEqual([]);
});

it.each(cases.spoilt as [string, object][])('reads the tags of a damaged host record: %j', async (text, tags) => {
  const folder = await makeHostFolder(home, LAUNCH, OWNER);
  writeFileSync(folder.record, text);
  expect(readHostRecord(folder)).toMatchObject({ launch: { instanceId: 'i-1', tags }, owner: null });
});

it('removes a host folder without following links, also a second time', async () => {
  const folder = await makeHostFolder(home, LAUNCH, OWNER);
  const outside = temporaryFolder('fsxbench-outside-');
  symlinkSync(outside, join(folder.work, 'link'));
  await removeHostFolder(folder);
  await removeHostFolder(folder);
  expect(existsSync(folder.root)).toBe(false);
  expect(existsSync(outside)).toBe(true);
  rmSync(outside, { recursive: true });
});

it('resolves links to one path, and refuses an invalid instance id', () => {
  symlinkSync(home, `${home}-link`);
  expect(resolveLinks(`${home}-link`)).toBe(home);
  rmSync(`${home}-link`);
  expect(() => getHostFolder(home, '../x')).toThrow("'../x' is not a valid instance id");
});
