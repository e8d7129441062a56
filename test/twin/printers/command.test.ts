import { makeCommandPrinter } from '../../../lib/twin/printers/command';
import { readHost } from '../../../lib/workloads/command/parse';
import { command } from '../../../lib/workloads/command/workload';
import { commandSchema } from '../../../lib/workloads/command/schema';
import type { HostStatus } from '../../../lib/workloads/contract';

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
  const flow = { rate: 1, latencyUs: 1, spread: 0, intervals: { mean: 1, stddev: 0.02, min: 1, max: 1 } };
  const host = {
    host: 'client-0',
    index: 0,
    hosts: 1,
    began: 100,
    lateSeconds: 0,
    memoryBytes: 8e9,
    folder: '/data',
    barrier: true,
  };
  const printed = makeCommandPrinter(PARAMS)(
    { seconds: 90, units: flow, operations: {}, cpu: { system: 0, user: 0 } },
    host,
  );
  const status = { host: 'client-0', rc: 0, started: 100, ended: 190, facts: {} } as unknown as HostStatus;
  const files = Object.entries(printed.files).map(([name, text]) => ({ name, source: name, text }));
  const read = readHost({ host: 'client-0', command: 'measure', status, files }, PARAMS);
  expect(read.figures[0]?.values).toEqual({ rate: 510, wait: 1.02 });
  expect(read.reasons).toEqual([]);
});
