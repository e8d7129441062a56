import { makeCommandPrinter } from '../../../lib/twin/printers/command';
import { readHost } from '../../../lib/workloads/command/parse';
import { command } from '../../../lib/workloads/command/workload';
import { commandSchema } from '../../../lib/workloads/command/schema';
import type { HostStatus } from '../../../lib/workloads/contract';
import { makeFlow, makePerformance, makeSimulatedHost } from './performances';

const PARAMS = commandSchema.parse({
  kind: 'command',
  script: 'true',
  runtime: 90,
  metrics: { rate: { unit: 'ops/s', better: 'higher', modelled: 500 }, wait: { unit: 's', better: 'lower' } },
});

it('models a command as one operation per second for the runtime of the spec', () => {
  expect(command.demand(PARAMS)).toMatchObject({
    measure: { pace: { loop: 'open', rate: 1 }, extent: { until: 'time', measuredSeconds: 90 } },
  });
});

it('prints each metric with its modelled value from the spec, or 1 by default, plus noise', () => {
  const performance = makePerformance(90, { units: makeFlow(1, 1, 0.02) });
  const printed = makeCommandPrinter(PARAMS)(performance, makeSimulatedHost({ began: 100 }));
  const status = { host: 'client-0', rc: 0, started: 100, ended: 190, facts: {} } as unknown as HostStatus;
  const files = Object.entries(printed.files).map(([name, text]) => ({ name, source: name, text }));
  const read = readHost({ host: 'client-0', command: 'measure', status, files }, PARAMS);
  expect(read.figures[0]?.values).toEqual({ rate: 510, wait: 1.02 });
  expect(read.reasons).toEqual([]);
});
