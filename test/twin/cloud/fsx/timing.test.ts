import { FSX_TIMING, computeStepMs } from '../../../../lib/twin/cloud/fsx/timing';
import { makeFsxServices, LONG, create, describeFileSystem, MINUTE, openZfs, scratch } from './fsx-services';

describe('computeStepMs', () => {
  it('adds seconds per TiB to the base time, and varies the sum by the noise', () => {
    const timing = { ...FSX_TIMING, noise: 0.5 };
    const length = { seconds: 10, secondsPerTiB: 5 };
    expect(computeStepMs(timing, length, 2048, 0.5)).toBe(20_000);
    expect(computeStepMs(timing, length, 2048, 0)).toBe(10_000);
    expect(computeStepMs(timing, length, 0, 0.75)).toBe(12_500);
    expect(computeStepMs(timing, { seconds: 10 }, 2048, 0.5)).toBe(10_000);
  });
});

describe('creation times', () => {
  it('uses the creation time of the target kind unless the timing option sets another', async () => {
    const lifecycles = async (services: ReturnType<typeof makeFsxServices>, minutes: number) => {
      const made = [await create(services, scratch()), await create(services, openZfs())];
      await services.pass(minutes * MINUTE);
      const now = await Promise.all(made.map(({ FileSystemId = '' }) => describeFileSystem(services, FileSystemId)));
      await services.pass(LONG);
      return now.map(({ Lifecycle }) => Lifecycle);
    };
    // 10 minutes and 2 seconds, 14 minutes.
    expect(await lifecycles(makeFsxServices(), 10)).toEqual(['CREATING', 'CREATING']);
    expect(await lifecycles(makeFsxServices(), 13.9)).toEqual(['AVAILABLE', 'CREATING']);
    expect(await lifecycles(makeFsxServices(), 14)).toEqual(['AVAILABLE', 'AVAILABLE']);
    const short = makeFsxServices({ timing: { steps: { create: { seconds: 60 } } } });
    expect(await lifecycles(short, 1)).toEqual(['AVAILABLE', 'AVAILABLE']);
  });
});
