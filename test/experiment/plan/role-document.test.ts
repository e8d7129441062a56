import { roleDocument, withImages } from '../../../lib/experiment/plan/role-document';
import type { RolePlan } from '../../../lib/shapes/plan';

const ROLE: RolePlan = { role: 'client', count: 2, instanceType: 'c7gn.large', userData: 'boot' };
const documentOf = (more: Partial<RolePlan> = {}) => roleDocument({ ...ROLE, ...more }, [], [], 'seen/client.json');

describe('a role in the document of its rig', () => {
  it('says the image by a reference until it is found, with the root volume of its hosts', () => {
    expect(documentOf()).toMatchObject({
      imageId: '@image.al2023.arm64',
      rootDevice: '/dev/xvda',
      rootVolume: {},
      userDataBase64: 'Ym9vdA==',
    });
    expect(documentOf({ image: 'rhel-9', instanceType: 'c5n.large' })).toMatchObject({
      imageId: '@image.rhel-9.x86_64',
      rootDevice: '/dev/sda1',
      rootVolume: { VolumeType: 'gp3', VolumeSize: 10 },
    });
  });

  it('has what was found for its own reference, with the root device that the image says', () => {
    const found = { reference: '@image.rhel-9.arm64', imageId: 'ami-9', rootDevice: '/dev/sdb1' };
    expect(withImages(documentOf({ image: 'rhel-9' }), [found])).toMatchObject({
      imageId: 'ami-9',
      rootDevice: '/dev/sdb1',
    });
    expect(withImages(documentOf(), [found])).toEqual(documentOf());
  });
});
