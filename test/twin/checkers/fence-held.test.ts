import { fenceKey } from '../../../lib/shapes/layout';
import { fenceHeld } from '../../../lib/twin/checkers/fence-held';
import type { CallRecord } from '../../../lib/twin/cloud/service';
import { call, calls, codes, fence, FENCED, fleet, ID, look, send, SETTLE, template } from './clean-execution';

function judged(log: CallRecord[]): string[] {
  return codes(fenceHeld, { calls: log });
}

/** A look that found the fence closed. */
function lookedClosed(seconds: number): CallRecord {
  const { error: _, ...answered } = look(seconds, `${ID}__r1`);
  return { ...answered, output: { Body: '{}' } };
}

it('is content with a clean log, in whatever order calls were answered', () => {
  expect(judged(calls())).toEqual([]);
  expect(judged(calls().reverse())).toEqual([]);
});

it.each([
  ['a fleet', (seconds: number) => fleet(seconds)],
  ['a template', (seconds: number) => template(seconds)],
  ['a command', (seconds: number) => send(seconds, 't0003.a1')],
  ['a file system', (seconds: number) => call(seconds, `${ID}__r1`, 'fsx:CreateFileSystem')],
  ['instances', (seconds: number) => call(seconds, `${ID}__r1`, 'ec2:RunInstances')],
])('complains about %s after the fence had settled, although it was looked at before', (_, make) => {
  const log = [look(FENCED - 1, `${ID}__r1`), make(FENCED + SETTLE + 1)];
  expect(judged([...log, fence(FENCED)])).toEqual(['AfterFence']);
});

it('complains about a create after the fence whose look came after it too', () => {
  expect(judged([fence(FENCED), look(FENCED + 1, `${ID}__r1`), fleet(FENCED + 2)])).toEqual(['AfterFence']);
});

it('lets a create pass that was under way when the fence fell', () => {
  expect(judged([look(FENCED - 1, `${ID}__r1`), fence(FENCED), fleet(FENCED + 1)])).toEqual([]);
});

it('complains about a create without a look, also where another rig looked', () => {
  expect(judged([fleet(4)])).toEqual(['NoLook']);
  expect(judged([look(3, `${ID}__r2`), fleet(4)])).toEqual(['NoLook']);
  expect(judged([fleet(4), look(5, `${ID}__r1`)])).toEqual(['NoLook']);
});

it('complains about a create although the fence was found closed, or could not be looked at', () => {
  expect(judged([lookedClosed(3), fleet(4)])).toEqual(['LookIgnored']);
  const failed = { ...look(3, `${ID}__r1`), error: { name: 'AccessDenied', message: '' } };
  expect(judged([look(1, `${ID}__r1`), failed, fleet(4)])).toEqual(['LookIgnored']);
});

it('takes one look for one create of a kind, with its retries, and for one attempt', () => {
  const open = look(1, `${ID}__r1`);
  expect(judged([open, template(2), fleet(3), fleet(4)])).toEqual([]);
  expect(judged([open, fleet(3), fleet(4, `${ID}__r1`, 'second-role')])).toEqual(['StaleLook']);
  expect(judged([open, send(2, 't0001.a1'), send(3, 't0001.a1')])).toEqual([]);
  expect(judged([open, send(2, 't0001.a1'), send(3, 't0001.a2')])).toEqual(['StaleLook']);
  expect(judged([open, send(2, 'p1'), send(3, 'p2')])).toEqual([]);
});

it('takes a refused close for none', () => {
  const refused = { ...fence(2), error: { name: 'SlowDown', message: '' } };
  expect(judged([look(1, `${ID}__r1`), refused, fleet(FENCED), fence(FENCED + 1)])).toEqual([]);
});

it("does not mind other executions, deletes, tags and the results' own objects", () => {
  const log = [
    fence(1),
    call(2, `${ID}0__r1`, 'ec2:CreateFleet'),
    call(3, ID, 'ec2:TerminateInstances'),
    call(4, ID, 'ec2:CreateTags'),
    call(5, ID, 's3:PutObject', { input: { Key: 'receipt.json' } }),
    call(6, ID, 'sfn:StartExecution'),
  ];
  expect(judged(log)).toEqual([]);
});

it('finds a create of nobody by its tag', () => {
  const orphan = { ...fleet(FENCED + SETTLE + 1), execution: '' };
  expect(judged([look(1, ''), fence(FENCED), orphan])).toEqual(['AfterFence']);
  expect(fenceKey(ID)).toContain(ID);
});
