import { writeReceipt } from '../../lib/aws/receipt';
import type { Receipt } from '../../lib/shapes/receipt';
import { FakeAccount, instance, sdkError, T0, template } from './fake-calls';

const KEY = 'executions/disks/exec/receipt.json';
const EVENT = {
  executionId: 'exec',
  experiment: 'disks',
  outcome: 'ABORTED',
  fencedAt: '2026-11-21T09:00:00.000Z',
} as const;

function world() {
  const account = new FakeAccount();
  const written = (): Receipt => JSON.parse(account.objects.get(KEY) ?? '') as Receipt;
  return { account, context: account.context(), written };
}

describe('writeReceipt', () => {
  it('is clean where nothing is, and says what was looked at', async () => {
    const { context, written } = world();
    expect(await writeReceipt(EVENT, context)).toEqual({ clean: true, receiptKey: KEY });
    expect(written()).toEqual({
      schemaVersion: 1,
      ...EVENT,
      clean: true,
      verifiedAt: '2026-11-21T10:00:00.000Z',
      resources: [],
      left: [],
      covered: ['ec2:instance', 'ec2:launch-template', 'fsx:file-system'],
    });
  });

  it('is clean where all that EC2 still shows is terminated', async () => {
    const { account, context, written } = world();
    account.instances.push(instance('i-1', 'terminated'));
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(written().resources).toEqual([{ kind: 'ec2:instance', id: 'i-1', rig: 'exec.r1', state: 'terminated' }]);
  });

  it.each(['shutting-down', 'stopped', 'running', 'never-heard-of'])(
    'is not clean with an instance that is %s',
    async (state) => {
      const { account, context, written } = world();
      account.instances.push(instance('i-1', state), instance('i-2', 'terminated'));
      expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
      expect(written()).toMatchObject({
        clean: false,
        left: [{ kind: 'ec2:instance', id: 'i-1', rig: 'exec.r1', state }],
      });
    },
  );

  it('tells of what teardowns found, though no listing shows it any more', async () => {
    const { account, context, written } = world();
    account.instances.push(instance('i-1', 'terminated'));
    const seen = [
      { kind: 'fsx:file-system', id: 'fs-1', rig: 'exec.r1', state: 'AVAILABLE' },
      { kind: 'ec2:instance', id: 'i-1', rig: 'exec.r1', state: 'running' },
    ];
    account.objects.set('executions/disks/exec/seen/exec.r1.json', JSON.stringify(seen));
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(written().resources).toEqual([
      { ...seen[0], state: 'gone' },
      { ...seen[1], state: 'terminated' },
    ]);
  });

  it('is not clean with a template, and knows no rig where it carries none', async () => {
    const { account, context, written } = world();
    account.templates.push(template('lt-1', { 'fsxbench:rig': undefined }));
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: false });
    expect(written().left).toEqual([{ kind: 'ec2:launch-template', id: 'lt-1', rig: null, state: 'available' }]);
  });

  it('keeps what an earlier one saw, as gone', async () => {
    const { account, context, written } = world();
    account.instances.push(instance('i-1', 'running'));
    account.templates.push(template('lt-1'));
    await writeReceipt(EVENT, context);
    account.instances.splice(0, 1, instance('i-1', 'terminated'));
    account.templates.length = 0;
    account.now = T0 + 60_000;
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
    expect(written()).toMatchObject({ verifiedAt: '2026-11-21T10:01:00.000Z', left: [] });
    expect(written().resources).toEqual([
      { kind: 'ec2:launch-template', id: 'lt-1', rig: 'exec.r1', state: 'gone' },
      { kind: 'ec2:instance', id: 'i-1', rig: 'exec.r1', state: 'terminated' },
    ]);
    account.instances.length = 0;
    await writeReceipt(EVENT, context);
    expect(written().resources.map((one) => [one.id, one.state])).toEqual([
      ['lt-1', 'gone'],
      ['i-1', 'gone'],
    ]);
  });

  it('is about this execution only', async () => {
    const { account, context } = world();
    account.instances.push(
      instance('i-1', 'running', { 'fsxbench:execution': 'exec2' }),
      instance('i-2', 'running', { 'fsxbench:stack': 'bench2' }),
    );
    expect(await writeReceipt(EVENT, context)).toMatchObject({ clean: true });
  });

  // "Could not look" is never "clean".
  it.each(['describeInstances', 'describeLaunchTemplates', 'getObject'])(
    'writes none where %s fails',
    async (action) => {
      const { account, context } = world();
      account.fault((called) => (called === action ? sdkError('UnauthorizedOperation', 403) : undefined));
      await expect(writeReceipt(EVENT, context)).rejects.toMatchObject({ name: 'UnauthorizedOperation' });
      expect(account.objects.has(KEY)).toBe(false);
    },
  );

  it('fails where it cannot be written', async () => {
    const { account, context } = world();
    account.fault((called) => (called === 'putObject' ? sdkError('AccessDenied', 403) : undefined));
    await expect(writeReceipt(EVENT, context)).rejects.toMatchObject({ name: 'AccessDenied' });
  });
});
