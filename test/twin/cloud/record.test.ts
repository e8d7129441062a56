import { BODY_CHARACTERS, forLog, keepForChecks } from '../../../lib/twin/cloud/record';
import { fenceKey } from '../../../lib/shapes/layout';
import type { CallRecord } from '../../../lib/twin/cloud/service';

const CALL: CallRecord = {
  time: '2026-01-01T00:00:00.000Z',
  execution: 'e1',
  state: 'Look',
  role: 'r',
  service: 's3',
  action: 'GetObject',
  input: { Key: 'k' },
};

describe('forLog', () => {
  it('cuts long bodies, those that were received more than those that were sent', () => {
    const Body = 'x'.repeat(5000);
    const output = {
      Body,
      get ETag() {
        return '"1"';
      },
    };
    const logged = forLog({ ...CALL, input: { Key: 'k', Body }, output });
    const cut = (length: number): string => `${'x'.repeat(length)}... [5000 characters]`;
    expect(logged.input).toEqual({ Key: 'k', Body: cut(BODY_CHARACTERS.sent) });
    expect(logged.output).toEqual({ Body: cut(BODY_CHARACTERS.received), ETag: '"1"' });
    expect(output.Body).toBe(Body);
  });

  it('tells of bytes how many they were', () => {
    const logged = forLog({ ...CALL, action: 'PutObject', input: { Key: 'k', Body: new Uint8Array(70_000) } });
    expect(logged.input).toEqual({ Key: 'k', Body: '[70000 bytes]' });
  });

  it('leaves everything else as it is', () => {
    const call = { ...CALL, input: { Body: 'x'.repeat(BODY_CHARACTERS.sent) }, output: { Body: 1, Contents: [] } };
    expect(forLog(call)).toBe(call);
    expect(forLog(CALL)).not.toHaveProperty('output');
  });
});

describe('keepForChecks', () => {
  const kept = (call: CallRecord): CallRecord[] => {
    const calls: CallRecord[] = [];
    keepForChecks(calls, call);
    return calls;
  };

  it.each(['GetObject', 'HeadObject', 'ListExecutions', 'DescribeInstances'])('drops an answered %s', (action) => {
    expect(kept({ ...CALL, action, output: { a: 1 } })).toEqual([]);
  });

  it.each(['GetObject', 'HeadObject'])('keeps a %s that found a fence, without the answer', (action) => {
    const look = { ...CALL, action, input: { Key: fenceKey('e1') } };
    expect(kept({ ...look, output: { Body: '{}' } })).toEqual([look]);
  });

  it.each(['CreateFleet', 'DeleteFileSystem', 'SendCommand', 'PutObject'])('keeps the answer of %s', (action) => {
    const call = { ...CALL, action, output: { a: 1 } };
    expect(kept(call)).toEqual([call]);
  });

  it('keeps errors', () => {
    const call = { ...CALL, error: { name: 'NoSuchKey', message: '' } };
    expect(kept(call)).toEqual([call]);
  });
});
