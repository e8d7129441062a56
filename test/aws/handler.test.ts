import * as z from 'zod';
import { defineHandler, isTransient, TransientError } from '../../lib/aws/handler';
import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { makeAccount } from './account';
import { sdkError } from './answers';

const context = makeAccount().context();

/** A handler whose work fails. */
function runFailing(error: unknown) {
  return defineHandler(z.object({}), () => Promise.reject(error as Error)).handle({}, context);
}

describe('defineHandler', () => {
  it('passes the parsed event and the context to the handler function, and returns its result', async () => {
    const { handle } = defineHandler(z.object({ n: z.int() }), ({ n }, given) =>
      Promise.resolve({ twice: 2 * n, same: given === context }),
    );
    expect(await handle({ n: 2, more: 'ignored' }, context)).toEqual({ twice: 4, same: true });
  });

  it('throws EventInvalid for an event of another shape before it calls the handler function', async () => {
    let worked = false;
    const { handle } = defineHandler(z.object({ name: z.string() }), () => {
      worked = true;
      return Promise.resolve({});
    });
    await expect(handle({ name: 1 }, context)).rejects.toMatchObject({
      name: 'EventInvalid',
      message: expect.stringContaining('name'),
    });
    expect(worked).toBe(false);
  });

  it('throws OtherVersion for an event with another contract version, and accepts events without one', async () => {
    const worked: unknown[] = [];
    const { handle } = defineHandler(z.object({}), (event) => Promise.resolve(worked.push(event)));
    for (const event of [{}, null, { version: String(CONTRACT_VERSION) }])
      await handle(event, context).catch(() => null);
    expect(worked).toHaveLength(2);
    const other = (version: unknown): unknown => handle({ version }, context);
    for (const version of ['1', String(CONTRACT_VERSION + 1), '0', CONTRACT_VERSION, null, ''])
      await expect(other(version)).rejects.toMatchObject({ name: 'OtherVersion' });
    await expect(other('7')).rejects.toMatchObject({
      facts: { planned: '7', deployed: CONTRACT_VERSION },
      message:
        'contract version 7 planned this execution, but version 3 is deployed: the stacks were updated while it ran. ' +
        'fsxbench deletes its resources. Completed rounds count. Start the spec again under another name.',
    });
    expect(worked).toHaveLength(2);
  });

  it('throws errors that can be retried as Transient, with their name and message', async () => {
    const cause = sdkError('ThrottlingException');
    const error = await runFailing(cause).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransientError);
    expect(error).toMatchObject({
      name: 'Transient',
      message: 'ThrottlingException: ThrottlingException happened',
      cause,
    });
  });

  it('rethrows every other error unchanged', async () => {
    const error = sdkError('AccessDenied', 403);
    await expect(runFailing(error)).rejects.toBe(error);
  });
});

/** As Node names what happens to a connection: the name says nothing, the code does. */
function makeNodeError(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code });
}

describe('isTransient', () => {
  it.each([
    ['an answer with 500', sdkError('InternalError', 500)],
    ['an answer with 503', sdkError('ServiceUnavailable', 503)],
    ['an answer with 429', sdkError('Whatever', 429)],
    ['throttling of Step Functions and Systems Manager', sdkError('ThrottlingException')],
    ['throttling of Lambda', sdkError('TooManyRequestsException', 429)],
    ['throttling of EC2', sdkError('RequestLimitExceeded')],
    ['throttling of S3', sdkError('SlowDown')],
    ['a time-out of the client', Object.assign(new Error(''), { name: 'TimeoutError' })],
    ['a time-out reported by S3', sdkError('RequestTimeout')],
    ['a conflict of conditional writes', sdkError('ConditionalRequestConflict', 409)],
    ['a conditional write in progress', sdkError('OperationAborted', 409)],
    ['a connection that broke in the body', makeNodeError('ECONNRESET')],
    ['a connection that was refused', makeNodeError('ECONNREFUSED')],
    ['a name that was not resolved', makeNodeError('EAI_AGAIN')],
    [
      'InternalError of the simulated account',
      Object.assign(new Error(''), { name: 'InternalError', statusCode: 500 }),
    ],
  ])('is true for %s', (_what, error) => {
    expect(isTransient(error)).toBe(true);
  });

  it.each([
    ['AccessDenied', sdkError('AccessDenied', 403)],
    ['NoSuchKey', sdkError('NoSuchKey', 404)],
    ['PreconditionFailed', sdkError('PreconditionFailed', 412)],
    ['a TypeError', new TypeError('x is undefined')],
    ['a missing file (ENOENT)', makeNodeError('ENOENT')],
    ['a string', 'ThrottlingException'],
    ['undefined', undefined],
  ])('is false for %s', (_what, error) => {
    expect(isTransient(error)).toBe(false);
  });
});
