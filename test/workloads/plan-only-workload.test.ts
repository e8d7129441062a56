import { isUnsupported, UNSUPPORTED_KINDS } from '../../lib/shapes/unsupported-features';
import { WORKLOAD_KINDS } from '../../lib/shapes/workload-kinds';
import { ensure } from '../../lib/shapes/errors';
import { joinScript } from '../../lib/workloads/shell';
import { createPlanOnlyWorkload } from '../../lib/workloads/plan-only-workload';
import { kafkaOmb } from '../../lib/workloads/kafka-omb/workload';
import { findWorkload } from '../../lib/workloads/registry';

describe('kinds that are not built', () => {
  it('are some of all kinds', () => {
    for (const kind of UNSUPPORTED_KINDS) expect(WORKLOAD_KINDS).toContain(kind);
    expect(isUnsupported('fio')).toBe(false);
    expect(isUnsupported('kafka-omb')).toBe(true);
  });

  it.each([...UNSUPPORTED_KINDS])('%s reads no result of a trial and judges nothing, by name', (kind) => {
    const workload = findWorkload(kind);
    expect(() => workload?.parse('{}')).toThrow(
      expect.objectContaining({ name: 'NotSupported', message: `results of ${kind} cannot be read yet` }) as Error,
    );
    expect(() => workload?.readHost({ host: 'client-0', command: 'measure', status: null, files: [] }, {})).toThrow(
      'cannot be read yet',
    );
    expect(() => workload?.judge({ observations: [], windows: [], series: [], reasons: [] }, [], {})).toThrow(
      'cannot be read yet',
    );
  });
});

describe('toWorkload', () => {
  const params = kafkaOmb.schema.parse({
    kind: 'kafka-omb',
    driver: 'sync',
    replicationFactor: 3,
    topics: 4,
    partitionsPerTopic: 100,
    messageSize: '32 KiB',
    producerRate: 'max',
    testDurationMinutes: 5,
  });
  const place = { copy: 'c1', copies: 1, fleet: ['client'], mounts: [], stored: null, cells: [params], files: {} };

  it('gives scripts that refuse, so that nothing is measured by a plan that is carried out all the same', () => {
    const workload = createPlanOnlyWorkload(kafkaOmb);
    const [step] = workload.script(params, {});
    expect(joinScript(ensure(step, 'a step').script)).toBe(
      '#!/usr/bin/env bash\n# The step measure of kafka-omb is not supported yet.\n# --- refuse\n' +
        "echo 'this version of fsxbench cannot execute this workload yet' >&2\nexit 78\n",
    );
    const fixtures = workload.fixtures(params, place);
    expect(fixtures.map(({ slot }) => slot)).toEqual(['tool/kafka', 'tool/omb', 'service/kafka', 'service/load']);
    for (const { up, down, key } of fixtures) {
      expect(up).toMatch(/\nexit 78\n$/);
      expect(down).toBe(up);
      expect(key).toMatch(/^[0-9a-f]{12}$/);
    }
    expect(new Set(fixtures.map(({ key }) => key)).size).toBe(4);
  });

  it('keeps what is lasting so, with a look at it that refuses', () => {
    const kafka = findWorkload('kafka-perf');
    const own = kafka?.schema.parse({ kind: 'kafka-perf' });
    const service = kafka?.fixtures(own, { ...place, fleet: ['worker', 'broker'] }).find(({ lasting }) => lasting);
    expect(service?.lasting).toEqual({ ready: service?.up, readySeconds: 600 });
  });
});
