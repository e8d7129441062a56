import { toFunctionName, MAX_PAYLOAD_BYTES } from '../../../lib/twin/cloud/lambda';
import type { Caller } from '../../../lib/twin/cloud/service';
import { BUCKET, CALLER, expectRefusal, makeServices, type Services, T0 } from './services';

const JUST_TEXT: unknown = 'just text';

function setUp() {
  const seen: { payload: unknown; caller: Caller }[] = [];
  const services = makeServices({
    functions: (calls) => ({
      echo: async (payload, caller) => {
        seen.push({ payload, caller });
        return payload;
      },
      nothing: async () => undefined,
      refuse: () => Promise.reject(Object.assign(new Error('25 USD of 20'), { name: 'Budget.Exceeded' })),
      text: async () => {
        throw JUST_TEXT;
      },
      large: async () => 'x'.repeat(MAX_PAYLOAD_BYTES),
      read: async (payload, caller) => {
        const { key } = payload as { readonly key: string };
        const { s3 } = calls({ ...caller, state: 'read', role: 'read-role' });
        return (await s3.getObject({ Bucket: BUCKET, Key: key })).Body;
      },
      misuse: async (_payload, caller) => calls(caller).s3.getObject({ Bucket: BUCKET, Key: 'k', Range: 'bytes=0-1' }),
    }),
  });
  return { services, seen, invoke: makeInvoke(services) };
}

const makeInvoke = (services: Services) => (FunctionName: string, Payload?: string) =>
  services.call<{ Payload: string; FunctionError?: string }>('lambda', 'Invoke', { FunctionName, Payload });

describe('Invoke', () => {
  it('passes payload and result as JSON', async () => {
    const { seen, invoke } = setUp();
    const Payload = '{"a":[1,null]}';
    expect(await invoke('echo', Payload)).toEqual({ StatusCode: 200, ExecutedVersion: '$LATEST', Payload });
    expect(seen).toEqual([{ payload: { a: [1, null] }, caller: CALLER }]);
    await invoke('echo');
    expect(seen[1]?.payload).toEqual({});
    expect((await invoke('nothing')).Payload).toBe('null');
  });

  it('returns errorType, errorMessage, requestId and stackTrace of an exception', async () => {
    const { invoke } = setUp();
    const { FunctionError, Payload } = await invoke('refuse');
    expect(FunctionError).toBe('Unhandled');
    const { stackTrace, ...described } = JSON.parse(Payload) as { stackTrace: string[] };
    expect(Payload).toMatch(/^\{"errorMessage":.*"errorType":.*"requestId":.*"stackTrace":/);
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(described).toEqual({ errorMessage: '25 USD of 20', errorType: 'Budget.Exceeded', requestId });
    expect(stackTrace.length).toBeLessThanOrEqual(5);
    const text = JSON.parse((await invoke('text')).Payload);
    expect(text).toMatchObject({ errorType: 'string', errorMessage: 'just text' });
  });

  it('records AWS calls of a function under its own role, and returns SDK error names', async () => {
    const { services, invoke } = setUp();
    await services.store.put('k', 'content', false);
    expect((await invoke('read', '{"key":"k"}')).Payload).toBe('"content"');
    expect(services.calls.map(({ service, action, state, role }) => [service, action, state, role])).toEqual([
      ['s3', 'GetObject', 'read', 'read-role'],
      ['lambda', 'Invoke', 'Create', 'rig-role'],
    ]);
    expect(JSON.parse((await invoke('read', '{"key":"none"}')).Payload)).toMatchObject({ errorType: 'NoSuchKey' });
  });

  it('refuses payloads and results above 6 MB', async () => {
    const { invoke } = setUp();
    const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
    await expect(invoke('nothing', text(MAX_PAYLOAD_BYTES))).resolves.toBeDefined();
    await expectRefusal(invoke('nothing', text(MAX_PAYLOAD_BYTES + 1)), 'RequestTooLargeException');
    expect(JSON.parse((await invoke('large')).Payload)).toMatchObject({ errorType: 'Function.ResponseSizeTooLarge' });
  });

  it('refuses an unknown function, a payload that is not JSON, and a function that misuses an API', async () => {
    const { invoke } = setUp();
    await expectRefusal(invoke('misuse'), 'ArgumentError');
    await expectRefusal(invoke('toString'), 'ResourceNotFoundException', {
      message: 'Function not found: arn:aws:lambda:xx-local-1:000000000000:function:toString:$LATEST',
    });
    await expectRefusal(invoke('echo', '{'), 'InvalidRequestContentException');
  });
});

it('returns the function name of a name or ARN, with or without $LATEST', () => {
  const arn = 'arn:aws:lambda:xx-local-1:000000000000:function:echo';
  const names = ['echo', 'echo:$LATEST', arn, `${arn}:$LATEST`].map(toFunctionName);
  expect(names).toEqual(['echo', 'echo', 'echo', 'echo']);
});

it('throttles invocations beyond the concurrency limit with TooManyRequestsException', async () => {
  let [most, now] = [0, 0];
  const services = makeServices({
    lambda: { concurrency: 2, seconds: () => 5 },
    functions: () => ({
      count: async () => {
        now += 1;
        most = Math.max(most, now);
        await services.clock.sleep(1_000);
        now -= 1;
      },
    }),
  });
  const invoke = (): Promise<string> =>
    makeInvoke(services)('count').then(
      () => 'done',
      (error: Error) => error.name,
    );
  const all = await Promise.all([invoke(), invoke(), invoke()]);
  expect(all.sort()).toEqual(['TooManyRequestsException', 'done', 'done']);
  expect([await invoke(), most]).toEqual(['done', 2]);
});

describe('Lambda time-out', () => {
  function setUpSlowFunction(seconds: number) {
    const services = makeServices({
      lambda: { timeOut: (name) => (name === 'put' ? 290 : null) },
      functions: (calls) => ({
        put: async (_payload, caller) => {
          await calls(caller).s3.putObject({ Bucket: BUCKET, Key: 'begun', Body: '1' });
          await services.clock.sleep(1000 * seconds);
          await calls(caller).s3.putObject({ Bucket: BUCKET, Key: 'late', Body: '2' });
          return 'done';
        },
        unbounded: async () => {
          await services.clock.sleep(1_000_000);
          return 'done';
        },
      }),
    });
    return { services, invoke: makeInvoke(services) };
  }

  it('ends the function with Sandbox.Timedout, keeps its earlier writes, and drops later ones', async () => {
    const { services, invoke } = setUpSlowFunction(291);
    const answer = await invoke('put');
    expect(services.clock.now() - T0).toBe(290_000);
    expect(answer.FunctionError).toBe('Unhandled');
    expect(JSON.parse(answer.Payload)).toMatchObject({ errorType: 'Sandbox.Timedout' });
    await services.pass(1_000_000);
    expect(await services.store.list('')).toMatchObject([{ key: 'begun' }]);
  });

  it('returns the result of a function within its time-out or without any', async () => {
    const { services, invoke } = setUpSlowFunction(289);
    expect(await invoke('put')).toMatchObject({ Payload: '"done"' });
    expect(services.clock.now() - T0).toBe(289_000);
    expect(await invoke('unbounded')).toMatchObject({ Payload: '"done"' });
  });
});
