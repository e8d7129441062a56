import { assignWaves, sumWaveSeconds } from '../../lib/shapes/requests';

const request = (id: string, input: Readonly<Record<string, unknown>>, expectedSeconds = 1) => ({
  id,
  input,
  expectedSeconds,
});

describe('assignWaves and sumWaveSeconds', () => {
  const made = assignWaves([
    request('fs', { SubnetIds: ['@network.subnetId'] }, 600),
    request('svm', { FileSystemId: '@fs.id' }, 120),
    request('volume1', { Name: 'volume1', OntapConfiguration: { StorageVirtualMachineId: '@svm.id' } }, 60),
    request('volume2', { Name: 'volume2', OntapConfiguration: { StorageVirtualMachineId: '@svm.id' } }, 90),
    request('other', { FileSystemType: 'LUSTRE', Note: 'mail@fs.id' }, 700),
  ]);

  it('puts a request into the wave after the requests that it references, like @fs.id', () => {
    expect(made.map(({ id, wave }) => [id, wave])).toEqual([
      ['fs', 0],
      ['svm', 1],
      ['volume1', 2],
      ['volume2', 2],
      ['other', 0],
    ]);
  });

  it('sums the duration of the slowest request per wave', () => {
    const seconds = (some: typeof made): number => sumWaveSeconds(some, ({ expectedSeconds }) => expectedSeconds);
    expect(seconds(made)).toBe(700 + 120 + 90);
    expect(seconds(made.filter(({ wave }) => wave > 0))).toBe(210);
    expect(seconds([])).toBe(0);
    expect(sumWaveSeconds(made, ({ expectedSeconds }) => 2 * expectedSeconds)).toBe(2 * (700 + 120 + 90));
  });
});
