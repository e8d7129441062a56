import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { lustreSpec, persistent } from '../../real-spec';

const EFA = { ...persistent(), storageGiB: 4800, perUnitMBps: 1000, efa: true };
const listNoEfa = (fleet: object, targets: object = { fast: EFA }): string[] =>
  readSpecObject(lustreSpec({ targets, fleet }))
    .problems.filter(({ code }) => code === 'NoEfa')
    .map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);

describe('EFA check of hosts (NoEfa)', () => {
  it('accepts c6in.32xlarge, which has an EFA adapter', () => {
    expect(listNoEfa({ client: { count: 2, instanceType: 'c6in.32xlarge' } })).toEqual([]);
  });

  it('refuses c5n.18xlarge for a Lustre target with EFA, and suggests other types', () => {
    expect(listNoEfa({ client: { count: 2, instanceType: 'c5n.18xlarge' } })).toEqual([
      'error fleet.client.instanceType: found c5n.18xlarge; hosts reach `fast` by the Elastic Fabric Adapter ' +
        '(`efa: true`): Lustre does not support adapters of c5n: it needs Nitro 4 or later, except trn2; use ' +
        'c6in.32xlarge, c7gn.16xlarge or m7i.48xlarge',
    ]);
  });

  it('warns when the instance type is unknown', () => {
    expect(listNoEfa({ client: { count: 2, instanceType: 'c9x.48xlarge' } })).toEqual([
      expect.stringMatching(/^warning fleet\.client\.instanceType: found.*c7gn\.16xlarge or m7i\.48xlarge/),
    ]);
  });

  it('accepts types without EFA for roles with `mount: none`, and for targets without EFA', () => {
    const idle = { count: 1, instanceType: 'c5n.large', mount: 'none' };
    expect(listNoEfa({ client: { count: 2, instanceType: 'c6in.32xlarge' }, idle })).toEqual([]);
    expect(listNoEfa({ client: { count: 2, instanceType: 'c5n.large' } }, { slow: persistent() })).toEqual([]);
  });
});
