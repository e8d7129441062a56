import * as z from 'zod';
import { createValueError, createParamsSchema, roleSchema, createIntegerSchema } from '../../lib/workloads/fields';

const messages = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

describe('schema field of a workload', () => {
  it('accepts a role in lower case, and defaults to client', () => {
    expect(roleSchema.parse(undefined)).toBe('client');
    expect(roleSchema.parse('broker-2')).toBe('broker-2');
    expect(messages(roleSchema, 'Broker')).toEqual([
      'a role consists of lower-case letters, digits and -, e.g. client',
    ]);
    expect(messages(roleSchema, 4)).toEqual(['a role is the name of a part of the fleet, e.g. client']);
  });

  it('accepts whole numbers from the lower to the upper bound, and refuses 1.5, text and null', () => {
    expect([1, 8].map((value) => createIntegerSchema(1, 8).parse(value))).toEqual([1, 8]);
    for (const value of [0, 9, 1.5, '2', null])
      expect(messages(createIntegerSchema(1, 8), value)).toEqual([
        `${JSON.stringify(value)} is not allowed; allowed: a whole number from 1 to 8`,
      ]);
    expect(messages(createIntegerSchema(1, 8), undefined)).toEqual(['is missing; allowed: a whole number from 1 to 8']);
  });

  it('lists all unknown parameters in one message, and keeps the message of a missing one', () => {
    const schema = createParamsSchema(
      {},
      { kind: z.literal('x').optional(), bs: z.string({ error: createValueError('a size') }), role: roleSchema },
    );
    expect(messages(schema, { bs: '4k', x: 1, y: 2 })).toEqual(["unknown parameter 'x', 'y'; allowed: bs, role"]);
    expect(messages(schema, {})).toEqual(['is missing; allowed: a size']);
  });
});
