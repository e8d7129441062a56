import { compareHosts } from '../../lib/workloads/compare-hosts';
import type { HostRaw } from '../../lib/workloads/contract';
import { makeStatus } from '../results/raw-objects';

const host = (name: string, version: string, rc = 0): HostRaw => ({
  host: name,
  command: 'measure',
  status: { ...makeStatus(name), version, rc },
  files: [],
});
const compareVersions = (...hosts: readonly HostRaw[]) =>
  compareHosts(hosts, (one) => one, { 'version of x': (one) => one.status?.version, kernel: () => '6.1' });

it('reports HostsDiffer with the value of each host', () => {
  const text = 'hosts differ in version of x: a, c 1; b 2';
  const reasons = compareVersions(host('a', '1'), host('b', '2'), host('c', '1'));
  expect(reasons).toEqual([{ level: 'suspect', code: 'HostsDiffer', text }]);
});

it('reports nothing when hosts are equal or a tool failed', () => {
  expect(compareVersions(host('a', '1'), host('b', '1'))).toEqual([]);
  expect(compareVersions(host('a', '1'), host('b', '2', 1))).toEqual([]);
  expect(compareVersions({ ...host('a', '1'), status: null })).toEqual([]);
});

it('tolerates memory that differs by less than 5%, and ignores unknown values', () => {
  const compare = (...values: readonly (string | number)[]) => {
    const hosts = values.map((_, at) => host(String(at), '1'));
    const reasons = compareHosts(hosts, (one) => one, { memory: ({ host: name }) => values[Number(name)] });
    return reasons.map(({ text }) => text);
  };
  expect(compare(15.51 * 2 ** 30, 15.42 * 2 ** 30, 15.44 * 2 ** 30)).toEqual([]);
  expect(compare(16 * 2 ** 30, 32 * 2 ** 30)).toEqual(['hosts differ in memory: 0 16 GiB; 1 32 GiB']);
  expect(compare('a', '')).toEqual([]);
});
