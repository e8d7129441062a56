import { compareParts, digestModel } from '../../../checks/models/digest';
import { MODEL } from './model';

const change = (shapes: object) => ({ ...MODEL, shapes: { ...MODEL.shapes, ...shapes } });

describe('digestModel', () => {
  it('hashes operations, and the shapes that they reach', () => {
    const names = (operations: string) =>
      digestModel(MODEL, operations)
        .parts.split(' ')
        .map((part) => part.split(':')[0]);
    expect(names('DeleteVolume')).toEqual(['DeleteVolume()', 'DeleteVolumeRequest']);
    expect(names('CreateVolume')).toHaveLength(9);
  });
});

describe('compareParts', () => {
  const kept = digestModel(MODEL, 'CreateVolume').parts;
  it.each([
    ['nothing', {}, []],
    ['a value of an enum', { Type: { type: 'string', enum: ['gp3', 'io2', 'gp4'] } }, ['ebs changed Type']],
    ['a text of the documentation', { Size: { ...MODEL.shapes['Size'], documentation: '30' } }, ['ebs changed Size']],
    [
      'a member',
      { Volume: { type: 'structure', members: { Age: { shape: 'Age' } } }, Age: { type: 'integer' } },
      ['ebs new Age', 'ebs changed Volume'],
    ],
    ['a shape that no operation reaches', { Other: { type: 'string' } }, []],
  ])('lists what differs when a release changes %s', (_what, shapes, lines) => {
    expect(compareParts('ebs', kept, digestModel(change(shapes), 'CreateVolume').parts)).toEqual(lines);
  });

  it('lists an operation that is gone with its shapes', () => {
    const { CreateVolume: _, ...operations } = MODEL.operations;
    const now = digestModel({ ...MODEL, operations }, 'CreateVolume').parts;
    expect(compareParts('ebs', kept, now)).toContain('ebs gone CreateVolume()');
  });
});
