import { checkSchema } from '../../lib/experiment/language/schema-problems';
import { readSpec, readSpecObject } from '../../lib/experiment/reading/read-spec';
import { makePlan } from '../../lib/experiment/plan/make-plan';
import { directory } from '../../lib/targets/directory/target';
import { readScripts } from '../../lib/aws/scripts';
import { KINDS } from '../../lib/experiment/kinds';
import type { Plan } from '../../lib/shapes/plan';

const BASE = { kind: 'directory', path: '/mnt/nfs/bench' } as const;
const read = (more: object) => checkSchema(directory.schema, { ...BASE, ...more }, ['targets', 'nfs']);

describe('settings schema of storage that fsxbench does not create', () => {
  it('returns provisioned rates, price and telemetry in base units, and leaves them out of the identity', () => {
    const found = read({
      provisioned: { iops: '3300 ops/s', bandwidth: '130 MiB/s', burst: { iops: '10k ops/s' } },
      usdPerHour: 0.07,
      telemetry: { prometheus: 'http://10.0.0.5:9090', metrics: { cache_hit: 'avg(hits)' } },
    });
    if (!('value' in found)) throw new Error(JSON.stringify(found.problems));
    const config = found.value;
    expect(directory.performance.getProvisioned(config)).toEqual({
      iops: 3300,
      bandwidth: 136_314_880,
      burst: { iops: 10_000 },
    });
    expect(directory.prices.usdPerHour?.(config)).toBe(0.07);
    expect(directory.performance.telemetry?.(config)).toMatchObject({
      prometheus: 'http://10.0.0.5:9090',
      metrics: [{ name: 'server_cache_hit', query: 'avg(hits)' }],
    });
    expect(directory.identity?.(config)).toEqual(BASE);
    expect(directory.prices.lineItems(config)).toEqual([]);
  });

  it('accepts a spec without provisioned rates, price and telemetry', () => {
    const found = read({});
    if (!('value' in found)) throw new Error(JSON.stringify(found.problems));
    expect(directory.performance.getProvisioned(found.value)).toEqual({});
    expect([directory.prices.usdPerHour?.(found.value), directory.performance.telemetry?.(found.value)]).toEqual([
      null,
      null,
    ]);
    expect(directory.check(found.value)).toEqual([]);
  });

  it('reports one message for each wrong setting in a single pass', () => {
    const { problems } = read({
      provisioned: { iops: '3300 MB/s', bandwith: '1 MB/s', burst: { iops: 'many' } },
      usdPerHour: -1,
      telemetry: { prometheus: '10.0.0.5', metrics: { 'Cache Hit': 'x' } },
    });
    expect(problems.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`)).toEqual([
      expect.stringMatching(/^provisioned\.iops: found '3300 MB\/s', which is bytes a second; operations a second are/),
      expect.stringContaining("provisioned.burst.iops: found 'many', which is not a quantity"),
      expect.stringContaining('provisioned.bandwith: unknown key `bandwith`; did you mean `bandwidth`?'),
      expect.stringContaining('usdPerHour: found -1; US dollars an hour, 0 or more'),
      expect.stringContaining("telemetry.prometheus: found '10.0.0.5'; the address of a Prometheus server"),
      expect.stringContaining(
        "telemetry.metrics.Cache Hit: found 'Cache Hit'; a metric name has at most 33 small letters, digits and " +
          '`_`, and starts with a letter, e.g. cache_hit; results add the prefix `server_`',
      ),
    ]);
  });

  it.each([
    ['$0.07', /found '\$0\.07'; US dollars an hour as a plain number, without sign or unit: write 0\.07$/],
    ['0.07 USD/h', /found '0\.07 USD\/h'; .* write 0\.07$/],
    ['US$1,200', /write 1200$/],
    ['cheap', /found 'cheap'; .* e\.g\. 0\.07$/],
  ])('suggests the plain number of US dollars when usdPerHour is %p', (usdPerHour, text) => {
    expect(read({ usdPerHour }).problems).toMatchObject([{ message: expect.stringMatching(text) as string }]);
  });

  it('refuses a burst rate that is not above its baseline, and telemetry without metrics', () => {
    const config = { ...BASE, provisioned: { iops: 5, burst: { iops: 5, bandwidth: 9 } } };
    expect(directory.check(config).map(({ code, path }) => [code, path.join('.')])).toEqual([
      ['Contradiction', 'provisioned.burst.iops'],
      ['Contradiction', 'provisioned.burst.bandwidth'],
    ]);
    const telemetry = { prometheus: 'http://p', step: 15 };
    expect(directory.check({ ...BASE, telemetry })).toEqual([
      expect.objectContaining({ severity: 'error', code: 'MissingKey', path: ['telemetry', 'metrics'] }),
    ]);
  });
});

describe('makePlan with a target that fsxbench does not create', () => {
  const text = (more: string): string => `
experiment: foreign
targets:
  nfs: { kind: directory, path: /mnt/nfs/bench${more} }
  disk: { kind: directory, path: data }
workloads: { fio: { kind: fio, rw: randread, bs: 4k, size: 4 MiB, runtime: 1s } }
`;
  const planTarget = async (more: string): Promise<Plan> => {
    const { spec, problems } = readSpec(text(more), 'foreign.yaml');
    if (spec === undefined) throw new Error(JSON.stringify(problems));
    const options = { executionId: 'e1', stack: 's', startedAt: 0, scripts: await readScripts('workloads') };
    const made = makePlan(spec, options);
    if (!made.ok) throw new Error(JSON.stringify(made.problems));
    return made.plan;
  };

  it('adds price, provisioned rates and telemetry queries without a change of cell ids or estimate', async () => {
    const plain = await planTarget('');
    const extended = await planTarget(
      ', provisioned: { iops: 3300 ops/s }, usdPerHour: 0.07, ' +
        'telemetry: { prometheus: "http://p:9", metrics: { hit: rate } }',
    );
    expect(extended.cells.map(({ cellId }) => cellId)).toEqual(plain.cells.map(({ cellId }) => cellId));
    expect(extended.cells.map(({ externalUsdPerHour, provisioned }) => [externalUsdPerHour, provisioned])).toEqual([
      [0.07, { iops: 3300 }],
      [null, {}],
    ]);
    expect(extended.telemetry).toMatchObject([
      { target: 'nfs', stage: null, prometheus: 'http://p:9', metrics: [{ name: 'server_hit', query: 'rate' }] },
    ]);
    expect(extended.metrics['server_hit']).toMatchObject({ words: 'hit of its servers', ofServers: true });
    expect(plain.telemetry).toEqual([]);
    expect([extended.estimate.usd, extended.estimate.lines]).toEqual([plain.estimate.usd, plain.estimate.lines]);
  });

  it('excludes the price of external storage from the limit maxUsd', () => {
    const spec = {
      experiment: 'dear',
      targets: { nfs: { ...BASE, usdPerHour: 100_000 } },
      workloads: { fio: { kind: 'fio', rw: 'randread', bs: '4k', size: '4 MiB', runtime: '1s' } },
      limits: { maxUsd: 1 },
    };
    expect(readSpecObject(spec, KINDS).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
