import * as z from 'zod';
import { defineHandler, isTransient, TransientError } from '../../lib/aws/handler';
import type { Log } from '../../lib/aws/context';
import { CONTRACT_VERSION } from '../../lib/shapes/contract-version';
import { makeAccount } from './account';
import { expectRefusal, sdkError } from './answers';

const context = makeAccount().context();

/** A handler whose work fails. */
const runFailing = (error: unknown) =>
  defineHandler(z.object({}), () => Promise.reject(error as Error)).handle({}, context);

describe('defineHandler', () => {
  it('passes the parsed event and the context to the handler function, and returns its result', async () => {
    const { handle } = defineHandler(z.object({ n: z.int() }), ({ n }, given) =>
      Promise.resolve({ twice: 2 * n, same: given.aws === context.aws }),
    );
    expect(await handle({ n: 2, more: 'ignored' }, context)).toEqual({ twice: 4, same: true });
  });

  it('throws EventInvalid for an event of another shape before it calls the handler function', async () => {
    let worked = false;
    const { handle } = defineHandler(z.object({ name: z.string() }), () => {
      worked = true;
      return Promise.resolve({});
    });
    await expectRefusal(handle({ name: 1 }, context), 'EventInvalid', 'name');
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
      await expectRefusal(other(version), 'OtherVersion');
    await expectRefusal(other('7'), 'OtherVersion', {
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
    const message = 'ThrottlingException: ThrottlingException happened';
    expect(error).toMatchObject({ name: 'Transient', message, cause });
  });

  it('logs how a call ended, with the keys of its event on each line', async () => {
    const lines: object[] = [];
    const makeLog = (keys: object): Log => {
      const write = (level: string) => (message: string, details?: object) =>
        void lines.push({ level, message, ...keys, ...details });
      return { info: write('info'), warn: write('warn'), error: write('error'), withKeys: makeLog };
    };
    const given = { ...context, log: makeLog({}) };
    const { handle } = defineHandler(z.object({ executionId: z.string() }), ({ executionId }, { log }) => {
      log.info('working');
      return executionId === 'good' ? Promise.resolve({ living: 0 }) : Promise.reject(sdkError('AccessDenied', 403));
    });
    await handle({ executionId: 'good' }, given);
    await handle({ executionId: 'bad' }, given).catch(() => null);
    expect(lines).toEqual([
      { level: 'info', message: 'working', execution: 'good' },
      { level: 'info', message: 'done', execution: 'good', milliseconds: 0, answer: 'living=0' },
      { level: 'info', message: 'working', execution: 'bad' },
      {
        level: 'warn',
        message: 'failed',
        execution: 'bad',
        milliseconds: 0,
        error: 'AccessDenied',
        cause: 'AccessDenied happened',
      },
    ]);
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
  const timeout = Object.assign(new Error(''), { name: 'TimeoutError' });
  const simulated = Object.assign(new Error(''), { name: 'InternalError', statusCode: 500 });
  it.each([
    [true, 'an answer with 500', sdkError('InternalError', 500)],
    [true, 'an answer with 503', sdkError('ServiceUnavailable', 503)],
    [true, 'an answer with 429', sdkError('Whatever', 429)],
    [true, 'throttling of Step Functions and Systems Manager', sdkError('ThrottlingException')],
    [true, 'throttling of Lambda', sdkError('TooManyRequestsException', 429)],
    [true, 'throttling of EC2', sdkError('RequestLimitExceeded')],
    [true, 'throttling of S3', sdkError('SlowDown')],
    [true, 'a time-out of the client', timeout],
    [true, 'a time-out reported by S3', sdkError('RequestTimeout')],
    [true, 'a conflict of conditional writes', sdkError('ConditionalRequestConflict', 409)],
    [true, 'a conditional write in progress', sdkError('OperationAborted', 409)],
    [true, 'a connection that broke in the body', makeNodeError('ECONNRESET')],
    [true, 'a connection that was refused', makeNodeError('ECONNREFUSED')],
    [true, 'a name that was not resolved', makeNodeError('EAI_AGAIN')],
    [true, 'InternalError of the simulated account', simulated],
    [false, 'AccessDenied', sdkError('AccessDenied', 403)],
    [false, 'NoSuchKey', sdkError('NoSuchKey', 404)],
    [false, 'PreconditionFailed', sdkError('PreconditionFailed', 412)],
    [false, 'a TypeError', new TypeError('x is undefined')],
    [false, 'a missing file (ENOENT)', makeNodeError('ENOENT')],
    [false, 'a string', 'ThrottlingException'],
    [false, 'undefined', undefined],
  ])('is %s for %s', (expected, _what, error) => {
    expect(isTransient(error)).toBe(expected);
  });
});
