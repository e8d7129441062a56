import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { CEPH_METRICS, CEPHFS_METRICS } from '../../../lib/targets/external-ceph/target';
import {
  checkTelemetry,
  telemetrySchema,
  toTelemetry,
  toMetric,
  computeLookbackSeconds,
} from '../../../lib/targets/prometheus/setting';
import cases from './setting.cases.json';

const CPU = { query: 'avg(rate(cpu[1m]))', unit: '%', limit: 100 };
const readTelemetry = (more: object) =>
  checkSchema(telemetrySchema, { prometheus: 'http://10.0.0.5:9090', metrics: { cpu: CPU }, ...more }, ['telemetry']);
const listMessages = (more: object): string[] =>
  readTelemetry(more).problems.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);
const parseTelemetry = (more: object) => {
  const found = readTelemetry(more);
  if (!('value' in found)) throw new Error(JSON.stringify(found.problems));
  return toTelemetry(found.value);
};

describe('telemetrySchema', () => {
  it('reads the queries of metrics with unit, limit and step', () => {
    expect(
      parseTelemetry({
        metrics: { hits: 'sum(hits)', cpu: CPU },
        step: '1m',
        prometheus: 'https://p.example.com/prom/',
      }),
    ).toEqual(cases.asked);
    expect(parseTelemetry({})?.stepSeconds).toBe(15);
  });

  it.each(cases.credentials)('refuses credentials in the address without repeating them: %s', (prometheus) => {
    const found = listMessages({ prometheus });
    expect(found).toEqual([
      'prometheus: the address of a Prometheus server, e.g. http://10.0.0.5:9090: without user, password, `?` ' +
        'and `#`. Keep credentials out of the spec: put the token into a secret (`telemetry.secret`)',
    ]);
    expect(found.join()).not.toContain('hunter2');
  });

  it('accepts the ARN of a secret, and refuses another value without repeating it', () => {
    const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:p-AbCdEf';
    expect(parseTelemetry({ secret })).toMatchObject({ secret });
    const [found, ...more] = listMessages({ secret: 'hunter2' });
    expect(more).toEqual([]);
    expect(found).toMatch(/^secret: needed here: the ARN of a secret that.*the token itself out of the spec/);
    expect(found).not.toContain('hunter2');
  });

  it.each(['10.0.0.5:9090', 'ftp://10.0.0.5', 'file:///etc/passwd', 'http://', 'http://a b', '-o/tmp/x', 5])(
    'refuses the address %p',
    (prometheus) => {
      expect(listMessages({ prometheus })).toEqual([expect.stringContaining('the address of a Prometheus server')]);
    },
  );

  it('refuses wrong metric names, numbers of metrics, steps, queries and limits', () => {
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`m${index}`, 'up']));
    expect(listMessages({ metrics: many })).toEqual(['metrics: at most 16 metrics']);
    expect(listMessages({ metrics: {} })).toEqual(['metrics: found none; name → query in PromQL']);
    expect(listMessages({ metrics: { Cpu: 'up' } })[0]).toContain(
      "metrics.Cpu: found 'Cpu'; a metric name has at most 33 small letters, digits and `_`, and starts with a " +
        'letter, e.g. cache_hit; results add the prefix `server_`',
    );
    expect(listMessages({ metrics: { server_cpu: 'up' } })[0]).toContain(
      "metrics.server_cpu: found 'server_cpu'; a metric name has at most 33 small letters, digits and `_`, and " +
        'starts with a letter, e.g. cache_hit; results add the prefix `server_`',
    );
    for (const step of ['1s', '10m', '7.5s'])
      expect(listMessages({ step })[0]).toContain('whole seconds from 5s to 5m');
    for (const query of ['', 'a\nb', 'a\tb', 'x'.repeat(1001), 5])
      expect(listMessages({ metrics: { cpu: { query } } })[0]).toContain('PromQL');
    expect(listMessages({ metrics: { cpu: { ...CPU, limit: 0 } } })[0]).toContain('a number above 0');
    expect(listMessages({ metrics: { cpu: { ...CPU, unit: 'percent' } } })).toHaveLength(1);
  });
});

it('uses the default metrics of the target, and requires metrics when it has none', () => {
  const { value } = readTelemetry({ metrics: undefined }) as { value: Parameters<typeof checkTelemetry>[0] };
  expect(checkTelemetry(value)).toMatchObject([{ severity: 'error', path: ['telemetry', 'metrics'] }]);
  expect(checkTelemetry(value, CEPH_METRICS)).toEqual([]);
  expect(checkTelemetry(undefined)).toEqual([]);
  expect(toTelemetry(value)).toBeNull();
  expect(toTelemetry(undefined, CEPH_METRICS)).toBeNull();
  expect(toTelemetry(value, CEPH_METRICS)?.metrics).toBe(CEPH_METRICS);
});

it('queries Ceph rates over one minute, and metadata operations of CephFS', () => {
  expect(CEPHFS_METRICS.slice(0, CEPH_METRICS.length)).toEqual(CEPH_METRICS);
  expect(CEPHFS_METRICS.map(({ reachSeconds }) => reachSeconds)).toEqual([60, 60, 60, 60, 60]);
  expect(CEPHFS_METRICS.at(-1)).toEqual(
    toMetric({
      name: 'server_metadata_ops',
      query: 'sum(rate(ceph_mds_request[1m]))',
      unit: 'ops/s',
      better: 'higher',
      words: 'metadata operations that its servers counted',
    }),
  );
});

it.each(cases.lookBacks as [string, number][])('computes the lookback of %s as %d s', (query, seconds) =>
  expect(computeLookbackSeconds(query)).toBe(seconds),
);
