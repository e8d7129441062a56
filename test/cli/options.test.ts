import { readAccepted, pickExecutionName, readSeed, toText } from '../../lib/cli/options';

describe('toText', () => {
  it('returns texts unchanged, and undefined for switches and missing options', () => {
    expect([toText('a'), toText(''), toText(undefined), toText(true)]).toEqual(['a', '', undefined, undefined]);
  });
});

describe('pickExecutionName', () => {
  it('returns a valid name, or one made from the time', () => {
    expect(pickExecutionName('my-run_1', 0)).toBe('my-run_1');
    expect(pickExecutionName(undefined, Date.UTC(2026, 0, 31, 23, 59, 58, 999))).toBe('20260131-235958');
  });

  it.each(['', 'a.b', 'a b', 'x'.repeat(49)])('refuses %p', (name) => {
    expect(() => pickExecutionName(name, 0)).toThrow('allowed: 1 to 48 of the characters');
  });
});

describe('readSeed', () => {
  it('returns any text as the seed, and refuses an empty one', () => {
    expect([readSeed('0'), readSeed(undefined)]).toEqual(['0', undefined]);
    for (const empty of ['', '  ']) expect(() => readSeed(empty)).toThrow(/^--seed: found an empty text; allowed: /);
  });
});

describe('readAccepted', () => {
  it('accepts reasons of the environment such as HostBusy, and refuses all others', () => {
    expect([readAccepted(undefined), readAccepted('HostBusy,CpuStolen')]).toEqual([
      undefined,
      ['HostBusy', 'CpuStolen'],
    ]);
    const names = '`CpuStolen`, `DeviceShared`, `HostBusy`, ';
    for (const wrong of ['', 'CacheServed', 'HostBusy,'])
      expect(() => readAccepted(wrong)).toThrow(
        `--accept: found '${wrong.replace('HostBusy,', '')}'; allowed: ${names}`,
      );
    const meant = "--accept: found 'hostbusy'; did you mean `HostBusy`? Allowed: ";
    for (const wrong of ['hostbusy', 'CpuStolen,hostbusy'])
      expect(() => readAccepted(wrong)).toThrow(`${meant}${names}`);
  });
});
