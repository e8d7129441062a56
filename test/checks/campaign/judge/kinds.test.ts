import { listAffectedKinds } from '../../../../checks/campaign/judge/kinds';
import type { Rule } from '../../../../checks/campaign/faults/campaign';

const listKinds = (...rules: Rule[]): readonly string[] =>
  [...new Set<string>(listAffectedKinds({ rules }))].toSorted();

describe('listAffectedKinds', () => {
  it('returns a kind that refuses deletion, its parent kinds, and a secret too for fsx:volume', () => {
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

  it('returns child kinds too, such as ec2:volume for ec2:instance', () => {
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
