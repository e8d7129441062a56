import { makeMapMachine, PASS } from '../machines';
import { makeServices } from '../services';

describe('makeSfn', () => {
  it('loads the definition at each start, and refuses to register a name twice', async () => {
    const services = makeServices();
    let loaded = 0;
    const load = () => {
      loaded++;
      return PASS;
    };
    const stateMachineArn = services.sfn.register('late', load, 'role');
    expect(loaded).toBe(0);
    await services.call('sfn', 'StartExecution', { stateMachineArn });
    await services.call('sfn', 'StartExecution', { stateMachineArn });
    expect(loaded).toBe(2);
    expect(() => services.sfn.register('late', PASS, 'role')).toThrow('registered already');
  });

  it('returns the role of any execution, including children of Map runs', async () => {
    const services = makeServices();
    const stateMachineArn = services.sfn.register('results', makeMapMachine(1), 'results-role');
    const input = '{"items":[1,2]}';
    const { executionArn } = await services.call<{ executionArn: string }>('sfn', 'StartExecution', {
      stateMachineArn,
      name: 'e1__results',
      input,
    });
    expect(services.sfn.roleOf(executionArn)).toBe('results-role');
    await services.sfn.execution(executionArn).done;
    const children = services.sfn.mapRuns().flatMap((run) => run.children);
    expect(children.map(({ arn }) => services.sfn.roleOf(arn))).toEqual(['results-role', 'results-role']);
    expect(services.sfn.roleOf('arn:aws:states:xx-local-1:000000000000:execution:other:e1')).toBe('');
    expect(services.sfn.execution(children[0]?.arn ?? '')).toBe(children[0]);
  });

  it('lists executions in order of their start', async () => {
    const services = makeServices();
    const stateMachineArn = services.sfn.register('pass', PASS, 'role');
    for (const name of ['b', 'a', 'c']) await services.call('sfn', 'StartExecution', { stateMachineArn, name });
    expect(services.sfn.executions().map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });
});
