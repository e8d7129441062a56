import { ensure } from '../../../lib/shapes/errors';
import { computeDuration, listFixtures, buildTrialSteps } from '../../../lib/workloads/metadata/steps';
import { type MetadataOutput, METADATA_RESULT } from '../../../lib/workloads/metadata/parse';
import type { HostRun } from '../script-hosts';
import { readOutput } from '../../../lib/workloads/tools/script-result';
import { MetadataHosts, params } from './metadata-hosts';

let testHosts: MetadataHosts;
afterEach(() => testHosts?.remove());

function parseOutput(ran: HostRun | undefined): MetadataOutput {
  const { raw, stderr } = ensure(ran, 'a host');
  const read = readOutput(METADATA_RESULT, raw.files.find(({ name }) => name === 'raw/metadata.json')?.text ?? '');
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
    expect(ran).toMatchObject({ code: 0, stderr: '', status: { rc: 0 } });
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
    expect(one?.phases.map(({ ranks }) => ranks.map(({ rank }) => rank))).toEqual(Array(3).fill([0, 2]));
    expect(two && countDone(two)).toEqual([
      ['create', 20],
      ['stat', 20],
      ['remove', 20],
    ]);
    expect(one?.phases.map(({ start }) => start)).toEqual(two?.phases.map(({ start }) => start));
    expect(testHosts.left()).toEqual([]);
  });

  it('lists own directories once per host, a shared one in one process per host, and both by server', async () => {
    testHosts = new MetadataHosts(2, 2);
    const own = params({ ranks: 4, operations: ['create', 'list', 'remove'] });
    const runTrial = async (requested: typeof own) => {
      const hosts = await testHosts.trial(requested);
      return {
        lists: hosts.map((ran) => countDone(parseOutput(ran)).find(([name]) => name === 'list')),
        facts: hosts.map(({ status }) => status?.facts),
      };
    };
    const list = (...done: readonly number[]) => Array.from({ length: 2 }, () => ['list', ...done]);
    // Two processes of two hosts: each lists that of one process of the other host.
    const shifted = await runTrial(own);
    expect(shifted.lists).toEqual(list(20, 20));
    const both = { metadataServers: '2', metadataTargets: '0 1' };
    expect(shifted.facts).toMatchObject([both, both]);
    expect((await runTrial({ ...own, shiftRanks: false })).lists).toEqual(list(40, 40));
    // All processes work in one directory, of which the first host reports the server.
    const shared = await runTrial({ ...own, ownDirectory: false });
    expect(shared.lists).toEqual(list(80, 0));
    expect(shared.facts[0]).toMatchObject({ metadataServers: '2', metadataTargets: '0' });
    expect(shared.facts[1]).not.toHaveProperty('metadataServers');
    expect(testHosts.left()).toEqual([]);
  });

  it('stops operations when their time is over, and removes the remaining files', async () => {
    testHosts = new MetadataHosts();
    const [ran] = await testHosts.trial(params({ ranks: 1, filesPerRank: 1_000_000, operations: ['create'] }));
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
