import { refuseUnreachable } from '../../../lib/aws/admission/external';
import type { SecretServers } from '../../../lib/shapes/secret-servers';
import { cephSchema } from '../../../lib/targets/external-ceph/schema';
import { findTarget } from '../../../lib/targets/registry';
import { listSecrets } from '../../../lib/targets/prometheus/address';
import cases from './external.secrets.cases.json';
import { makeAccount } from '../account';

type AddressCase = [title: string, address: string, server: string | null, isBound: boolean];

/** The refusal of a plan that uses secrets; empty if it is admitted. */
function admit(secrets: readonly SecretServers[], bindings: readonly SecretServers[] = cases.deployed): string {
  const plan = { rigs: [{ copies: [{ external: { servers: [], secrets } }] }] };
  try {
    refuseUnreachable(
      plan as unknown as Parameters<typeof refuseUnreachable>[0],
      makeAccount().context({ secrets: bindings }),
    );
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('admission of secrets by the servers they are bound to', () => {
  it.each(cases.addresses as AddressCase[])(
    'allows a Prometheus token only for its bound servers: %s (%s)',
    (_, prometheus, server, isBound) => {
      const refusal = admit(listSecrets({ prometheus, secret: cases.token, step: 15 }));
      if (isBound) expect(refusal).toBe('');
      else
        expect(refusal).toContain(
          `the secret ${cases.token} for ${server ?? prometheus}; it may go to https://good.example, ` +
            'https://good.example:9443, https://10.20.0.15',
        );
    },
  );

  it.each((cases.monitors as AddressCase[]).filter(([, , server]) => server !== null))(
    'allows a Ceph key only for its bound monitors: %s (%s)',
    (_, monitor, server, isBound) => {
      const config = cephSchema.parse({ kind: 'external-ceph', monitors: ['10.20.0.11', monitor], secret: cases.key });
      const refusal = admit(findTarget('external-ceph')?.external?.secrets?.(config) ?? []);
      expect(refusal.includes(`the secret ${cases.key} for ${server}; it may go to 10.20.0.11, mon.example`)).toBe(
        !isBound,
      );
      expect(refusal).not.toContain('for 10.20.0.11;');
    },
  );

  it('refuses a Ceph key as an HTTPS token for a server of its cluster', () => {
    const asToken = (servers: string[]): string => admit([{ secret: cases.key, servers }]);
    expect(asToken(['https://10.20.0.11'])).toContain('for https://10.20.0.11; it may go to 10.20.0.11, mon.example');
    expect(asToken(['10.20.0.11'])).toBe('');
  });

  it('refuses a secret that the deployment does not list, also the generated secret of a target instance', () => {
    const secret = 'arn:aws:secretsmanager:xx-local-1:000000000000:secret:fsxbench/x/e__r1__c1.secret-AbCdEf';
    for (const bindings of [cases.deployed, []])
      expect(admit([{ secret, servers: ['https://good.example'] }], bindings)).toContain('it may go to no server');
  });
});
