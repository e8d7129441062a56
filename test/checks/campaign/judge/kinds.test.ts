import { listAffectedKinds } from '../../../../checks/campaign/judge/kinds';
import type { Rule } from '../../../../checks/campaign/faults/campaign';

const listKinds = (...rules: Rule[]): readonly string[] =>
  [...new Set<string>(listAffectedKinds({ rules }))].toSorted();

describe('listAffectedKinds', () => {
  it('returns the kind that refuses deletion, its containers, and the secrets for them', () => {
    expect(listKinds({ fault: 'thing', effect: 'refuses', kind: 'fsx:volume' })).toEqual([
      'fsx:file-system',
      'fsx:storage-virtual-machine',
      'fsx:volume',
      'secretsmanager:secret',
    ]);
    expect(listKinds({ fault: 'thing', effect: 'refuses', kind: 'ec2:launch-template' })).toEqual([
      'ec2:launch-template',
    ]);
  });

  it('returns the contents of the kind too, such as the volumes of hosts', () => {
    expect(listKinds({ fault: 'thing', effect: 'refuses', kind: 'fsx:file-system' })).toEqual([
      'fsx:file-system',
      'fsx:storage-virtual-machine',
      'fsx:volume',
      'secretsmanager:secret',
    ]);
    expect(listKinds({ fault: 'thing', effect: 'refuses', kind: 'ec2:instance' })).toEqual([
      'ec2:instance',
      'ec2:volume',
    ]);
  });

  it('returns null when a rule names no kind, and an empty list without rules', () => {
    expect(listAffectedKinds({ rules: [{ fault: 'thing', effect: 'undone' }] })).toBeNull();
    expect(listAffectedKinds({ rules: [] })).toEqual([]);
  });
});
