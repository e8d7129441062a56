import {
  isCode,
  findUnquoted,
  listOwnValues,
  listPlaces,
  replaceAt,
  listTargets,
  listTransitionsTo,
} from '../../../../checks/mutants/plant/states';
import { MACHINE } from '../machines';

const places = listPlaces(MACHINE);
const place = (name: string) => places.find((one) => one.name === name)!;

describe('lookup of states and transitions', () => {
  it('lists states at any depth with their paths and graphs', () => {
    expect(places.map((one) => one.name)).toEqual([
      'Begin',
      'Fence',
      'Each',
      'Make',
      'Enough',
      'Sleep',
      'Done',
      'Closed',
    ]);
    expect(place('Make').path).toEqual(['States', 'Each', 'ItemProcessor', 'States', 'Make']);
    expect(place('Make').graph).toEqual(['States', 'Each', 'ItemProcessor']);
  });

  it('lists the targets of a state', () => {
    expect(listTargets(place('Enough')).map(({ path, to }) => `${path.slice(2).join('/')} ${to}`)).toEqual([
      'Default Sleep',
      'Choices/0/Next Done',
      'Choices/1/Next Closed',
    ]);
    expect(listTargets(place('Fence')).map(({ to }) => to)).toEqual(['Closed', 'Each', 'Closed']);
  });

  it('lists the transitions to a state within its graph', () => {
    expect(listTransitionsTo(MACHINE, place('Fence')).map(({ path }) => path.join('/'))).toEqual([
      'States/Begin/Next',
      'States/Sleep/Next',
    ]);
    expect(listTransitionsTo(MACHINE, place('Make')).map(({ path }) => path.join('/'))).toEqual([
      'States/Each/ItemProcessor/StartAt',
    ]);
  });
});

describe('lookup of code in expressions', () => {
  it('finds operators outside of quotes, and replaces them in place', () => {
    expect(findUnquoted(`'=' = "="`, /=/g)).toEqual([{ index: 4, found: '=' }]);
    expect(findUnquoted(`$a = 'b = "c"' & "d\\"="`, /=/g)).toEqual([{ index: 3, found: '=' }]);
    expect(replaceAt('a = b', 2, 1, '!=')).toBe('a != b');
  });

  it('lists an expression only for the innermost state that contains it', () => {
    expect(listOwnValues(place('Each').state).filter(isCode)).toEqual([]);
    expect(listOwnValues(place('Make').state).filter(isCode).length).toBeGreaterThan(2);
  });
});
