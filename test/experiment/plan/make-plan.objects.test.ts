import type { BatchDocument, RigDocument } from '../../../lib/shapes/documents';
import type { TrialItem } from '../../../lib/shapes/documents';
import type { Plan } from '../../../lib/shapes/plan';
import { sound } from './test-plan';
import { makeRoleDocument, fillImages } from '../../../lib/experiment/plan/role-document';
import type { RolePlan } from '../../../lib/shapes/plan';

describe('objects of a plan in S3', () => {
  it('contains spec, trials, plan, rigs, batches and scripts, and nothing else', () => {
    const { plan, objects, scripts, json } = sound();
    expect([...objects.keys()]).toEqual([
      'spec.yaml',
      'trials.json',
      'plan.json',
      'rigs/r1.json',
      'batches/r1.1.json',
      ...Object.keys(scripts).map((sha) => `scripts/${sha}.sh`),
    ]);
    expect(json<Plan>('plan.json')).toEqual(JSON.parse(JSON.stringify(plan)));
    const items = json<TrialItem[]>('trials.json');
    expect(items.map(({ trial }) => trial)).toEqual(plan.trials);
    expect(items[0]).toMatchObject({
      workload: 'load',
      params: { kind: 'load' },
      roles: [{ role: 'client', count: 2 }],
    });
  });

  it('describes resources, deadline, budget share and tags in the rig document', () => {
    const { plan, json } = sound({ limits: { maxUsd: 10 } });
    const document = json<RigDocument>('rigs/r1.json');
    expect(document).toMatchObject({
      rigTag: 'e1__r1',
      hosts: 2,
      deadline: plan.deadline,
      shareUsd: 10,
      usdPerHour: 0,
      bucketKeys: {
        fence: 'fences/e1.json',
        hosts: 'executions/demo/e1/hosts/r1.txt',
        outcome: 'executions/demo/e1/rigs/r1.outcome.json',
        prepare: 'executions/demo/e1/raw/r1/prepare/',
      },
      batches: [{ period: 1, changes: [], copies: ['c1'], batch: 1, key: 'executions/demo/e1/batches/r1.1.json' }],
    });
    const tags = [
      { Key: 'fsxbench:stack', Value: 's' },
      { Key: 'fsxbench:experiment', Value: 'demo' },
      { Key: 'fsxbench:execution', Value: 'e1' },
      { Key: 'fsxbench:rig', Value: 'e1__r1' },
      { Key: 'fsxbench:expires-at', Value: String(plan.expiresAt) },
    ];
    expect(document.tags).toEqual(tags);
    expect(document.roles.map(({ readsSecrets }) => readsSecrets)).toEqual([false]);
    expect(document.roles[0]?.tags).toEqual([...tags, { Key: 'fsxbench:role', Value: 'client' }]);
    expect(Buffer.from(document.roles[0]?.userDataBase64 ?? '', 'base64').toString()).toBe(
      "boot_target() {\ntrue\n}\n(\n#!/bin/bash\nexport FSXBENCH_COPY='c1'\n# boot e1__r1\nboot_target\n) || exit\n",
    );
  });

  it('gives each trial of the batch document its attempt prefix, steps and fixtures', () => {
    const { plan, json } = sound();
    const document = json<BatchDocument>('batches/r1.1.json');
    expect(document.trials).toEqual(
      plan.trials.map(({ trial, expectedSeconds, steps, fixtures, fixturesFirst }, index) => ({
        trial,
        attemptPrefix: `executions/demo/e1/raw/r1/${trial}/a`,
        copy: 'c1',
        round: index % 6 === 0 ? [{ copy: 'c1', seconds: 67.2 }] : [],
        seconds: expectedSeconds,
        steps,
        fixtures,
        fixturesFirst,
        ahead: true,
      })),
    );
    expect(document).toMatchObject({
      fenceKey: 'fences/e1.json',
      hostsKey: 'executions/demo/e1/hosts/r1.txt',
      rigTag: 'e1__r1',
    });
  });

  it('splits into batches of at most 100 trials, each below 200,000 bytes', () => {
    const { plan, json } = sound({ design: { replicates: 50, otherReplicates: 50 } });
    const batches = plan.rigs[0]?.periods[0]?.batches ?? [];
    expect(batches.map(({ trials }) => trials.length)).toEqual([100, 100, 100]);
    expect(batches.flatMap(({ trials }) => trials)).toEqual(plan.trials.map(({ trial }) => trial));
    for (const { batch } of batches)
      expect(JSON.stringify(json(`batches/r1.${batch}.json`)).length).toBeLessThan(200_000);
    expect(plan.worstCase.payloadBytes).toBeLessThan(200_000);
  });

  it('keeps the original spec text, or renders the spec when it was read from an object', () => {
    expect(sound({}, { specText: '# mine\n' }).objects.get('spec.yaml')).toBe('# mine\n');
    expect(sound().objects.get('spec.yaml')).toMatch(/^schemaVersion: 1\nexperiment: demo\n/);
  });
});

const ROLE: RolePlan = { role: 'client', count: 2, instanceType: 'c7gn.large', userData: 'boot' };
const documentOf = (more: Partial<RolePlan> = {}) => makeRoleDocument({ ...ROLE, ...more }, [], [], 'seen/client.json');

describe('makeRoleDocument', () => {
  it('refers to the image by name and architecture, with root device and root volume', () => {
    expect(documentOf()).toMatchObject({
      imageId: '@image.al2023.arm64',
      rootDevice: '/dev/xvda',
      rootVolume: {},
      userDataBase64: 'Ym9vdA==',
    });
    expect(documentOf({ image: 'rhel-9', instanceType: 'c5n.large' })).toMatchObject({
      imageId: '@image.rhel-9.x86_64',
      rootDevice: '/dev/sda1',
      rootVolume: { VolumeType: 'gp3', VolumeSize: 10 },
    });
  });

  it('receives image id and root device from fillImages only for its own image reference', () => {
    const found = { reference: '@image.rhel-9.arm64', imageId: 'ami-9', rootDevice: '/dev/sdb1' };
    expect(fillImages(documentOf({ image: 'rhel-9' }), [found])).toMatchObject({
      imageId: 'ami-9',
      rootDevice: '/dev/sdb1',
    });
    expect(fillImages(documentOf(), [found])).toEqual(documentOf());
  });
});
