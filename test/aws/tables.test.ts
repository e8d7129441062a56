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

  it('writes observations and cells to partitions by day and month of the start', async () => {
    const account = await storeFinishedExecution(whole, ['t0002']);
    await analyseExecution(event, account.context({ local: true }));
    const file = `${experiment}.${executionId}.jsonl.gz`;
    const observed = await lines<Observation>(account, `observations/v1/sim=0/day=2026-03-02/${file}`);
    expect(observed).toEqual(whole.observations.filter(({ trial }) => trial !== 't0002'));
    const cells = await lines<CellRow>(account, `cells/v1/sim=0/month=2026-03/${file}`);
    const summary = await account.json<Summary>(its.summary);
    expect(cells.map(({ cell, metric, n }) => [cell, metric, n])).toEqual(
      summary.cells.flatMap(({ cellId, measures }) =>
        measures.map(({ metric, statistics }) => [cellId, metric, statistics?.n]),
      ),
    );
    expect(cells.map(({ not_run }) => not_run).filter((count) => count > 0)).not.toEqual([]);
  });

  it('writes to the same keys when it analyses again, now with the missing trial', async () => {
    const account = await storeFinishedExecution(whole, ['t0002']);
    const keysBefore = async () => {
      await analyseExecution(event, account.context({ local: true }));
      return account.inputs('PutObject').map(({ Key }) => Key);
    };
    const once = await keysBefore();
    const [row] = whole.rows.filter(({ trial }) => trial === 't0002');
    await account.put(its.row('t0002'), JSON.stringify(row));
    const twice = await keysBefore();
    expect(new Set(twice)).toEqual(new Set(once));
    expect(await lines(account, getObservationsKey(whole.plan))).toEqual(whole.observations);
  });

  it('writes results of rehearsals to partitions with sim=1', async () => {
    const modelled = execution({ simulated: true });
    const account = await storeFinishedExecution({ ...modelled, plan: { ...modelled.plan, simulated: true } });
    await analyseExecution(event, account.context({ local: true }));
    const file = `${experiment}.${executionId}.jsonl.gz`;
    expect((await lines<Observation>(account, `observations/v1/sim=1/day=2026-03-02/${file}`))[0]?.simulated).toBe(
      true,
    );
    expect((await lines<CellRow>(account, `cells/v1/sim=1/month=2026-03/${file}`))[0]?.simulated).toBe(true);
  });
});
