import { UserError } from '../../lib/cli/command';
import { readAccepted, executionName, seedOf, startOf, textOf } from '../../lib/cli/options';

describe('textOf', () => {
  it('is undefined for what was not given, or is a switch', () => {
    expect([textOf('a'), textOf(''), textOf(undefined), textOf(true)]).toEqual(['a', '', undefined, undefined]);
  });
});

describe('executionName', () => {
  it('takes a name that fits, or makes one from the time', () => {
    expect(executionName('my-run_1', 0)).toBe('my-run_1');
    expect(executionName(undefined, Date.UTC(2026, 0, 31, 23, 59, 58, 999))).toBe('20260131-235958');
  });

  it.each(['', 'a.b', 'a b', 'x'.repeat(49)])('refuses %p', (name) => {
    expect(() => executionName(name, 0)).toThrow('allowed: 1 to 48 of the characters');
  });
});

describe('seedOf', () => {
  it('takes any text, and refuses an empty one', () => {
    expect([seedOf('0'), seedOf(undefined)]).toEqual(['0', undefined]);
    for (const empty of ['', '  ']) expect(() => seedOf(empty)).toThrow(/^--seed: found an empty text; allowed: /);
  });
});

describe('readAccepted', () => {
  it('takes reasons of the surroundings, and refuses all others', () => {
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

describe('startOf', () => {
  it.each([
    ['1970-01-02', 86_400_000],
    ['1970-01-02T00:00:00Z', 86_400_000],
    ['2026-01-31T12:00:00+09:00', Date.UTC(2026, 0, 31, 3)],
    ['2028-02-29T00:00Z', Date.UTC(2028, 1, 29)],
    ['2099-12-31T23:59:59.999Z', Date.UTC(2100, 0, 1) - 1],
  ])('reads %s', (text, moment) => {
    expect(startOf(text)).toBe(moment);
  });

  it.each(['1970-01-01T23:59:59Z', '1969-12-31', '2100-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '0001-01-01'])(
    'refuses %s: too early or too late',
    (text) => {
      expect(() => startOf(text)).toThrow(UserError);
      expect(() => startOf(text)).toThrow(`--start: found '${text}'; allowed: from 1970-01-02 to 2099-12-31 (UTC)`);
    },
  );

  // Without a zone it would be another instant on another machine.
  it.each(['soon', '', '5', '2026', '2026-02-30', '2026-13-01', '2026-01-01T25:00:00Z', '2026-01-01T12:00:00'])(
    'refuses %j: no instant',
    (text) => {
      expect(() => startOf(text)).toThrow(/no instant; write it like 2026-01-31T12:00:00Z$/);
    },
  );
});
