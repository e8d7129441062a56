import { makePlan } from '../../../../lib/experiment/plan/make-plan';
import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import type { Workload, ScriptFiles } from '../../../../lib/workloads/contract';
import { FAKE, FAKE_PRICE, HOST_SCRIPTS, load, rawSpec } from '../../fake-kinds';
import type { RigDocument } from '../../../../lib/shapes/documents';
import { ensure } from '../../../../lib/shapes/errors';
import { lustreSpec, makeFio, persistent, planShipped, planSound, readHostScripts, readShipped } from '../../real-spec';
import { ScriptStore } from '../../../../lib/experiment/plan/commands';
import { renderBootScript } from '../../../../lib/experiment/plan/rig/rigs';
import { buildTiming } from '../../../../lib/experiment/plan/timing';
import { IMAGE_NAMES, IMAGES, type ImageName } from '../../../../lib/shapes/images';
import { layout } from '../../../../lib/shapes/layout';

const CLOUD = { targets: { far: { kind: 'cloud' } }, fleet: { client: { count: 2, instanceType: 'c5n.large' } } };
const price = { service: 'ec2', dimension: 'c5n.large.linux.ondemand', region: 'here', unit: 'instance-hour' };

function planSpec(changes: Record<string, unknown>, workload: Workload = load) {
  const kinds = { ...FAKE, workloadOf: () => workload };
  const { spec } = readSpecObject(rawSpec(changes), kinds);
  if (spec === undefined) throw new Error('no spec');
  const planned = makePlan(spec, {
    executionId: 'e1',
    stack: 's',
    startedAt: 0,
    bucket: 'results',
    scripts: HOST_SCRIPTS,
    prices: {
      region: 'here',
      prices: [
        { ...price, service: 'ebs', dimension: 'gp3.storage', usd: 0, source: 'test' },
        { ...price, usd: 0.1, source: 'test' },
        { ...FAKE_PRICE, region: 'here' },
      ],
    },
    kinds,
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
  return planned;
}

describe('hosts of a rig', () => {
  it('boots on EC2 with expiry, bucket and wrapper, and locally with the boot code of the target only', () => {
    const { plan, scripts } = planSpec(CLOUD);
    const userData = plan.rigs[0]?.roles[0]?.userData ?? '';
    expect(userData).toMatch(/^#!\/usr\/bin\/env bash\nexport FSXBENCH_EXPIRES_AT=/);
    expect(userData).toContain(`export FSXBENCH_EXPIRES_AT='${plan.expiresAt}'`);
    expect(userData).toContain("export FSXBENCH_BUCKET='results'");
    const [, key = '', sha = ''] =
      /FSXBENCH_WRAPPER_KEY='(.*)'\nexport FSXBENCH_WRAPPER_SHA256='(.*)'/.exec(userData) ?? [];
    expect(key).toBe(`executions/demo/e1/scripts/${sha}.sh`);
    expect(scripts[sha]).toMatch(
      /^# attempts\n# --- output.sh\n# output\n# --- bucket.sh\n# bucket\n# --- run-script.sh\n# wrapper\n$/m,
    );
    const own =
      "boot_target() {\ntrue\n}\n(\n#!/bin/bash\nexport FSXBENCH_COPY='c1'\n# boot e1__r1\nboot_target\n) || exit\n";
    expect(userData.endsWith(own)).toBe(true);
    expect(planSpec({}).plan.rigs[0]?.roles[0]?.userData).toBe(own);
  });

  it('defines each boot function once for 40 directories, within the 16 KiB of EC2 user data', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `t${index}`);
    const targets = Object.fromEntries(names.map((name) => [name, { kind: 'directory', path: `/mnt/disk/${name}` }]));
    const workloads = { fio: { kind: 'fio', rw: 'read', bs: '1m', size: '16 MiB', runtime: '1s' } };
    const spec = { experiment: 'many', question: 'Which?', targets, workloads, design: { replicates: 1 } };
    const { plan } = await planSound(spec);
    expect(plan.rigs).toHaveLength(1);
    const userData = plan.rigs[0]?.roles[0]?.userData ?? '';
    expect(userData.match(/^remove_tree\(\)/gm)).toHaveLength(1);
    expect(userData.match(/^export FSXBENCH_TARGET_PATH=/gm)).toHaveLength(40);
    expect(Buffer.byteLength(userData)).toBeLessThan(16_384);
  });

  it('prepares all roles with mounts by one script, also with different mount options', () => {
    const fleet = { client: { count: 1, instanceType: 'c5n.large' }, watcher: { count: 1, instanceType: 'c5n.large' } };
    const names = (changes: object) =>
      planSpec({ ...CLOUD, fleet: { ...fleet, ...changes } }).plan.rigs[0]?.copies[0]?.prepare.map(
        ({ name, roles }) => [name, roles],
      );
    expect(names({})?.[0]).toEqual(['c1-fixtures', ['client', 'watcher']]);
    const other = { watcher: { count: 1, instanceType: 'c5n.large', mount: { nconnect: 4 } } };
    expect(names(other)?.[0]).toEqual(['c1-fixtures', ['client', 'watcher']]);
    const none = { watcher: { count: 1, instanceType: 'c5n.large', mount: 'none' } };
    expect(names(none)).toEqual([['c1-fixtures', ['client']]]);
  });
});

describe('scripts of a plan', () => {
  it('lists scripts in the order in which hosts run them: wrapper, preparation, measurement', () => {
    const stages = { slow: { throughputMBps: 1000 }, fast: { throughputMBps: 2000 } };
    const { scripts } = planSpec({ ...CLOUD, targets: { far: { kind: 'cloud', stages } } });
    const texts = Object.values(scripts);
    expect(texts.slice(0, 3)).toEqual([
      expect.stringContaining('# wrapper'),
      expect.stringMatching(/\n# Sets up.*# ready cloud .*# fill/s),
      expect.stringContaining('# measure'),
    ]);
    expect(texts.slice(3).every((text) => /# measure|# Puts up/.test(text))).toBe(true);
    expect(texts.length).toBeGreaterThan(3);
  });

  it('skips preparation on a role whose workloads do not mount the target', () => {
    const fleet = { client: { count: 1, instanceType: 'c5n.large' }, worker: { count: 1, instanceType: 'c5n.large' } };
    const roles: Workload['roles'] = () => [
      { role: 'worker', mounts: false, measures: true },
      { role: 'client', mounts: true, measures: false },
    ];
    const { plan } = planSpec({ ...CLOUD, fleet }, { ...load, roles });
    expect(plan.rigs[0]?.copies[0]?.prepare[0]).toMatchObject({ name: 'c1-fixtures', roles: ['client'], hosts: 1 });
  });
});

describe('steps of a trial', () => {
  it('throws for a workload whose script has not exactly one step that measures', () => {
    const twice: Workload['script'] = (params, files) => [
      ...load.script(params as never, files),
      ...load.script(params as never, files),
    ];
    for (const script of [twice, () => []])
      expect(() => planSpec({}, { ...load, script })).toThrow(/steps that measure, not one/);
  });
});

const FAST = persistent({ storageGiB: 4800, perUnitMBps: 1000, efa: true });
const TYPE = 'c6in.32xlarge';

async function listRoles(targets: object, fleet: object): Promise<unknown> {
  const workloads = { w: { ...makeFio('8 GiB'), role: 'client' } };
  const spec = lustreSpec({ targets, fleet, workloads, limits: { maxUsd: 1000, maxHours: 24 } });
  const planned = await planSound(spec);
  const document = planned.objects().find(({ key }) => key.endsWith('/rigs/r1.json'));
  const { roles } = JSON.parse(ensure(document, 'the document of the rig').text) as RigDocument;
  return roles.map(({ role, interfaceType, placement }) => ({ role, interfaceType, placement }));
}

it('attaches an EFA interface only to roles that mount a Lustre file system with EFA', async () => {
  const client = { count: 2, instanceType: TYPE };
  const idle = { count: 1, instanceType: 'c5n.large', mount: 'none' };
  expect(await listRoles({ fast: FAST, slow: persistent() }, { client, idle })).toEqual([
    { role: 'client', interfaceType: 'efa', placement: 'none' },
    { role: 'idle', interfaceType: 'interface', placement: 'none' },
  ]);
  expect(await listRoles({ slow: persistent() }, { client })).toEqual([
    { role: 'client', interfaceType: 'interface', placement: 'none' },
  ]);
});

it('launches hosts in a cluster placement group with `placement: cluster`', async () => {
  const client = { count: 2, instanceType: TYPE, placement: 'cluster' };
  expect(await listRoles({ slow: persistent() }, { client })).toEqual([
    { role: 'client', interfaceType: 'interface', placement: 'cluster' },
  ]);
});

/** What the issue allows of user data, in bytes; EC2 takes 16,384 before they are encoded. */
const MOST = 4096;
/** As long as names may be: 63 characters of a bucket, 48 of an execution, the longest Region. */
const BUCKET = 'b'.repeat(63);
const REGION = 'ap-northeast-1';

let scripts: ScriptFiles;
beforeAll(async () => {
  scripts = await readHostScripts();
});

function renderBoot(image?: ImageName): string {
  const keys = layout('e'.repeat(48), 'x'.repeat(48));
  const commands = new ScriptStore(keys, buildTiming(false, 1, { files: 0, asked: [] }));
  return renderBootScript({ scripts, bucket: BUCKET, expiresAt: 1_800_000_000, region: REGION }, commands, image);
}

describe('user data of a host', () => {
  it.each(IMAGE_NAMES)('stays within 4 KB for %s, and sets the expiry before any download', (image) => {
    const text = renderBoot(image);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST);
    const [timer, ...later] = ['systemctl enable', 'again timeout 60 aws', 'curl', 'dnf'].map((word) =>
      text.indexOf(word),
    );
    for (const place of later) expect(place === -1 || place > (timer ?? 0)).toBe(true);
  });

  it.each(IMAGE_NAMES)('installs the AWS CLI and the SSM agent only when %s lacks them', (image) => {
    const { cli, agent } = IMAGES[image];
    const text = renderBoot(image);
    expect(text.includes('https://awscli.amazonaws.com/')).toBe(cli === 'zip');
    expect(text.includes('amazon-ssm-agent.rpm')).toBe(agent === 'rpm');
    expect(text.includes(`FSXBENCH_REGION='${REGION}'`) || text.includes(`FSXBENCH_REGION=${REGION}`)).toBe(
      agent === 'rpm',
    );
  });

  it('equals the user data of Amazon Linux 2023 by default', () => expect(renderBoot()).toBe(renderBoot('al2023')));
});

const EXTERNAL = readShipped('external-nfs-small');

describe('rig on an external NFS server', () => {
  it('derives a different owner name for another deployment bucket or another server name', async () => {
    const findOwner = async (text: string, bucket = 'my-bucket') =>
      (await planSound(text, { bucket })).plan.rigs[0]?.copies[0]?.external?.outputs.store.owner;
    const mine = await findOwner(EXTERNAL);
    expect(await findOwner(EXTERNAL)).toBe(mine);
    expect(await findOwner(EXTERNAL, 'another-bucket')).not.toBe(mine);
    // It holds another lease, so what it finds may be measured right now.
    expect(await findOwner(EXTERNAL.replaceAll('10.20.0.15', 'nas.example.com'))).not.toBe(mine);
  });

  it('names store, server and folder of the rig, creates no resources, and unmounts at the end', async () => {
    const planned = await planShipped('external-nfs-small');
    const copy = planned.plan.rigs[0]?.copies[0];
    const owner = ensure(/^fsxbench-[0-9a-f]{16}$/.exec(copy?.external?.outputs.store.owner ?? ''), 'an owner')[0];
    expect(copy?.external).toEqual({
      stores: ['nfs:10.20.0.15'],
      servers: [{ address: '10.20.0.15', ports: [2049] }],
      secrets: [],
      roles: ['client'],
      outputs: { store: { owner, execution: 'e1', name: `${owner}.e1__r1__c1` } },
    });
    expect(copy?.requests).toEqual([]);
    expect(copy?.unmount).toMatchObject([{ name: 'c1-unmount', roles: ['client'] }]);
    const document = planned.objects().find(({ key }) => key.endsWith('/rigs/r1.json'));
    expect(JSON.parse(document?.text ?? '')).toMatchObject({
      bucketKeys: { endpoints: 'executions/external-nfs-small/e1/endpoints/r1.txt' },
      copies: [{ externalOutputs: copy?.external?.outputs }],
    });
    expect(planned.plan.cells[0]).toMatchObject({ storageUsdPerHour: 0, externalUsdPerHour: 1.2, foreign: true });
  });

  it('names the telemetry servers and secrets of all stages', async () => {
    const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:p-AbCdEf';
    const toTelemetry = (name: string): string =>
      `telemetry: { prometheus: 'https://${name}', secret: '${secret}', metrics: { up: up }, step: 5s }`;
    const stages = [
      '    stages:',
      '      before: {}',
      `      after: { reach: { confirm: Move it., within: 1h }, ${toTelemetry('Q.example:443')} }`,
    ];
    const text = EXTERNAL.replace(
      /^ {4}usdPerHour: .*$/m,
      ['    usdPerHour: 1.20', `    ${toTelemetry('p.example:9443/prom')}`, ...stages].join('\n'),
    );
    const { plan } = await planSound(text);
    expect(plan.rigs.map(({ copies }) => copies.map(({ external }) => external))).toEqual([
      [
        expect.objectContaining({
          stores: ['nfs:10.20.0.15'],
          servers: [
            { address: '10.20.0.15', ports: [2049] },
            { address: 'p.example', ports: [9443] },
          ],
          secrets: [{ secret, servers: ['https://p.example:9443', 'https://q.example'] }],
        }),
      ],
    ]);
  });
});
