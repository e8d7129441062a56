/** Rules of disks that hosts come with, and what they do to measurements. */
import type { Problem } from '../../shapes/problem';
import { errorAt, warningAt } from '../../shapes/problem';
import { trait } from '../fsx-shared';
import { disksOf, INSTANCE_DISKS, WITH_DISKS } from '../instance-types';

const LIFETIME = 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-store-lifetime.html';

/** Advice that holds for every type. */
export function check(): readonly Problem[] {
  const message =
    'data on the disks of a host are gone with it, and are not repeated anywhere: compared with storage that ' +
    'survives its hosts, it is faster and promises less';
  return [trait('GoneWithHost', 'kind', message, LIFETIME)];
}

/** Whether hosts of a type have such disks. The path is relative to their role. */
export function misfit(instanceType: string): Problem | null {
  const disks = disksOf(instanceType);
  const path = ['instanceType'];
  if (disks === 'none') {
    const message =
      `found ${instanceType}, which has no disks of its own (instance store); \`instance-store\` needs a type that ` +
      `comes with NVMe disks, e.g. ${WITH_DISKS.filter((type) => type.startsWith('i3en')).join(', ')}`;
    return { ...errorAt('NoOwnDisks', path, message), source: INSTANCE_DISKS };
  }
  if (disks !== null) return null;
  const message =
    `nothing is known here of disks that ${instanceType} may come with: its hosts look for them, and fail where ` +
    'there are none. The EC2 instance types guide says which types have instance store volumes';
  return { ...warningAt('UnknownOwnDisks', path, message), source: INSTANCE_DISKS };
}
