import {
  dropArgument,
  dropAssign,
  dropOutput,
  dropTimeout,
  dropToken,
} from '../../../../../checks/mutants/plant/operators/drop-fields';
import { details, mutation, states } from '../../machines';

describe('fields', () => {
  it('that bound: of every Task, and of the machine', () => {
    expect(details(dropTimeout)).toEqual([' TimeoutSeconds', 'Fence TimeoutSeconds', 'Make TimeoutSeconds']);
    expect(mutation(dropTimeout, '', 'TimeoutSeconds').definition).not.toHaveProperty('TimeoutSeconds');
  });

  it('that make a call the same call', () => {
    expect(details(dropToken)).toEqual(['Make Arguments/ClientToken']);
  });

  it('that are arguments, but no tags and no tokens', () => {
    expect(details(dropArgument)).toEqual(['Fence Arguments/Bucket', 'Fence Arguments/Key', 'Make Arguments/Size']);
    expect(states(mutation(dropArgument, 'Fence', 'Arguments/Key').definition)['Fence']).toHaveProperty('Arguments', {
      Bucket: '${ResultsBucket}',
    });
  });

  it('that are assigned', () => {
    expect(details(dropAssign)).toEqual(['Begin Assign/id', 'Begin Assign/tries', 'Sleep Assign/tries']);
  });

  it('that are put out, by catchers too', () => {
    expect(details(dropOutput)).toEqual(['Fence Catch/1/Output']);
  });
});
