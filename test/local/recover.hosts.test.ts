import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalFolders, getLocalFolders } from '../../lib/local/working-folder';
import { noteRunning, recoverAll, formatRecovery, isRecovered, watchFolder } from '../../lib/local/recover';
import type { Receipt } from '../../lib/shapes/receipt';
import { ServiceError } from '../../lib/twin/cloud/service';
import { EXECUTION, json, KEYS, SMALL, type Stage, stage, type StageOptions, stopAfter } from '../machines/stage';
import { until } from '../process-state';
import { readMachineText } from '../../lib/machine-files/source';
import { temporaryFolder } from '../temporary';

const load = (machine: string): string => readMachineText(process.cwd(), machine);

let folders: LocalFolders;
beforeEach(() => {
  folders = getLocalFolders(temporaryFolder('fsxbench-recover-'));
  mkdirSync(folders.running, { recursive: true });
});

/** Notes that a process conducts an execution which is no more: its number was given to nobody. */
function noteDeadProcess(executionId: string): void {
  const dead = { pid: 2 ** 22 + 1, start: '1', boot: 'of another day' };
  writeFileSync(join(folders.running, `${executionId}.json`), JSON.stringify(dead));
}

function listNotes(): string[] {
  return readdirSync(folders.running);
}

/** An execution that lost its process while it measured: machines stopped, nobody told, hosts alive. */
async function killExecution(options: StageOptions = {}): Promise<Stage> {
  const on = stage(load, { deafRule: true, ...options });
  await on.deployment.start('experiment', EXECUTION, { spec: SMALL });
  while (!on.calls.some(({ action }) => action === 'SendCommand')) await on.clock.sleep(500);
  for (const { arn, status } of on.deployment.account.sfn.executions())
    if (status === 'RUNNING') await stopAfter(on, 0, arn);
  await on.deployment.settled();
  // So long ago that nobody else takes it up: the guardian that the event rule starts would be there by now.
  await on.clock.sleep(20 * 60_000);
  noteDeadProcess(EXECUTION);
  expect(on.hosts.alive.size).toBe(1);
  return on;
}

function countJanitors(on: Stage): number {
  return on.deployment.account.sfn.executions().filter(({ machineArn }) => machineArn.endsWith('-janitor')).length;
}

describe('recoverAll', () => {
  it('returns an empty list when no execution was interrupted', async () => {
    const on = stage(load);
    expect(await recoverAll(on.deployment, folders)).toEqual([]);
    expect(on.calls.filter(({ action }) => action === 'StartExecution')).toEqual([]);
  });

  it('removes resources of a killed execution, writes rows and receipt, and deletes its note', async () => {
    const on = await killExecution();
    const [found, ...others] = await recoverAll(on.deployment, folders);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      executionId: EXECUTION,
      experiment: 'play',
      receipt: { clean: true, remaining: [] },
    });
    expect(on.hosts.alive.size).toBe(0);
    expect(await json(on, KEYS.row('t0001'))).toMatchObject({ trial: 't0001' });
    expect(await json(on, KEYS.summary)).toMatchObject({ executionId: EXECUTION });
    expect(listNotes()).toEqual([]);
  });

  it('finds a killed execution by resource tags when its note is missing', async () => {
    const on = await killExecution();
    rmSync(join(folders.running, `${EXECUTION}.json`));
    const found = await recoverAll(on.deployment, folders);
    expect(found.map(({ executionId, receipt }) => [executionId, receipt?.clean])).toEqual([[EXECUTION, true]]);
    expect(on.hosts.alive.size).toBe(0);
  });

  it('keeps the note when the receipt cannot be written, and reports the execution as unrecovered', async () => {
    const on = await killExecution({
      fault: ({ action, input }) =>
        action === 'PutObject' && String((input as { Key: string }).Key).endsWith('/receipt.json')
          ? new ServiceError('AccessDenied', 'no permission', 403)
          : undefined,
    });
    const [found] = await recoverAll(on.deployment, folders);
    expect(found).toMatchObject({ experiment: 'play', receipt: null, hadHosts: true });
    expect(isRecovered(found!)).toBe(false);
    expect(listNotes()).toEqual([`${EXECUTION}.json`]);
  });

  it('deletes the note of an execution without other traces', async () => {
    const on = stage(load);
    noteDeadProcess('early');
    const early = { executionId: 'early', experiment: null, receipt: null, hadHosts: false };
    expect(await recoverAll(on.deployment, folders)).toEqual([early]);
    expect(listNotes()).toEqual([]);
  });

  it('ignores an execution whose process is alive', async () => {
    const on = stage(load);
    await noteRunning(folders, 'mine');
    expect(await recoverAll(on.deployment, folders)).toEqual([]);
    expect([countJanitors(on), listNotes()]).toEqual([0, ['mine.json']]);
  });

  it('keeps the note when resources could not be deleted, and deletes them in the next call', async () => {
    let refuses = true;
    const on = await killExecution({
      fault: ({ action }) =>
        refuses && action === 'TerminateInstances' ? new ServiceError('UnauthorizedOperation', 'no', 403) : undefined,
    });
    const began = on.clock.now();
    const [found] = await recoverAll(on.deployment, folders);
    // Five teardowns of 20 s each and a little between them: the two minutes that docs/commands.md promises.
    expect(on.clock.now() - began).toBeGreaterThan(20_000);
    expect(on.clock.now() - began).toBeLessThanOrEqual(120_000);
    expect(found?.receipt?.clean).toBe(false);
    expect(listNotes()).toEqual([`${EXECUTION}.json`]);
    expect(on.hosts.alive.size).toBe(1);
    refuses = false;
    const [again] = await recoverAll(on.deployment, folders);
    expect(again?.receipt?.clean).toBe(true);
    expect(listNotes()).toEqual([]);
    expect(on.hosts.alive.size).toBe(0);
  });
});

describe('formatRecovery', () => {
  const thing = { kind: 'ec2:instance', id: 'i-1', rig: 'r1', state: 'running' };
  const receipt = (clean: boolean): Receipt => ({
    schemaVersion: 1,
    experiment: 'disks',
    executionId: 'e1',
    clean,
    outcome: 'UNKNOWN',
    fencedAt: '2026-03-02T09:00:00.000Z',
    verifiedAt: '2026-03-02T09:01:00.000Z',
    resources: [thing, { ...thing, id: 'i-2' }],
    remaining: clean ? [] : [thing],
    covered: ['ec2:instance'],
    unlisted: [],
  });

  const unverified = 'cleanup NOT VERIFIED: its cleanup receipt is missing, so resources may be left';
  const untraced = 'no plan, host or receipt found; it ended before admission, or its files were deleted';

  it.each([
    [receipt(true), 'disks', true, true, 'disks e1: removed 2 resources of a killed execution; cleanup verified'],
    [receipt(false), 'disks', true, false, 'disks e1: STILL LEFT: ec2:instance i-1'],
    [null, 'disks', true, false, `disks e1: ${unverified}`],
    [null, 'disks', false, false, `disks e1: ${unverified}`],
    [null, null, true, false, `an execution e1: ${unverified}`],
    [null, null, false, true, `an execution e1: ${untraced}`],
  ])('reports verified cleanup, leftovers or missing proof (case %#)', (its, experiment, hadHosts, recovered, text) => {
    const one = { executionId: 'e1', experiment, receipt: its, hadHosts };
    expect(formatRecovery(one)).toBe(text);
    expect(isRecovered(one)).toBe(recovered);
  });
});

describe('watchFolder', () => {
  it('calls back once when its file is deleted, and never after it was ended', async () => {
    const cwd = temporaryFolder('fsxbench-watch-');
    const note = join(cwd, 'note');
    writeFileSync(note, '');
    let told = 0;
    const unwatch = watchFolder(note, () => (told += 1));
    await sleep(700);
    expect(told).toBe(0);
    rmSync(note);
    await until(() => told > 0);
    await sleep(700);
    expect([told, existsSync(note)]).toEqual([1, false]);
    unwatch();
    const ended = watchFolder(note, () => (told += 1));
    ended();
    await sleep(700);
    expect(told).toBe(1);
  });
});
