import { checkSchema } from '../../../lib/experiment/language/schema-problems';
import { readSpecObject } from '../../../lib/experiment/reading/read-spec';
import { externalNfs } from '../../../lib/targets/external-nfs/target';
import { nfsMountSchema } from '../../../lib/targets/nfs-mount';
import cases from './target.cases.json';

const BASE = { kind: 'external-nfs', address: '10.20.0.15', export: '/export', folder: 'bench' } as const;
const read = (more: object) => checkSchema(externalNfs.schema, { ...BASE, ...more }, []);
const messages = (more: object): string[] => {
  const found = read(more);
  const problems = 'value' in found ? externalNfs.check(found.value) : found.problems;
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('validation of external-nfs', () => {
  it.each(cases.entries as [object, string[]][])('reports for %j the errors %j', (more, expected) => {
    expect(messages(more)).toEqual(expected);
  });

  it('requires `folder`', () => {
    const { folder: _, ...without } = BASE;
    expect(checkSchema(externalNfs.schema, without, [])).toMatchObject({
      problems: [
        {
          path: ['folder'],
          message: expect.stringContaining(
            '`folder` is missing; needed here: a writable folder, e.g. bench; `.` for the whole mount',
          ) as string,
        },
      ],
    });
  });

  it('refuses stages without `reach`, because fsxbench does not change an external server', () => {
    const stages = { small: { usdPerHour: 1 }, large: { usdPerHour: 2 } };
    const { problems } = readSpecObject({
      experiment: 'x',
      targets: { nas: { ...BASE, stages } },
      fleet: { client: { instanceType: 'c5n.large' } },
      workloads: { fio: { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '1 GiB', runtime: '5s' } },
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        path: ['targets', 'nas', 'stages', 'large'],
        message:
          'fsxbench does not change `external-nfs`. Say with `reach` how it gets to stage `large` (`hook` or ' +
          '`confirm`), or write a target for each state',
      },
    ]);
  });

  it('advises to state the provisioned rates when none are given', () => {
    const config = externalNfs.schema.parse(BASE);
    expect(externalNfs.check(config).map(({ code, severity }) => [code, severity])).toEqual([
      ['NoProvisionedRate', 'advice'],
    ]);
    expect(externalNfs.check(externalNfs.schema.parse({ ...BASE, provisioned: { iops: '1k ops/s' } }))).toEqual([]);
  });
});

describe('target external-nfs', () => {
  const config = externalNfs.schema.parse({
    ...BASE,
    address: 'NAS.example.com',
    provisioned: { bandwidth: '100 MB/s', burst: { bandwidth: '200 MB/s' } },
    usdPerHour: 2,
  });

  it('identifies the store by server address, and opens the ports of the NFS version', () => {
    expect(externalNfs.external?.stores(config)).toEqual(['nfs:nas.example.com']);
    const ports = (nfsvers: string) =>
      externalNfs.external?.reaches(config, nfsMountSchema.parse({ nfsvers })).map((one) => one.ports);
    expect([ports('4.1'), ports('3')]).toEqual([[[2049]], [[2049, 111, 20_048]]]);
    const netapp = externalNfs.schema.parse({ ...BASE, v3Ports: [111, 635, 4045, 4046] });
    const v3 = nfsMountSchema.parse({ nfsvers: '3' });
    expect(externalNfs.external?.reaches(netapp, v3)[0]?.ports).toEqual([2049, 111, 635, 4045, 4046]);
  });

  it('creates no resources, charges only usdPerHour, and models the provisioned rates', () => {
    expect(externalNfs.resources).toBeUndefined();
    expect([externalNfs.prices.lineItems(config), externalNfs.prices.usdPerHour?.(config)]).toEqual([[], 2]);
    expect(externalNfs.performance.model(config)?.read).toEqual({ baseline: 1e8, burst: 2e8, burstSeconds: 1800 });
    expect(externalNfs.performance.model(config, nfsMountSchema.parse({ nconnect: 2 }))).toMatchObject({
      hostBytes: 1.25e9,
      flows: 2,
    });
    expect(externalNfs.identity?.(config)).toEqual({ ...BASE, address: 'nas.example.com' });
  });
});
