import { soundReal } from '../../real-spec';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readScripts } from '../../../../lib/aws/scripts';
import { ensure } from '../../../../lib/shapes/errors';

const ROOT = join(__dirname, '../../../..');

const TEXT = readFileSync(join(ROOT, 'experiments/external-nfs-small.yaml'), 'utf8');

async function planSpec(text: string, bucket = 'my-bucket') {
  return soundReal(text, await readScripts(join(ROOT, 'workloads')), { bucket });
}

describe('rig on an external NFS server', () => {
  it('derives a different owner name for another deployment bucket or another server name', async () => {
    const owner = async (...given: Parameters<typeof planSpec>) =>
      (await planSpec(...given)).plan.rigs[0]?.copies[0]?.external?.outputs.store.owner;
    const mine = await owner(TEXT);
    expect(await owner(TEXT)).toBe(mine);
    expect(await owner(TEXT, 'another-bucket')).not.toBe(mine);
    // It holds another lease, so what it finds may be measured right now.
    expect(await owner(TEXT.replaceAll('10.20.0.15', 'nas.example.com'))).not.toBe(mine);
  });

  it('names store, server and folder of the rig, creates no resources, and unmounts at the end', async () => {
    const planned = await planSpec(TEXT);
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
    const text = TEXT.replace(
      /^ {4}usdPerHour: .*$/m,
      ['    usdPerHour: 1.20', `    ${toTelemetry('p.example:9443/prom')}`, ...stages].join('\n'),
    );
    const { plan } = await planSpec(text);
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
