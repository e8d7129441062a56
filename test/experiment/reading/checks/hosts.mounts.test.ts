import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import { lustreSpec } from '../../real-spec';
import cases from './hosts.mounts.cases.json';

const ONTAP = cases.ontap;
const about = (changes: Record<string, unknown>): string[] =>
  readSpecObject(lustreSpec({ targets: { ontap: ONTAP }, ...changes })).problems.flatMap(
    ({ severity, code, path, message }) =>
      ['TooManyVolumes', 'TransferSize'].includes(code) ? [`${severity} ${path.join('.')}: ${message}`] : [],
  );
const client = (mount: unknown) => ({ client: { count: 1, instanceType: 'c5n.2xlarge', mount } });

describe('how roles mount a target, and how that is set', () => {
  it('fit together', () => {
    expect(about({ fleet: client({ volumes: 2 }) })).toEqual([]);
    expect(about({ fleet: client({}) })).toEqual([]);
    expect(about({ fleet: { ...client({}), worker: { count: 1, instanceType: 'c5n.large', mount: 'none' } } })).toEqual(
      [],
    );
  });

  it('are refused where there are fewer volumes than a role mounts, at whatever level says so', () => {
    expect(about({ fleet: client({ volumes: 3 }) })).toEqual([
      'error fleet.client.mount.volumes: found 3; the target has 2',
    ]);
    const factors = { volumes: [1, 4] };
    expect(about({ factors, fleet: client({ volumes: '$volumes' }) })).toEqual([
      expect.stringContaining('found 4; the target has 2'),
    ]);
  });

  it('are doubtful where the server agrees to less', () => {
    expect(about({ fleet: client({ rsize: '1m' }) })).toEqual([
      expect.stringMatching(/^warning fleet\.client\.mount\.rsize: found 1048576;.*it to use what the server offers/),
    ]);
  });
});
