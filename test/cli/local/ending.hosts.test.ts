import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { corrected, fullText, leftText, watchFolder, worthTelling } from '../../../lib/cli/local/ending';
import { localFolders } from '../../../lib/cli/local/folders';
import { localWorld } from '../../../lib/cli/local/local';
import { quietLog } from '../../../lib/cli/local/log';
import { layout } from '../../../lib/shapes/layout';
import type { Plan } from '../../../lib/shapes/plan';
import type { Receipt } from '../../../lib/shapes/receipt';
import { readJson } from '../../../lib/aws/bucket';
import type { Complaint } from '../../../lib/twin/checkers/facts';
import { captured } from '../captured';

const cwd = mkdtempSync(join(tmpdir(), 'fsxbench-ending-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const RECEIPT: Receipt = {
  schemaVersion: 1,
  executionId: 'e1',
  experiment: 'tiny',
  outcome: 'SUCCEEDED',
  fencedAt: '2026-01-01T00:00:00Z',
  clean: true,
  verifiedAt: '2026-01-01T00:00:00Z',
  resources: [],
  left: [],
  covered: [],
  unlisted: [],
};
const PLAN = { executionId: 'e1', experiment: 'tiny' } as Plan;
const LIVES: Complaint = { checker: 'nothing-left', code: 'Alive', text: 'process 7 lives' };
const ROWS: Complaint = { checker: 'rows-complete', code: 'RowCount', text: 'trial t0001 has 0 rows' };
const NO_RECEIPT: Complaint = { checker: 'receipt-true', code: 'NoReceipt', text: 'there is no receipt' };

describe('corrected', () => {
  const correct = async (receipt: Receipt | null, ...complaints: readonly Complaint[]) => {
    const { cli } = captured(cwd);
    const world = await localWorld(cli, quietLog(cli));
    const told = await corrected(world, PLAN, receipt, complaints);
    return { told, written: await readJson<Receipt>(world.context, layout('tiny', 'e1').receipt) };
  };

  it('writes a receipt again that its checks call false: what is left is what they say', async () => {
    const { told, written } = await correct(RECEIPT, LIVES, ROWS);
    expect(told).toMatchObject({
      clean: false,
      left: [{ kind: 'check failed', id: 'nothing-left: Alive: process 7 lives', rig: null, state: 'unknown' }],
    });
    expect(written).toEqual(told);
    rmSync(join(cwd, '.fsxbench'), { recursive: true });
  });

  it.each([
    ['that is sound', RECEIPT, []],
    ['that only its results speak against', RECEIPT, [ROWS]],
    ['that is not clean anyway', { ...RECEIPT, clean: false }, [LIVES]],
    ['that could not be written', null, [NO_RECEIPT]],
  ])('leaves one alone %s', async (_name, receipt, complaints) => {
    expect(await correct(receipt, ...complaints)).toEqual({ told: receipt, written: null });
  });
});

describe('leftText', () => {
  it('names what is left, with its kind and state, and what to do', () => {
    const left = [{ kind: 'data directory', id: '/data/x', rig: 'r1', state: 'there' }];
    expect(leftText({ ...RECEIPT, clean: false, left })).toMatch(
      /^Still left:\n {2}data directory \/data\/x \(there\)\nMend .* `fsxbench clean` in this folder; .*\n$/,
    );
  });

  it('says of kinds that could not be listed that they were not', () => {
    const unlisted = [{ kind: 'file system', why: 'AccessDenied' }];
    expect(leftText({ ...RECEIPT, clean: false, unlisted })).toMatch(
      /^Still left:\n {2}whatever there is of file system, which could not be listed \(AccessDenied\)\n/,
    );
  });

  it('says that nothing is known without a receipt', () => {
    expect(leftText(null)).toMatch(/^No receipt could be written: what is left is not known\.\nMend .*\n$/);
  });
});

describe('fullText', () => {
  it('says nothing where there is space, or no folder', () => {
    expect(fullText(localFolders(cwd))).toBe('');
    mkdirSync(join(cwd, '.fsxbench'), { recursive: true });
    expect(statfsSync(cwd).bavail).toBeGreaterThan(0);
    expect(fullText(localFolders(cwd))).toBe('');
  });

  it('leaves out what follows from a full disk, and nothing else', () => {
    const all = [LIVES, ROWS, NO_RECEIPT];
    expect(worthTelling(all, '')).toEqual(all);
    expect(worthTelling(all, 'the disk is full\n')).toEqual([LIVES]);
  });
});

describe('watchFolder', () => {
  it('tells once that its file is gone, and nothing once it was ended', async () => {
    const note = join(cwd, 'note');
    writeFileSync(note, '');
    let told = 0;
    const unwatch = watchFolder(note, () => (told += 1));
    await sleep(700);
    expect(told).toBe(0);
    rmSync(note);
    await sleep(1300);
    expect([told, existsSync(note)]).toEqual([1, false]);
    unwatch();
    const ended = watchFolder(note, () => (told += 1));
    ended();
    await sleep(700);
    expect(told).toBe(1);
  });
});
