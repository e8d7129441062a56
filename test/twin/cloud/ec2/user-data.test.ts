import { USER_DATA_BYTES, userDataOf } from '../../../../lib/twin/cloud/ec2/user-data';
import { thrownBy } from '../world';

const encoded = (text: string): { UserData: string } => ({ UserData: Buffer.from(text).toString('base64') });

describe('userDataOf', () => {
  it('decodes UTF-8', () => {
    expect(userDataOf(encoded('#!/bin/sh\necho grüße\n'))).toBe('#!/bin/sh\necho grüße\n');
    expect(userDataOf({})).toBe('');
  });

  it.each(['#!/bin/sh', 'abc', 'a=bc', 'YQ=='.concat('\n')])('refuses %j, which is no base64', (UserData) => {
    expect(thrownBy(() => userDataOf({ UserData }))).toMatchObject({ name: 'InvalidUserData.Malformed' });
  });

  it('refuses more than 16 KiB before encoding', () => {
    expect(userDataOf(encoded('x'.repeat(USER_DATA_BYTES)))).toHaveLength(USER_DATA_BYTES);
    expect(() => userDataOf(encoded('x'.repeat(USER_DATA_BYTES + 1)))).toThrow('limited to 16384 bytes');
  });
});
