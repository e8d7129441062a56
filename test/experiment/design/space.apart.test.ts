import { groupWords, varyingBetween } from '../../../lib/experiment/design/space';

const cell = (levels: Record<string, string>) => ({ levels });
const FACTORS = ['target', 'unit', 'bs', 'stage'];

it('names groups by the levels that not all of them have', () => {
  const groups = [
    [cell({ target: 't', unit: '1', bs: '4k' }), cell({ target: 't', unit: '1', bs: '64k' })],
    [cell({ target: 't', unit: '2', bs: '64k' }), cell({ target: 't', unit: '2', bs: '4k' })],
  ];
  expect(varyingBetween(groups, FACTORS)).toEqual(['unit']);
  expect(groupWords(groups, FACTORS)).toEqual(['unit 1', 'unit 2']);
});

it('says all levels of a group, and nothing of a factor that it does not use', () => {
  const groups = [[cell({ stage: 'a', unit: '1' }), cell({ stage: 'b', unit: '1' })], [cell({ stage: 'c' })]];
  expect(groupWords(groups, FACTORS)).toEqual(['unit 1, stage a and b', 'stage c']);
});
