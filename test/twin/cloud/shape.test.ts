import { ArgumentError, action } from '../../../lib/twin/cloud/shape';
import { CALLER } from './world';

interface Input {
  Name?: string | undefined;
  Count?: number | undefined;
  Wait?: boolean | undefined;
  Tags?: { Key?: string | undefined; Value?: string | undefined }[] | undefined;
  Parameters?: Record<string, string[]> | undefined;
  Unmodelled?: string | undefined;
}

const run = action<Input, 'Name', Input>({
  name: 'things:Make',
  members: {
    Name: 'text',
    Count: 'number',
    Wait: 'flag',
    Tags: [{ Key: 'text', Value: 'text' }],
    Parameters: { '*': ['text'] },
  },
  required: ['Name'],
  run: (input) => input,
});
const make = (input: unknown): unknown => run(input as Input, CALLER);

describe('action', () => {
  it('lets understood arguments through', () => {
    const input = { Name: 'a', Count: 2, Wait: false, Tags: [{ Key: 'k' }], Parameters: { Any: ['x'], Other: [] } };
    expect(make(input)).toBe(input);
  });

  it.each([
    [{ Name: 'a', Unmodelled: 'x' }, "The field 'Unmodelled' is not among those"],
    [{ Name: 'a', Tags: [{ Key: 'k', Colour: 'red' }] }, "The field 'Tags[0].Colour' is not among those"],
    [{ Count: 1 }, "The field 'Name' is required but was missing"],
    [{ Name: 5 }, "The value for the field 'Name' must be a STRING"],
    [{ Name: 'a', Count: '5' }, "The value for the field 'Count' must be a NUMBER"],
    [{ Name: 'a', Count: Number.NaN }, "The value for the field 'Count' must be a NUMBER"],
    [{ Name: 'a', Wait: 'true' }, "The value for the field 'Wait' must be a BOOLEAN"],
    [{ Name: 'a', Tags: { Key: 'k' } }, "The value for the field 'Tags' must be an ARRAY"],
    [{ Name: 'a', Tags: ['k'] }, "The value for the field 'Tags[0]' must be an OBJECT"],
    [{ Name: 'a', Parameters: { Any: 'x' } }, "The value for the field 'Parameters.Any' must be an ARRAY"],
    [{ Name: null }, "The value for the field 'Name' must be a STRING"],
  ])('refuses %j', (input, message) => {
    expect(() => make(input)).toThrow(ArgumentError);
    expect(() => make(input)).toThrow(message);
  });

  it('tells all problems at once', () => {
    let thrown: unknown;
    try {
      make({ Count: 'x', Oops: 1 });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'ArgumentError', action: 'things:Make' });
    expect((thrown as ArgumentError).problems).toHaveLength(3);
  });
});
