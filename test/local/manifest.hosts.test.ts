import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layout } from '../../lib/shapes/layout';
import { TAG_KEYS } from '../../lib/shapes/tags';
import { type ManifestEntry, Manifest, noteProcess } from '../../lib/local/manifest';
import { identify } from '../../lib/local/processes';
import { VOLUME_MARKER, getVolumeName } from '../../lib/local/volumes';
import { temporaryFolder } from '../temporary';

const TAGS = { [TAG_KEYS.experiment]: 'tiny', [TAG_KEYS.execution]: 'e1', [TAG_KEYS.rig]: 'r1' };
let base: string;
let file: string;

beforeEach(() => {
  base = temporaryFolder('fsxbench-made-');
  file = join(base, layout('tiny', 'e1').root, 'made.jsonl');
});

const folder = (id: string): ManifestEntry => ({ kind: 'host folder', id, rig: 'r1' });

describe('Manifest', () => {
  it('lists a resource once, as there while it exists and as gone afterwards', () => {
    const notes = new Manifest(base);
    const id = join(base, 'host');
    mkdirSync(id);
    notes.note(TAGS, folder(id));
    notes.note(TAGS, folder(id));
    expect(readFileSync(file, 'utf8')).toBe(`\n${JSON.stringify(folder(id))}\n`);
    expect(notes.list('tiny', 'e1')).toEqual([{ kind: 'host folder', id, rig: 'r1', state: 'there' }]);
    rmSync(id, { recursive: true });
    expect(notes.list('tiny', 'e1')).toEqual([{ kind: 'host folder', id, rig: 'r1', state: 'gone' }]);
    expect(notes.list('tiny', 'e2')).toEqual([]);
  });

  it('reports a data directory as gone when its marker file is missing', () => {
    const notes = new Manifest(base);
    const id = join(base, 'data');
    mkdirSync(id);
    writeFileSync(join(id, VOLUME_MARKER), 'e1__r1\n');
    notes.note(TAGS, { kind: 'data directory', id, rig: 'r1' });
    expect(notes.list('tiny', 'e1')).toMatchObject([{ state: 'there' }]);
    rmSync(join(id, VOLUME_MARKER));
    expect(notes.list('tiny', 'e1')).toMatchObject([{ state: 'gone' }]);
  });

  it('reports a parent directory as gone when it contains only data of other executions', () => {
    const notes = new Manifest(base);
    const id = join(base, 'above');
    mkdirSync(join(id, getVolumeName('e0__r1')), { recursive: true });
    notes.note(TAGS, { kind: 'parent directory', id, rig: 'e1__r1' });
    expect(notes.list('tiny', 'e1')).toMatchObject([{ state: 'gone' }]);
    for (const own of [getVolumeName('e1__r1'), '.fsxbench-new-i-1']) {
      mkdirSync(join(id, own));
      expect(notes.list('tiny', 'e1')).toMatchObject([{ state: 'there' }]);
      rmSync(join(id, own), { recursive: true });
    }
    rmSync(join(id, getVolumeName('e0__r1')), { recursive: true });
    writeFileSync(join(id, '.fsxbench-made'), '');
    expect(notes.list('tiny', 'e1')).toMatchObject([{ state: 'there' }]);
  });

  it('is read by a later process, and kept in memory when its file is deleted', () => {
    const notes = new Manifest(base);
    notes.note(TAGS, folder('/gone/one'));
    expect(new Manifest(base).list('tiny', 'e1').map(({ id }) => id)).toEqual(['/gone/one']);
    rmSync(base, { recursive: true });
    expect(notes.list('tiny', 'e1').map(({ id }) => id)).toEqual(['/gone/one']);
    expect(new Manifest(base).list('tiny', 'e1')).toEqual([]);
  });

  it('keeps entries in memory when its file cannot be written', () => {
    // A file in the place of the folder: as good as a full disk, also for root.
    writeFileSync(join(base, 'executions'), '');
    const notes = new Manifest(base);
    notes.note(TAGS, folder('/gone/one'));
    expect(notes.list('tiny', 'e1')).toMatchObject([{ id: '/gone/one' }]);
  });

  it('skips truncated and invalid lines', () => {
    const notes = new Manifest(base);
    notes.note(TAGS, folder('/gone/one'));
    const other = [
      '{"kind":"host fol',
      '7',
      'null',
      '{"kind":"bucket","id":"b","rig":null}',
      '{"kind":"host folder","id":7}',
    ];
    appendFileSync(file, `${other.join('\n')}\n${JSON.stringify(folder('/gone/two'))}\n{"kind":"pro`);
    expect(new Manifest(base).list('tiny', 'e1').map(({ id }) => id)).toEqual(['/gone/one', '/gone/two']);
  });

  it('starts a new line after a truncated one', () => {
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, `${JSON.stringify(folder('/gone/one'))}\n{"kind":"host fol`);
    new Manifest(base).note(TAGS, folder('/gone/two'));
    expect(new Manifest(base).list('tiny', 'e1').map(({ id }) => id)).toEqual(['/gone/one', '/gone/two']);
  });

  it('ignores resources without an execution tag', () => {
    const notes = new Manifest(base);
    notes.note({ [TAG_KEYS.rig]: 'r1' }, folder('/gone/one'));
    expect(notes.list('tiny', 'e1')).toEqual([]);
  });
});

describe('noteProcess', () => {
  it('lists a process as there while it lives, and as gone when its pid belongs to another process', async () => {
    const notes = new Manifest(base);
    const child = spawn('sleep', ['20']);
    const pid = child.pid ?? 0;
    const identity = identify(pid);
    noteProcess((made) => notes.note(TAGS, { ...made, rig: 'r1' }), { identity });
    noteProcess((made) => notes.note(TAGS, { ...made, rig: 'r1' }), { identity: null });
    const earlier = { pid, start: '1', boot: identity?.boot ?? '' };
    notes.note(TAGS, { kind: 'process', id: String(pid), rig: 'r1', identity: earlier });
    expect(new Manifest(base).list('tiny', 'e1').map(({ state }) => state)).toEqual(['there', 'gone']);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(notes.list('tiny', 'e1').map(({ state }) => state)).toEqual(['gone', 'gone']);
  });
});
