import {
  getFacts,
  METADATA_METRICS,
  getPrerequisite,
  OPERATION_NAMES,
} from '../../../lib/workloads/metadata/operations';
import { MDTEST_TOOL } from '../../../lib/workloads/mpi/mdtest/mdtest';
import { listMetrics } from '../../../lib/workloads/mpi/tool';

it('orders each operation after the one it needs, and defines a distinct metric for each', () => {
  for (const [index, name] of OPERATION_NAMES.entries()) {
    const needs = getPrerequisite(name);
    if (needs !== undefined) expect(OPERATION_NAMES.indexOf(needs)).toBeLessThan(index);
  }
  expect(new Set(OPERATION_NAMES.map((name) => getFacts(name).metric)).size).toBe(OPERATION_NAMES.length);
});

it('defines the metrics shared with mdtest as mdtest does', () => {
  const both = Object.entries(listMetrics(MDTEST_TOOL)).filter(([name]) => METADATA_METRICS[name] !== undefined);
  expect(both.map(([name]) => name)).toEqual(
    expect.arrayContaining(['file_create', 'file_stat', 'file_read', 'file_remove']),
  );
  for (const [name, metric] of both) expect([name, METADATA_METRICS[name]]).toEqual([name, metric]);
});
