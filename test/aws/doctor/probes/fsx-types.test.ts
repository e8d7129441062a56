import { neverShownBy } from '../../../../lib/aws/doctor/probes/fsx-types';
import { typesIn } from '../../../../lib/aws/doctor/probes/shown';
import type { Plan } from '../../../../lib/shapes/plan';

/** A plan that makes copies of these kinds; nothing else of it is read. */
const making = (...kinds: string[]): Pick<Plan, 'rigs'> =>
  ({ rigs: [{ rig: 'r1', block: 1, copies: kinds.map((kind) => ({ kind })) }] }) as unknown as Pick<Plan, 'rigs'>;

it('knows which types of file systems a plan makes, whatever else it measures', () => {
  expect(typesIn(making('fsx-lustre', 'ebs', 'fsx-ontap', 'fsx-lustre'))).toEqual(new Set(['LUSTRE', 'ONTAP']));
  expect(typesIn(making('ebs', 'directory', 'nothing')).size).toBe(0);
});

it('asks no experiment for lines about types that it does not make', () => {
  const ontap = ['ontap-exports', 'ontap-parts', 'ontap-root', 'ontap-clients', 'ontap-server'];
  expect(neverShownBy(typesIn(making('fsx-lustre')))).toEqual([
    ...ontap,
    'multi-zone-endpoint',
    'root-volume-tag',
    'openzfs-clients',
  ]);
  expect(neverShownBy(typesIn(making('fsx-openzfs')))).toEqual(['lustre-client', 'delete-scratch', ...ontap]);
});
