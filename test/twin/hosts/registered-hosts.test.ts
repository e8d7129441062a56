import { makeExternalHosts, ExternalHosts } from '../../../lib/twin/hosts/registered-hosts';

const SPEC = `
experiment: x
targets: { disk: { kind: directory, path: /mnt/bench } }
fleet: { client: { count: 2, managed: { tag: { a: b } } } }
workloads: { fio: { kind: fio, rw: read, bs: 4k, iodepth: 1, size: 64 MiB } }
`;

describe('ExternalHosts', () => {
  it('provides as many managed hosts as the spec requires, with hybrid and EC2 ids', () => {
    const found = makeExternalHosts(SPEC).views();
    expect(found.map(({ instanceId, tags, online }) => [instanceId.split('-')[0], tags, online])).toEqual([
      ['mi', { a: 'b' }, true],
      ['i', { a: 'b' }, true],
    ]);
    expect(makeExternalHosts('experiment: x').hosts).toEqual([]);
    expect(makeExternalHosts(undefined).hosts).toEqual([]);
  });

  it('lists the last execution on a host as leftover until it leaves the host or its end time passes', () => {
    const hosts = new ExternalHosts([{ id: 'mi-1', tags: {} }]);
    expect(hosts.arrive('mi-1', { executionId: 'e1', until: 100 })).toBe(false);
    expect(hosts.arrive('mi-1', { executionId: 'e2', until: 200 })).toBe(true);
    expect(hosts.listLeftovers(199)).toEqual([{ id: 'mi-1', executionId: 'e2', until: 200 }]);
    expect(hosts.listLeftovers(200)).toEqual([]);
    hosts.leave('mi-1');
    expect(hosts.listLeftovers(0)).toEqual([]);
  });

  it('notifies watchers when a host goes offline and when it is online again', () => {
    const hosts = new ExternalHosts([{ id: 'mi-1', tags: {} }]);
    const seen: string[] = [];
    hosts.watch((id, change) => seen.push(`${id} ${change}`));
    hosts.silence('mi-1', true);
    expect(hosts.views()[0]?.online).toBe(false);
    hosts.silence('mi-1', false);
    expect([seen, hosts.views()[0]?.online]).toEqual([['mi-1 silent', 'mi-1 online'], true]);
  });
});
