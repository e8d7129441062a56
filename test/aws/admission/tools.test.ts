import { readFileSync } from 'node:fs';
import { admit } from '../../../lib/aws/admission';
import { formatMissing, type ToolPlan, listNeededTools, requireTools } from '../../../lib/aws/admission/tools';
import { BUNDLES, formatPointer } from '../../../lib/shapes/tool-bundles';
import { buildPriceBook } from '../../../lib/pricing/aws';
import { ID, makeAccount } from '../account';
import { makePlanningAccount, STARTED } from '../admissions';
import { expectRefusal } from '../answers';
import cases from './tools.cases.json';

const SHA = 'a'.repeat(64);
const POINTER = formatPointer({
  sha256: SHA,
  version: '4.0.0',
  archive: `tools/ior/${SHA}.tar.gz`,
  bytes: 5,
  added: '2026-11-23T20:00:00.000Z',
});

/** A plan in which hosts of `client` run mdtest and those of `other` run fio. */
const plan = (roles: Readonly<Record<string, object>>, slot = 'tool/ior'): ToolPlan =>
  ({
    spec: { workloads: { storm: { kind: 'mdtest' }, small: { kind: 'fio' } } },
    cells: [
      { cellId: 'c', workload: 'storm' },
      { cellId: 'd', workload: 'small' },
    ],
    rigs: [{ rig: 'r1', roles: Object.entries(roles).map(([role, one]) => ({ role, ...one })) }],
    trials: [
      { rig: 'r1', cell: 'c', slots: [{ slot, roles: ['client', 'second'] }] },
      { rig: 'r1', cell: 'c', slots: [{ slot, roles: ['client', 'second'] }] },
      { rig: 'r1', cell: 'd', slots: [{ slot: 'tool/fio', roles: ['other'] }] },
    ],
  }) as unknown as ToolPlan;

const C5N = { instanceType: 'c5n.large' };

/** A plan of a broker with one configuration per version of Kafka. */
const makeKafkaPlan = (...versions: readonly string[]): ToolPlan =>
  ({
    spec: { workloads: { load: { kind: 'kafka' } } },
    cells: versions.map((version) => ({ cellId: version, workload: 'load', params: { version } })),
    rigs: [{ rig: 'r1', roles: [{ role: 'broker', ...C5N }] }],
    trials: versions.map((cell) => ({ rig: 'r1', cell, slots: [{ slot: 'tool/kafka', roles: ['broker'] }] })),
  }) as unknown as ToolPlan;

describe('listNeededTools', () => {
  it.each(cases.systems as [Record<string, object>, string[][]][])(
    'returns one bundle per operating system and architecture of the hosts: %j',
    (roles, systems) => {
      expect(listNeededTools(plan(roles)).map(({ system, roles: of }) => [system, of.join()])).toEqual(systems);
    },
  );

  it('returns an empty list when the workload requires no tool bundle', () => {
    expect(listNeededTools(plan({ client: C5N }, 'tool/mpi'))).toEqual([]);
  });
});

describe('requireTools for hosts that need a tool bundle', () => {
  const KEY = 'tools/ior/amzn-2023-x86_64.txt';
  const missing = (system: string, os: string, role: string): string =>
    `the results bucket has no tool bundle 'ior' (mdtest and IOR) for ${system}, which hosts of ${role} need. To get ` +
    `one, ${BUNDLES.ior.get}. Then: npx fsxbench tools add ARCHIVE --name ior --version VERSION ` +
    `--os ${os} --arch x86_64`;

  it('names `fsxbench tools fetch` for a bundle that needs no build', () => {
    const tool = { bundle: 'kafka', system: 'debian-12-x86_64', roles: ['worker', 'broker'] } as const;
    expect(formatMissing(tool, '/x', ' --local')).toBe(
      "/x has no tool bundle 'kafka' (Apache Kafka) for debian-12-x86_64, which hosts of worker, broker need. " +
        'Run: npx fsxbench tools fetch kafka --local',
    );
  });

  it.each([
    ['has only another version', '4.4.0', '4.4.0'],
    ['names another version than its key', '3.9.1', '4.4.0'],
  ])('refuses Kafka 3.9.1 with the command that fetches it when a pointer %s', async (_, folder, version) => {
    const account = makeAccount();
    const archive = `tools/kafka/${SHA}.tar.gz`;
    const text = formatPointer({ sha256: SHA, version, archive, bytes: 5, added: '2026-11-30T07:00:00Z' });
    await account.put(`tools/kafka/${folder}/amzn-2023-x86_64.txt`, text);
    await expectRefusal(requireTools(makeKafkaPlan('3.9.1'), account.context()), 'ToolMissing', {
      message:
        "the results bucket has no tool bundle 'kafka' (Apache Kafka 3.9.1) for amzn-2023-x86_64, which hosts of " +
        'broker need. Run: npx fsxbench tools fetch kafka --version 3.9.1\nNothing was created.',
    });
  });

  it('passes when the bucket has each version of Kafka that a workload sets', async () => {
    const account = makeAccount();
    const both = makeKafkaPlan('4.4.0', '3.9.1');
    for (const version of ['4.4.0', '3.9.1']) {
      await expectRefusal(requireTools(both, account.context()), 'ToolMissing');
      const archive = `tools/kafka/${SHA}.tar.gz`;
      const text = formatPointer({ sha256: SHA, version, archive, bytes: 5, added: '2026-11-30T07:00:00Z' });
      await account.put(`tools/kafka/${version}/amzn-2023-x86_64.txt`, text);
    }
    await requireTools(both, account.context());
  });

  it('refuses with ToolMissing and lists each system whose bundle is missing in the results bucket', async () => {
    const account = makeAccount();
    const both = plan({ client: C5N, second: { ...C5N, image: 'rhel-9' } });
    await expectRefusal(requireTools(both, account.context()), 'ToolMissing', {
      message:
        `${missing('amzn-2023-x86_64', 'amzn-2023', 'client')}\n${missing('rhel-9-x86_64', 'rhel-9', 'second')}\n` +
        'Nothing was created.',
    });
    await account.put(KEY, POINTER);
    await expect(requireTools(both, account.context())).rejects.toMatchObject({
      message: `${missing('rhel-9-x86_64', 'rhel-9', 'second')}\nNothing was created.`,
    });
  });

  it.each(['', 'archive ../../etc\n', POINTER.replace('ior', 'omb')])(
    'refuses an invalid pointer to the bundle as if the bundle were missing: %j',
    async (text) => {
      const account = makeAccount();
      await account.put(KEY, text);
      await expect(requireTools(plan({ client: C5N }), account.context())).rejects.toThrow(
        missing('amzn-2023-x86_64', 'amzn-2023', 'client'),
      );
    },
  );

  it('passes when the bundle exists, no role needs one, or the run is local, and throws SlowDown of S3', async () => {
    const account = makeAccount();
    await requireTools(plan({ client: C5N }), account.context({ local: true }));
    await requireTools(plan({ other: C5N }), account.context());
    expect(account.called()).toEqual([]);
    await account.put(KEY, POINTER);
    await requireTools(plan({ client: C5N }), account.context());
    expect(account.inputs('GetObject')).toEqual([expect.objectContaining({ Key: KEY })]);
    account.refuse('GetObject', 'SlowDown');
    await expectRefusal(requireTools(plan({ client: C5N }), account.context()), 'SlowDown');
  });

  it('makes admit fail with ToolMissing before writing to S3, and pass once the bundle exists', async () => {
    const account = await makePlanningAccount();
    const input = { spec: readFileSync('experiments/lustre-scalable-small.yaml', 'utf8') };
    const event = { executionId: ID, startedAt: STARTED, input };
    const context = { ...account.context({ local: false }), prices: buildPriceBook('us-east-1') };
    await expectRefusal(admit(event, context), 'ToolMissing');
    expect(account.inputs('PutObject')).toEqual([]);
    await account.put(KEY, POINTER);
    expect(await admit(event, context)).toMatchObject({ executionId: ID });
  });
});
