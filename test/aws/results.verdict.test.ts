/** The verdict of a flawless trial as it reaches the bucket: nothing on the way makes it worse. */
import { readFileSync } from 'node:fs';
import { admit } from '../../lib/aws/admission';
import { analyseExecution, parseTrial } from '../../lib/aws/results';
import { readScripts } from '../../lib/aws/scripts';
import type { TrialItem } from '../../lib/shapes/documents';
import { layout } from '../../lib/shapes/layout';
import type { Observation } from '../../lib/shapes/observation';
import type { TrialRow } from '../../lib/shapes/verdict';
import { ID, makeAccount, getFirst, T0 } from './account';

const keys = layout('disks', ID);
/** The settings with which host-a.json was recorded. */
const SPEC = `
experiment: disks
question: Is it quick?
targets: { here: { kind: directory, path: data } }
fleet: { client: { count: 1 } }
workloads:
  fio: { kind: fio, rw: randread, bs: 4k, iodepth: 4, numjobs: 2, size: 16 MiB, ramp_time: 500ms, runtime: 1500ms }
design: { replicates: 1 }
decide: { metric: iops, prefer: highest }
`;
const EVENT = { executionId: ID, experiment: 'disks' };

it('reports VALID for a flawless trial from parseTrial to analyseExecution', async () => {
  const account = makeAccount();
  account.scripts = await readScripts('workloads');
  const context = account.context({ local: true });
  await admit({ executionId: ID, startedAt: new Date(T0).toISOString(), input: { spec: SPEC } }, context);
  const item = getFirst(await account.json<TrialItem[]>(keys.trials));
  const { trial, rig, steps, slots = [] } = item.trial;
  const put = (name: string, value: object): Promise<void> =>
    account.put(keys.attempt(rig, trial, 1) + name, JSON.stringify(value));
  const status = {
    host: 'client-0',
    role: 'client',
    tool: 'fio',
    version: 'fio-3.33',
    argv: ['fio'],
    kernel: '6.1',
    rc: 0,
    started: T0 / 1000,
    ended: T0 / 1000 + 2,
    startAt: null,
    mount: { source: '/dev/a', type: 'ext4', options: 'rw' },
    facts: { direct: '1', unwrittenBytes: '0' },
    slots: Object.fromEntries(slots.map(({ slot, key }) => [slot, { key, state: 'standing', stays: false }])),
  };
  await put('started.json', { trial, attempt: 1, startedAt: new Date(T0).toISOString() });
  for (const { name } of steps) await put(`client-0/${name}/status.json`, status);
  await put(
    'client-0/measure/raw/fio.json',
    JSON.parse(readFileSync('test/recorded/fio/host-a.json', 'utf8')) as object,
  );
  const ended = steps.map(({ name }) => ({ name, status: 'SUCCEEDED', failed: [] }));
  await put('ended.json', { trial, attempt: 1, endedAt: new Date(T0 + 3000).toISOString(), steps: ended });

  expect(await parseTrial({ ...EVENT, ended: null, trial: item }, context)).toEqual({ trial, verdict: 'VALID' });
  const row = await account.json<TrialRow>(keys.row(trial));
  expect(row.reasons.filter(({ level }) => level !== 'note')).toEqual([]);
  expect(row.verdict).toBe('VALID');
  const lines = (await account.text(keys.observations(trial))).trim().split('\n');
  for (const { verdict, counts } of lines.map((line) => JSON.parse(line) as Observation))
    expect([verdict, counts]).toEqual(['VALID', true]);
  const { complete, result } = await analyseExecution({ ...EVENT, ended: 'SUCCEEDED' }, context);
  expect([complete, result.trials?.valid]).toEqual([true, 1]);
});
