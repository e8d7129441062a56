import { kafkaPerf, paramsSchema } from '../../../lib/workloads/kafka-perf/workload';
import cases from './workload.cases.json';

const params = paramsSchema.parse({ kind: 'kafka-perf', flush: 'every-message', warmUp: '5s', measure: '20s' });

describe('kafka-perf', () => {
  it('has one partition set and no copies where nothing is said', () => {
    expect(params).toEqual(cases.parsed);
    expect(kafkaPerf.duration(params)).toEqual({ total: 35, warmUp: 5, measured: 20, until: 'time' });
  });

  it('needs Kafka alone on its hosts', () => {
    const place = { copy: 'c1', copies: 1, fleet: ['broker', 'worker'], mounts: [], stored: null, cells: [params] };
    expect(kafkaPerf.fixtures(params, place).map(({ slot, roles }) => [slot, roles.join()])).toEqual([
      ['tool/kafka', 'broker,worker'],
      ['service/kafka', 'broker'],
      ['service/load', 'worker'],
    ]);
    const [, broker] = kafkaPerf.roles(params, ['broker', 'worker']);
    expect(broker).toMatchObject({ role: 'broker', services: ['kafka'] });
  });

  it('refuses what measures nothing', () => {
    expect(kafkaPerf.check({ ...params, messageSize: 0, measure: 0.5 })).toEqual(cases.refusesMeasuresNothing);
    expect(kafkaPerf.check(params)).toEqual([]);
  });

  it('has rates by the second', () => {
    expect(kafkaPerf.listMetrics(params)[0]?.series).toEqual({
      everySeconds: 1,
      metrics: ['publish_rate', 'publish_throughput'],
    });
    expect(kafkaPerf.demand(params)['measure']?.extent).toEqual({
      until: 'time',
      warmUpSeconds: 5,
      measuredSeconds: 20,
    });
  });
});
