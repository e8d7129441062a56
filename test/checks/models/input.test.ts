import { checkInput } from '../../../checks/models/input';
import { MODEL } from './model';

const VALID = { Name: 'a', Size: 10, Type: 'io2', Zones: ['a', 'b'], Tags: { a: 20 }, Until: '2026-01-01' };

describe('checkInput', () => {
  it('accepts valid input, undefined members and a missing token', () => {
    expect(checkInput(MODEL, 'CreateVolume', { ...VALID, Size: undefined })).toEqual([]);
    expect(checkInput(MODEL, 'DeleteVolume', undefined)).toEqual([]);
  });

  it.each([
    [{ Name: undefined }, 'CreateVolume.Name: missing'],
    [{ Color: 1 }, 'CreateVolume.Color: unknown member'],
    [{ Size: 9 }, 'CreateVolume.Size: 9, at least 10'],
    [{ Size: '10' }, 'CreateVolume.Size: string, needed: integer'],
    [{ Name: 'abcdef' }, 'CreateVolume.Name: 6, at most 5'],
    [{ Name: 'a1' }, "CreateVolume.Name: 'a1' does not match [a-z]+"],
    [{ Type: 'gp4' }, "CreateVolume.Type: 'gp4' is no value of Type"],
    [{ Zones: ['a', 'b', 'c'] }, 'CreateVolume.Zones: 3, at most 2'],
    [{ Zones: ['A'] }, "CreateVolume.Zones.0: 'A' does not match [a-z]+"],
    [{ Tags: { A: 10 } }, "CreateVolume.Tags key: 'A' does not match [a-z]+"],
    [{ Tags: { a: 21 } }, 'CreateVolume.Tags.a: 21, at most 20'],
  ])('reports the wrong input %p', (changes, problem) => {
    expect(checkInput(MODEL, 'CreateVolume', { ...VALID, ...changes })).toEqual([problem]);
  });

  it('reports an operation that the model lacks', () => {
    expect(checkInput(MODEL, 'CopyVolume', {})).toEqual(['CopyVolume: the model has no such operation']);
  });
});
