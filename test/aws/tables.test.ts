import { gunzipSync } from 'node:zlib';
import { analyseExecution } from '../../lib/aws/results';
import { PackedLines } from '../../lib/aws/tables';
import type { Summary } from '../../lib/results/summary';
import type { CellRow } from '../../lib/results/tables/cell-rows';
import { layout, getObservationsKey } from '../../lib/shapes/layout';
import type { Observation } from '../../lib/shapes/observation';
import { execution } from '../results/fixture';
import { storeFinishedExecution, type TestAccount } from './account';

describe('PackedLines', () => {
  const line = (index: number): string => `{"trial":"t${index}","value":${index / 7},"metric":"latency_mean"}\n`;
  const many = Array.from({ length: 200 }, (_, batch) =>
    Array.from({ length: 1000 }, (__, index) => line(1000 * batch + index)).join(''),
  );

  it('packs lines into one gzip file with several members', () => {
    const lines = new PackedLines();
    for (const text of many) lines.add(text);
    const bytes = lines.bytes();
    const magic = Buffer.from([0x1f, 0x8b, 0x08]);
    let members = 0;
    for (let at = bytes.indexOf(magic); at !== -1; at = bytes.indexOf(magic, at + 1)) members += 1;
    expect(members).toBeGreaterThan(1);
    expect(gunzipSync(bytes).toString('utf8')).toBe(many.join(''));
    expect(bytes.length).toBeLessThan(many.join('').length / 4);
  });

  it('returns identical bytes for identical lines, and a valid gzip file for none', () => {
    const packed = (): Buffer => {
      const lines = new PackedLines();
      lines.add(line(1));
      lines.add(line(2));
      return lines.bytes();
    };
    expect(packed()).toEqual(packed());
    expect(gunzipSync(new PackedLines().bytes())).toHaveLength(0);
  });
});

describe('result tables of an execution', () => {
  const whole = execution();
  const { experiment, executionId } = whole.plan;
  const its = layout(experiment, executionId);
  const event = { executionId, experiment, ended: 'SUCCEEDED' };
  const lines = async <T>(account: TestAccount, key: string): Promise<T[]> =>
    gunzipSync(await account.bytes(key))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);

  const file = `${experiment}.${executionId}.jsonl.gz`;
  const readObservations = (account: TestAccount, simulated: 0 | 1): Promise<Observation[]> =>
    lines(account, `observations/v1/sim=${simulated}/day=2026-03-02/${file}`);
  const readCells = (account: TestAccount, simulated: 0 | 1): Promise<CellRow[]> =>
    lines(account, `cells/v1/sim=${simulated}/month=2026-03/${file}`);

  it('writes observations and cells by day and month of the start, to the same keys in each analysis', async () => {
    const account = await storeFinishedExecution(whole, ['t0002']);
    const analyse = async (): Promise<Set<unknown>> => {
      await analyseExecution(event, account.context({ local: true }));
      return new Set(account.inputs('PutObject').map(({ Key }) => Key));
    };
    const keys = await analyse();
    const observed = whole.observations.filter(({ trial }) => trial !== 't0002');
    expect(await readObservations(account, 0)).toEqual(observed);
    const cells = await readCells(account, 0);
    const { cells: summarized } = await account.json<Summary>(its.summary);
    const measured = summarized.flatMap(({ cellId, measures }) =>
      measures.map(({ metric, statistics }) => [cellId, metric, statistics?.n]),
    );
    expect(cells.map(({ cell, metric, n }) => [cell, metric, n])).toEqual(measured);
    expect(cells.map(({ not_run }) => not_run).filter((count) => count > 0)).not.toEqual([]);
    // Now with the missing trial.
    await account.put(its.row('t0002'), JSON.stringify(whole.rows.find(({ trial }) => trial === 't0002')));
    expect(await analyse()).toEqual(keys);
    expect(await lines(account, getObservationsKey(whole.plan))).toEqual(whole.observations);
  });

  it('writes results of rehearsals to partitions with sim=1', async () => {
    const modelled = execution({ simulated: true });
    const account = await storeFinishedExecution({ ...modelled, plan: { ...modelled.plan, simulated: true } });
    await analyseExecution(event, account.context({ local: true }));
    for (const rows of [await readObservations(account, 1), await readCells(account, 1)])
      expect(rows[0]).toMatchObject({ simulated: true });
  });
});
