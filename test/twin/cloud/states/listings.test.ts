import { FAIL, makeMapMachine, makeWaitMachine } from '../machines';
import { expectRefusal, makeServices, readPages, startExecution } from '../services';

interface Listing {
  executions: { name: string; status: string; executionArn: string; mapRunArn?: string }[];
  nextToken?: string;
}

describe('ListExecutions', () => {
  async function setUp() {
    const services = makeServices();
    const stateMachineArn = services.sfn.register('rig', makeWaitMachine(60), 'role');
    const list = (more: object = {}) => services.call<Listing>('sfn', 'ListExecutions', { stateMachineArn, ...more });
    for (let n = 0; n < 5; n++) {
      await startExecution(services, stateMachineArn, { name: `e${n}` });
      await services.pass(20_000);
    }
    return { services, stateMachineArn, list };
  }

  it('lists the executions of one state machine, newest first, in pages', async () => {
    const { services, stateMachineArn } = await setUp();
    const other = services.sfn.register('other', FAIL, 'role');
    await startExecution(services, other);
    const asked = { stateMachineArn, maxResults: 2 };
    const pages = await readPages<{ name: string }>(services, ['sfn', 'ListExecutions'], 'executions', asked);
    expect(pages.map((page) => page.map(({ name }) => name))).toEqual([['e4', 'e3'], ['e2', 'e1'], ['e0']]);
  });

  it('filters by status', async () => {
    const { list } = await setUp();
    const names = async (statusFilter: string) => (await list({ statusFilter })).executions.map(({ name }) => name);
    expect(await names('SUCCEEDED')).toEqual(['e2', 'e1', 'e0']);
    expect(await names('RUNNING')).toEqual(['e4', 'e3']);
    // A status of children of a Map run only.
    await expectRefusal(names('PENDING_REDRIVE'), 'ValidationException');
  });

  it('repeats no execution when new ones start between two pages', async () => {
    const { services, stateMachineArn, list } = await setUp();
    const first = await list({ maxResults: 2 });
    await startExecution(services, stateMachineArn, { name: 'new' });
    const second = await list({ nextToken: first.nextToken });
    expect(second.executions.map(({ name }) => name)).toEqual(['e2', 'e1', 'e0']);
  });

  it('requires either a state machine or a Map run', async () => {
    const { stateMachineArn, list } = await setUp();
    await expectRefusal(list({ stateMachineArn: undefined }), 'ValidationException');
    await expectRefusal(list({ mapRunArn: 'x' }), 'ValidationException');
    await expectRefusal(list({ stateMachineArn: `${stateMachineArn}x` }), 'StateMachineDoesNotExist');
  });
});

describe('Step Functions Map run', () => {
  async function setUp(items: readonly number[], more: object = {}) {
    const services = makeServices();
    const call = <T = object>(action: string, input: object) => services.call<T>('sfn', action, input);
    const stateMachineArn = services.sfn.register('results', makeMapMachine(30, more), 'map-role');
    const input = JSON.stringify({ items });
    const { arn: executionArn } = await startExecution(services, stateMachineArn, { input });
    await services.pass(10_000);
    const { mapRuns } = await call<{ mapRuns: { mapRunArn: string }[] }>('ListMapRuns', { executionArn });
    const mapRunArn = mapRuns[0]?.mapRunArn ?? '';
    const children = async (filter: object = {}) =>
      (await call<Listing>('ListExecutions', { mapRunArn, ...filter })).executions;
    return { services, call, executionArn, mapRuns, mapRunArn, children };
  }

  it('is listed by its execution, and its children by the Map run', async () => {
    const { services, call, executionArn, mapRuns, mapRunArn, children } = await setUp([1, 2, 3]);
    expect(mapRuns).toEqual([expect.objectContaining({ executionArn, mapRunArn, startDate: expect.any(Date) })]);
    expect(mapRunArn).toMatch(/^arn:aws:states:xx-local-1:000000000000:mapRun:results\/Items:/);
    const running = { status: 'RUNNING', mapRunArn };
    expect(await children()).toMatchObject([running, running, running]);
    const [child] = await children({ maxResults: 1 });
    expect(services.sfn.roleOf(child?.executionArn ?? '')).toBe('map-role');
    const described = await call('DescribeExecution', { executionArn: child?.executionArn });
    expect(described).toMatchObject({ ...running, input: '3' });
  });

  it('has children that StopExecution aborts one by one, or all with their parent', async () => {
    const { services, call, executionArn, children } = await setUp([1, 2], { ToleratedFailurePercentage: 100 });
    const [last] = await children();
    await call('StopExecution', { executionArn: last?.executionArn });
    expect((await children({ statusFilter: 'ABORTED' })).map(({ name }) => name)).toEqual([last?.name]);
    expect(await children({ statusFilter: 'RUNNING' })).toHaveLength(1);
    await call('StopExecution', { executionArn });
    await services.pass(1);
    expect((await children()).map(({ status }) => status)).toEqual(['ABORTED', 'ABORTED']);
  });

  it('reports ResourceNotFound for an unknown Map run, and InvalidArn for a malformed ARN', async () => {
    const { children, mapRunArn } = await setUp([1]);
    await expectRefusal(children({ mapRunArn: `${mapRunArn}x` }), 'ResourceNotFound');
    await expectRefusal(children({ mapRunArn: 'x' }), 'InvalidArn');
  });
});
