import { findNoResponse, readAccepted, pickExecutionName, readSeed, toText } from '../../lib/cli/options';

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

describe('findNoResponse', () => {
  const fail = (message: string, more: object) => Object.assign(new Error(message), more);
  const VARIABLES = ['AWS_ENDPOINT_URL', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'];
  const say = (error: Error, env: object = {}): string | undefined => {
    const before = { ...process.env };
    for (const name of VARIABLES) delete process.env[name];
    Object.assign(process.env, env);
    try {
      return findNoResponse('doctor', error)?.message;
    } finally {
      for (const name of VARIABLES) delete process.env[name];
      Object.assign(process.env, before);
    }
  };
  const REFUSED = fail('connect ECONNREFUSED 127.0.0.1:9', { code: 'ECONNREFUSED' });
  const CHECK = 'Check network, DNS and firewall; ';

  it('names the endpoint, or the proxy that fsxbench ignores', () => {
    expect(say(REFUSED, { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' })).toBe(
      `doctor: could not reach http://127.0.0.1:9 (AWS_ENDPOINT_URL): ${REFUSED.message}. ${CHECK}` +
        'fsxbench uses no proxy',
    );
    expect(say(REFUSED, { HTTPS_PROXY: 'http://p:3128' })).toBe(
      `doctor: could not reach AWS: ${REFUSED.message}. ${CHECK}HTTPS_PROXY is set, but fsxbench ignores it`,
    );
  });

  it.each([
    [
      'a failed connection without a message',
      fail('', { code: 'ECONNREFUSED' }),
      'could not reach AWS: ECONNREFUSED. ',
    ],
    [
      'an unknown name',
      fail('getaddrinfo ENOTFOUND x', { code: 'ENOTFOUND', hostname: 'sts.us-east-1.amazonaws.com' }),
      'could not reach sts.us-east-1.amazonaws.com: getaddrinfo ENOTFOUND x. ',
    ],
    ['several addresses', Object.assign(new AggregateError([REFUSED], ''), { code: undefined }), REFUSED.message],
    ['credentials from an unreachable server', fail('no token', { cause: REFUSED }), REFUSED.message],
    ['a certificate of a proxy', fail('self-signed', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }), 'self-signed. '],
    ['a time-out', fail('Socket timed out', { name: 'TimeoutError' }), 'Socket timed out. '],
  ])('finds no response in %s', (_what, error, text) => expect(say(error)).toContain(text));

  it.each([
    ['refused credentials', fail('expired', { name: 'ExpiredTokenException', $metadata: { httpStatusCode: 403 } })],
    ['missing credentials', fail('Could not load', { name: 'CredentialsProviderError' })],
    ['an unreadable file', fail('EACCES: open', { code: 'EACCES' })],
  ])('returns undefined for %s', (_what, error) => expect(say(error)).toBeUndefined());
});
