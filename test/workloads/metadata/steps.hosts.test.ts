import { computeDuration, listFixtures, buildTrialSteps } from '../../../lib/workloads/metadata/steps';
import { type MetadataOutput, METADATA_RESULT } from '../../../lib/workloads/metadata/parse';
import type { HostRun } from '../script-hosts';
import { readOutput } from '../../../lib/workloads/tools/script-result';
import { MetadataHosts, params } from './metadata-hosts';
import cases from './steps.cases.json';

let testHosts: MetadataHosts | undefined;
afterEach(() => testHosts?.remove());

function parseOutput({ raw, stderr }: HostRun): MetadataOutput {
  const read = readOutput(METADATA_RESULT, raw.files[0]?.text ?? '');
  if ('problem' in read) throw new Error(`${read.problem} ${stderr}`);
  return read.output;
}
const countDone = (output: MetadataOutput) =>
  output.phases.map(({ operation, ranks }) => [operation, ...ranks.map((one) => one.done)]);

describe('metadata workload on real hosts', () => {
  it('computes the duration from one time per operation and the pauses', () => {
    expect(computeDuration(params())).toEqual({ total: 4 + 3 * 4 + 1, warmUp: 0, measured: 16, until: 'done' });
    expect(listFixtures(params(), { files: FILES })).toMatchObject([{ slot: 'tool/python3', roles: ['client'] }]);
  });

  it('runs each operation once per process, and leaves no files', async () => {
    testHosts = new MetadataHosts();
    const all = ['mkdir', 'create', 'stat', 'read', 'list', 'rename', 'remove', 'rmdir'];
    const [ran] = await testHosts.trial(params({ ranks: 2, operations: all }));
    if (ran === undefined) throw new Error('no host');
    expect(ran).toMatchObject({ code: 0, stderr: '', raw: { status: { rc: 0 } } });
    const { phases, requested } = parseOutput(ran);
    expect(requested).toEqual({ ranks: 2, hosts: 1, filesPerRank: 20, runtime: 1, shifted: true, ownDirectory: true });
    expect(countDone(parseOutput(ran))).toEqual([
      ['mkdir', 20, 20],
      ['create', 20, 20],
      ['stat', 20, 20],
      ['read', 20, 20],
      // Directories and files of the other process.
      ['list', 40, 40],
      ['rename', 20, 20],
      ['remove', 20, 20],
      ['rmdir', 20, 20],
    ]);
    const first = phases[0]?.start ?? 0;
    expect(phases.map(({ start }) => Math.round(start - first))).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
    expect(testHosts.left()).toEqual([]);
  });

  it('divides processes among hosts, and each works on files of another host', async () => {
    testHosts = new MetadataHosts(2);
    const requested = params({ ranks: 3, operations: ['create', 'stat', 'remove'] });
    const [one, two] = (await testHosts.trial(requested)).map(parseOutput);
    expect(one?.phases.map(({ ranks }) => ranks.map(({ rank }) => rank))).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
    ]);
    expect(two && countDone(two)).toEqual([
      ['create', 20],
      ['stat', 20],
      ['remove', 20],
    ]);
    expect(one?.phases.map(({ start }) => start)).toEqual(two?.phases.map(({ start }) => start));
    expect(testHosts.left()).toEqual([]);
  });

  it('lists entries of own directories once per host, and of a shared one in one process per host', async () => {
    testHosts = new MetadataHosts(2);
    const own = params({ ranks: 4, operations: ['create', 'list'] });
    const lists = async (requested: typeof own) =>
      (await testHosts?.trial(requested))?.map((ran) => countDone(parseOutput(ran)).find(([name]) => name === 'list'));
    // Two processes of two hosts: each lists that of one process of the other host.
    expect(await lists(own)).toEqual([
      ['list', 20, 20],
      ['list', 20, 20],
    ]);
    expect(await lists({ ...own, shiftRanks: false })).toEqual([
      ['list', 40, 40],
      ['list', 40, 40],
    ]);
    expect(await lists({ ...own, ownDirectory: false })).toEqual([
      ['list', 80, 0],
      ['list', 80, 0],
    ]);
  });

  it('works in one directory when ownDirectory is false', async () => {
    testHosts = new MetadataHosts(2);
    const requested = params({ ranks: 2, ownDirectory: false, operations: ['create', 'list', 'remove'] });
    const hosts = (await testHosts.trial(requested)).map(parseOutput);
    expect(hosts.map((host) => countDone(host))).toEqual(cases.oneDirectory);
  });

  it('creates directories on all metadata servers of Lustre, and each host reports those it used', async () => {
    testHosts = new MetadataHosts(2, 2);
    const own = await testHosts.trial(params({ operations: ['create'] }));
    const both = { metadataServers: '2', metadataTargets: '0 1' };
    expect(own.map(({ raw }) => raw.status?.facts)).toMatchObject([both, both]);
    const [first, second] = await testHosts.trial(params({ operations: ['create'], ownDirectory: false }));
    expect(first?.raw.status?.facts).toMatchObject({ metadataServers: '2', metadataTargets: '0' });
    expect(second?.raw.status?.facts).not.toHaveProperty('metadataServers');
  });

  it('stops operations when their time is over, and removes the remaining files', async () => {
    testHosts = new MetadataHosts();
    const [ran] = await testHosts.trial(params({ ranks: 1, filesPerRank: 1_000_000, operations: ['create'] }));
    if (ran === undefined) throw new Error('no host');
    const [create] = parseOutput(ran).phases;
    const [rank] = create?.ranks ?? [];
    expect(rank?.ended).toBeGreaterThanOrEqual((create?.start ?? Infinity) + 1);
    expect(rank?.done).toBeGreaterThan(100);
    expect(rank?.done).toBeLessThan(1_000_000);
    expect(testHosts.left()).toEqual([]);
  });

  it('reports a missing layout, and removes folders of earlier attempts', async () => {
    testHosts = new MetadataHosts();
    await testHosts.run('layout', params());
    // Nobody laid out the folders of this attempt.
    const [ran] = await testHosts.run('measure', params(), 't0002.a1');
    expect(ran?.code).toBe(1);
    expect(ran?.stderr).toMatch(/t0002\.a1 is missing: layout\.sh did not create it\n$/);
    const [again] = await testHosts.run('layout', params(), 't0003.a1');
    expect(again?.code).toBe(0);
    expect(testHosts.left().toSorted()).toEqual(['t0003.a1', ...[0, 1, 2, 3].map((rank) => `t0003.a1/rank-${rank}`)]);
  });
});

const FILES = new Proxy({}, { get: (_, name) => String(name), has: () => true });
it('writes every parameter into the environment of its scripts', () => {
  const [, measure] = buildTrialSteps(params({ shiftRanks: false, ownDirectory: false }), FILES);
  expect(measure?.script.head).toContain("export METADATA_RANKS='4'");
  expect(measure?.script.head).toContain("export METADATA_OPERATIONS='create stat read remove'");
  expect(measure?.script.head).toContain("export METADATA_OWN_DIRECTORY=''");
  expect(measure?.script.head).toContain("export METADATA_SHIFT=''");
});
