import {
  planVolumeChange,
  VOLUME_COOL_DOWN_SECONDS,
  MAX_VOLUME_CHANGES,
  getVolumeChangeWait,
} from '../../../lib/targets/ebs/change';
import type { Ebs } from '../../../lib/targets/ebs/schema';
import { CONFIG } from './config';
import cases from './change.cases.json';

const listInputs = (from: Partial<Ebs>, to: Partial<Ebs>): unknown[] => {
  const found = planVolumeChange({ ...CONFIG, ...from }, { ...CONFIG, ...to });
  return found.kind === 'recreate' ? [found.why] : found.requests.map(({ input }) => input);
};
const ID = '@volume1.id';

describe('planVolumeChange', () => {
  // Of the new type all is said: it might keep what the old one had.
  it.each(cases.rows as [Partial<Ebs>, Partial<Ebs>, object][])(
    'changes %p to %p by ModifyVolume with %p',
    (from, to, input) => {
      expect(listInputs(from, to)).toEqual([{ VolumeId: ID, ...input }]);
    },
  );

  it('makes no request when defaults are written explicitly', () => {
    expect(listInputs({}, { iops: 3000, throughputMiBps: 125 })).toEqual([]);
  });

  it('makes one request for each volume of a stripe', () => {
    const found = listInputs({ volumes: 2 }, { volumes: 2, sizeGiB: 128 });
    expect(found).toEqual([1, 2].map((volume) => ({ VolumeId: `@volume${volume}.id`, Size: 128 })));
  });

  it.each(cases.anotherVolume as [Partial<Ebs>, Partial<Ebs>, string][])(
    'requires another volume for %p to %p',
    (from, to, why) => expect(listInputs(from, to)).toEqual([why]),
  );

  it('allows four changes per day, and waits longer for larger volumes', () => {
    const found = planVolumeChange(CONFIG, { ...CONFIG, sizeGiB: 1000 });
    expect(found).toMatchObject({
      requests: [
        {
          of: 'volume1',
          call: 'ec2:ModifyVolume',
          coolDownSeconds: VOLUME_COOL_DOWN_SECONDS,
          coolsDownAfter: MAX_VOLUME_CHANGES,
          expectedSeconds: 6 * 3600 + 180,
          interruption: false,
        },
      ],
    });
    expect([VOLUME_COOL_DOWN_SECONDS, MAX_VOLUME_CHANGES]).toEqual([86_400, 4]);
    expect([1, 65_536].map((sizeGiB) => getVolumeChangeWait(sizeGiB).timeoutSeconds)).toEqual([3686, 86_400]);
  });
});
