import { parseHostLockId, toHostLockId } from '../../../lib/aws/leases/host-locks';

describe('toHostLockId and parseHostLockId', () => {
  it('converts a host id to the lock id host:<id> and back', () => {
    expect(toHostLockId('mi-0123456789abcdef0')).toBe('host:mi-0123456789abcdef0');
    expect(parseHostLockId(toHostLockId('i-1'))).toBe('i-1');
    expect(parseHostLockId('nfs:10.0.0.5')).toBeUndefined();
  });
});
