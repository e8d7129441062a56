import { findUnsupportedParts } from '../../../lib/experiment/reading/not-built';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import type { Spec } from '../../../lib/shapes/spec';
import cases from './not-built.cases.json';

const RAW = cases.raw;

function specOf(raw: Readonly<Record<string, unknown>>): Spec {
  const { spec, problems } = readSpecObject(raw);
  if (spec === undefined) throw new Error(JSON.stringify(problems));
  return spec;
}

describe('findNotBuilt', () => {
  it('names each kind once, with what is of it, in one message', () => {
    expect(findUnsupportedParts(specOf(RAW))).toEqual(cases.allParts);
  });

  it('refuses neither a database, nor a search, nor criteria per window', () => {
    const spec = specOf({
      ...RAW,
      factors: { rate: [100, 200] },
      workloads: {
        load: { kind: 'database', rate: '$rate' },
      },
      criteria: { calm: { metric: 'iops', operation: 'db', every: '1s', atLeast: 1 } },
      design: { search: { factor: 'rate' } },
    });
    expect(findUnsupportedParts(spec)).toBeUndefined();
  });

  it('says of a killed service that nothing kills it, and that nothing runs it', () => {
    const kafka = (events: readonly object[]): Spec =>
      specOf({
        ...RAW,
        fleet: { broker: { count: 1 }, worker: { count: 1, mount: 'none' } },
        workloads: { loss: { kind: 'kafka-perf', measure: '10m', events } },
      });
    const kill = { at: '1m', kill: { role: 'broker', service: 'kafka', hosts: 1 } };
    expect(findUnsupportedParts(kafka([kill]))).toEqual(cases.kill);
  });

  it('says nothing of what can be executed, such as a change during a trial', () => {
    const fio = { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '4 MiB', runtime: '60s' };
    const workloads = { fio: { ...fio, events: [{ at: '10s', change: 'large' }] } };
    const zfs = { kind: 'fsx-openzfs', deploymentType: 'SINGLE_AZ_2', storageGiB: 64 };
    const stages = { small: { throughputMBps: 160 }, large: { throughputMBps: 320 } };
    const fleet = { client: { count: 1, instanceType: 'c5n.large' } };
    const raw = { ...RAW, fleet, targets: { zfs: { ...zfs, stages } }, design: { cross: [] } };
    expect(findUnsupportedParts(specOf({ ...raw, workloads }))).toBeUndefined();
    expect(findUnsupportedParts(specOf({ ...RAW, workloads: { fio } }))).toBeUndefined();
  });
});
