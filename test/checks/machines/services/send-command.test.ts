import { found, type Json, task } from '../machines';

const RIGHT = {
  DocumentName: '${RunScriptDocument}',
  MaxConcurrency: '100%',
  MaxErrors: '100%',
  TimeoutSeconds: 600,
  Parameters: { ExecutionTimeout: ['60'] },
};
/** What is said of it, but for the fence: `house/fence.test.ts`. */
const send = (more: Json): string[] =>
  found({ A: task('aws-sdk:ssm:sendCommand', { ...RIGHT, ...more }) }).filter((one) => !one.startsWith('A fence: '));

describe('send-command', () => {
  it('reaches all hosts and is bounded twice', () => {
    expect(send({})).toEqual([]);
  });

  it.each<[Json, string]>([
    [{ MaxConcurrency: undefined }, 'Arguments/MaxConcurrency has to be "100%"'],
    [{ MaxConcurrency: '50' }, 'Arguments/MaxConcurrency has to be "100%"'],
    [{ MaxErrors: '0' }, 'Arguments/MaxErrors has to be "100%"'],
    [{ TimeoutSeconds: undefined }, 'Arguments/TimeoutSeconds bounds'],
    [{ Parameters: { Command: ['a'] } }, 'ExecutionTimeout bounds'],
    [{ DocumentName: undefined }, 'DocumentName is missing'],
  ])('refuses %j', (more, message) => {
    expect(send(more)).toEqual([expect.stringContaining(`A send-command: `)]);
    expect(send(more)[0]).toContain(message);
  });
});
