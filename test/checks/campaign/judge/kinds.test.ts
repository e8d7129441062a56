import { listAffectedKinds } from '../../../../checks/campaign/judge/kinds';
import type { Rule } from '../../../../checks/campaign/faults/campaign';

const struck = (...rules: Rule[]): readonly string[] => [...new Set<string>(listAffectedKinds({ rules }))].toSorted();

describe('kinds that a campaign keeps', () => {
  it('are what refuses, what that is in, and what opens that', () => {
    expect(struck({ fault: 'thing', effect: 'refuses', kind: 'fsx:volume' })).toEqual([
      'fsx:file-system',
      'fsx:storage-virtual-machine',
      'fsx:volume',
      'secretsmanager:secret',
    ]);
    expect(struck({ fault: 'thing', effect: 'refuses', kind: 'ec2:launch-template' })).toEqual(['ec2:launch-template']);
  });

  it('are what is in it too, and disks of hosts', () => {
    expect(struck({ fault: 'thing', effect: 'refuses', kind: 'fsx:file-system' })).toEqual([
      'fsx:file-system',
      'fsx:storage-virtual-machine',
      'fsx:volume',
      'secretsmanager:secret',
    ]);
    expect(struck({ fault: 'thing', effect: 'refuses', kind: 'ec2:instance' })).toEqual(['ec2:instance', 'ec2:volume']);
  });

  it('may be any where nobody can say', () => {
    expect(listAffectedKinds({ rules: [{ fault: 'thing', effect: 'undone' }] })).toBeNull();
    expect(listAffectedKinds({ rules: [] })).toEqual([]);
  });
});
