/** The end of a deployment, in virtual time: nothing is deleted before nothing is left. */
import type { Interrupts } from '../../../lib/cli/interrupts';
import { deleteDeployment } from '../../../lib/cli/commands/down';
import { start } from '../../../lib/cli/commands/executions';
import { ServiceError } from '../../../lib/twin/cloud/service';
import { captureCli } from '../capture-cli';
import { makeDeploymentWithFolder } from '../deployment';

const MINUTE = 60_000;

describe('fsxbench down in a simulated account', () => {
  it('stops the execution, waits for its cleanup, and deletes both stacks', async () => {
    const on = makeDeploymentWithFolder();
    await on.call(start, ['spec.yaml'], { name: 'night' });
    await on.clock.sleep(20 * MINUTE);
    const { code, out, err } = await on.call(deleteDeployment, [], { yes: true });
    expect(err).toBe(
      'waiting for cleanup and result of night\ndeleting FsxbenchLocalBench\ndeleting FsxbenchLocalSafety\n',
    );
    expect(out).toContain('FsxbenchLocalBench and FsxbenchLocalSafety are deleted.\nThe bucket fsxbench-results stays');
    expect([code, on.removed]).toEqual([0, ['FsxbenchLocalBench', 'FsxbenchLocalSafety']]);
    for (const key of ['proven/night.json', 'results/night.json']) expect(await on.store.get(key)).toBeDefined();
  });

  it('waits for an execution without proof of cleanup when the bench stack was deleted by hand', async () => {
    const on = makeDeploymentWithFolder();
    await on.store.put('pointers/old.json', '{"experiment":"small-lustre"}', false);
    on.faults.push(({ caller, action, input }) =>
      caller.role === 'person' && action === 'ListExecutions' && JSON.stringify(input).includes('experiment')
        ? new ServiceError('StateMachineDoesNotExist', 'gone', 400)
        : undefined,
    );
    const ended = on.call(deleteDeployment, [], { yes: true });
    await on.clock.sleep(90 * MINUTE);
    expect(on.removed).toEqual([]);
    await on.store.put('proven/old.json', '{}', false);
    await on.store.put('results/old.json', '{"clean":true}', false);
    const { code, err } = await ended;
    expect([code, on.removed.length]).toEqual([0, 2]);
    expect(err).toContain('waiting for cleanup and result of old\n');
  });

  it('deletes no stack after Ctrl-C, exits 130 and leaves starts paused', async () => {
    const on = makeDeploymentWithFolder();
    const { cli, err } = captureCli();
    const interrupts: Interrupts = {
      take: ({ first }) => {
        first();
        return () => undefined;
      },
    };
    expect(await deleteDeployment({ ...cli, interrupts }, on.operator, [], { yes: true })).toBe(130);
    expect(on.removed).toEqual([]);
    expect(err()).toContain('No stack was deleted. Starts of fsxbench-local remain paused.');
  });

  it.each([
    [new ServiceError('AccessDenied', 'no', 403), 'AccessDenied', /^no$/],
    [
      new Error('DELETE_FAILED'),
      'StackNotDeleted',
      /FsxbenchLocalBench could not be deleted: DELETE_FAILED\. Resources .*resume$/,
    ],
  ])('throws AccessDenied unchanged, and StackNotDeleted with a remedy (case %#)', async (error, name, message) => {
    const on = makeDeploymentWithFolder();
    Object.assign(on.operator, { removeStack: () => Promise.reject(error) });
    const failed = (await on.call(deleteDeployment, [], { yes: true }).catch((one: unknown) => one)) as Error;
    expect([failed.name, failed.message]).toEqual([name, expect.stringMatching(message)]);
  });

  it('refuses to delete without --yes', async () => {
    const on = makeDeploymentWithFolder();
    await expect(on.call(deleteDeployment)).rejects.toThrow(
      'down needs --yes. It blocks new executions, stops running ones, waits for their receipts and results, ' +
        'then deletes ',
    );
    expect(on.calls).toEqual([]);
  });
});
