import { mapOf, PASS } from '../machines';
import { makeWorld } from '../world';

describe('makeSfn', () => {
  it('loads a machine at each start, as it is deployed then, and refuses a second of its name', async () => {
    const world = makeWorld();
    let loaded = 0;
    const load = () => {
      loaded++;
      return PASS;
    };
    const stateMachineArn = world.sfn.register('late', load, 'role');
    expect(loaded).toBe(0);
    await world.call('sfn', 'StartExecution', { stateMachineArn });
    await world.call('sfn', 'StartExecution', { stateMachineArn });
    expect(loaded).toBe(2);
    expect(() => world.sfn.register('late', PASS, 'role')).toThrow('registered already');
  });

  it('knows the role of any execution, children of Map runs included', async () => {
    const world = makeWorld();
    const stateMachineArn = world.sfn.register('results', mapOf(1), 'results-role');
    const input = '{"items":[1,2]}';
    const { executionArn } = await world.call<{ executionArn: string }>('sfn', 'StartExecution', {
      stateMachineArn,
      name: 'e1__results',
      input,
    });
    expect(world.sfn.roleOf(executionArn)).toBe('results-role');
    await world.sfn.execution(executionArn).done;
    const children = world.sfn.mapRuns().flatMap((run) => run.children);
    expect(children.map(({ arn }) => world.sfn.roleOf(arn))).toEqual(['results-role', 'results-role']);
    expect(world.sfn.roleOf('arn:aws:states:xx-local-1:000000000000:execution:other:e1')).toBe('');
    expect(world.sfn.execution(children[0]?.arn ?? '')).toBe(children[0]);
  });

  it('lists executions in the order of their start', async () => {
    const world = makeWorld();
    const stateMachineArn = world.sfn.register('pass', PASS, 'role');
    for (const name of ['b', 'a', 'c']) await world.call('sfn', 'StartExecution', { stateMachineArn, name });
    expect(world.sfn.executions().map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });
});
