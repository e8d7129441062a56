/**
 * Defects that were read in the code of the program nearest to this one. Each stands here as what would happen to us
 * if we had it. That the bucket stays when its stack goes is told by the tests of stacks; that nothing is left where an
 * execution is aborted, times out or fails, by every campaign.
 */
import { RUNNING_KEY } from '../../../lib/shapes/layout';
import { rehearse } from '../../../lib/twin/rehearsal/rehearse';
import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import { fio } from '../../../lib/workloads/fio/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { listCodes, makeEndRecord, makeInput, makeHostFiles, makeStartRecord } from '../../results/raw-objects';
import { dataParams, hostRaw, readRecorded } from '../../workloads/fio/recorded-outputs';
import { EXECUTION, LUSTRE, makeOptions } from '../../twin/rehearsal/specs';

it('omits aggregate rates when hosts did not measure at the same time (NoOverlap)', () => {
  const apart = [
    makeStartRecord(1),
    makeEndRecord(1),
    ...makeHostFiles(1, 'client-0', 100),
    ...makeHostFiles(1, 'client-1', 110, 60),
  ];
  const result = judgeTrial(makeInput(apart));
  expect(result.row.verdict).toBe('INVALID');
  expect(listCodes(result)).toContain('NoOverlap');
  expect(result.observations.filter(({ scope }) => scope === 'aggregate')).toEqual([]);
});

it('keeps consecutive fio job sections separate, and reads separate from writes', () => {
  const { runs } = fio.parse(readRecorded('stonewall.json'));
  expect(runs.map(({ label }) => label)).toEqual(['first/0', 'second/1']);
  const mixed = fio.parse(readRecorded('randrw.json')).runs.flatMap(({ observations }) => observations);
  const ninetyNinth = mixed.filter(({ metric }) => metric === 'latency_p99');
  expect(ninetyNinth.map(({ operation }) => operation)).toEqual(['read', 'write']);
});

it('reports an invalid reason for a host whose fio failed', () => {
  const params = dataParams();
  for (const [text, status] of [
    [readRecorded('host-a.json'), { rc: 1 }],
    [readRecorded('error.json'), {}],
    [null, { rc: 1 }],
  ] as const) {
    const hosts = [hostRaw('client-0', text, status), hostRaw('client-1', readRecorded('host-b.json'))];
    const reading = readHosts(fio, hosts, params);
    const reasons = [...reading.reasons, ...fio.judge(reading, hosts, params)];
    expect(reasons.some(({ level, text: said }) => level === 'invalid' && said.includes('client-0'))).toBe(true);
  }
});

it('writes separate objects for each execution, except for the register of running executions', async () => {
  const written = async (executionId: string): Promise<ReadonlySet<string>> => {
    const { store, complaints, summary } = await rehearse({ ...makeOptions(LUSTRE), executionId });
    expect([complaints, summary === null]).toEqual([[], false]);
    const objects = await store.list('');
    return new Set(objects.map(({ key }) => key));
  };
  const [one, two] = [await written(EXECUTION), await written('another-1')];
  expect(one.size).toBeGreaterThan(20);
  // The register of running executions is changed by conditional writes alone.
  expect([...one].filter((key) => two.has(key))).toEqual([RUNNING_KEY]);
});

it('reports HostsDiffer when hosts used different fio versions', () => {
  const params = dataParams();
  const hosts = [
    hostRaw('client-0', readRecorded('host-a.json')),
    hostRaw('client-1', readRecorded('host-b.json'), { version: 'fio-3.38' }),
  ];
  const reasons = fio.judge(readHosts(fio, hosts, params), hosts, params);
  expect(reasons).toContainEqual(expect.objectContaining({ level: 'suspect', code: 'HostsDiffer' }));
});

it('reports UnwrittenReads when fio read bytes that were not written before', () => {
  const hosts = [hostRaw('client-0', readRecorded('host-a.json'), { facts: { unwrittenBytes: '1048576' } })];
  const params = dataParams();
  const reasons = fio.judge(readHosts(fio, hosts, params), hosts, params);
  expect(reasons).toContainEqual(expect.objectContaining({ level: 'invalid', code: 'UnwrittenReads' }));
});
