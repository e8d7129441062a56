import {
  commandStatus,
  type Details,
  errorCount,
  type Invocation,
  isOver,
  statusOf,
} from '../../../../lib/twin/cloud/ssm/invocation';

const invocations = (...details: Details[]): Invocation[] =>
  details.map((one, rank) => ({ instanceId: `i-${rank}`, rank, details: one }));

describe('commandStatus', () => {
  it.each<[Details[], number, string, string]>([
    [['Pending', 'Pending'], 0, 'Pending', 'Pending'],
    [['Pending', 'InProgress'], 0, 'InProgress', 'InProgress'],
    [['Success', 'InProgress'], 0, 'InProgress', 'InProgress'],
    [['Success', 'Success'], 0, 'Success', 'Success'],
    [['Success', 'Failed'], 0, 'Failed', 'Failed'],
    [['Success', 'Failed'], 2, 'Failed', 'Incomplete'],
    [['Failed', 'Failed'], 2, 'Failed', 'Failed'],
    [['Failed', 'Terminated'], 0, 'Failed', 'Failed'],
    [['Success', 'ExecutionTimedOut'], 0, 'TimedOut', 'ExecutionTimedOut'],
    [['Success', 'DeliveryTimedOut'], 0, 'TimedOut', 'DeliveryTimedOut'],
    [['Success', 'DeliveryTimedOut'], 2, 'Failed', 'Incomplete'],
    [['Success', 'Undeliverable'], 0, 'Success', 'Success'],
    [['Undeliverable'], 0, 'Failed', 'Undeliverable'],
    [[], 0, 'Success', 'NoInstancesInTag'],
  ])('of %j with %d errors borne is %s, %s', (details, borne, status, why) => {
    expect(commandStatus(invocations(...details), borne, false)).toEqual({ status, details: why });
  });

  it('tells that a command was cancelled', () => {
    expect(commandStatus(invocations('InProgress', 'Cancelled'), 0, true).status).toBe('Cancelling');
    expect(commandStatus(invocations('Success', 'Cancelled'), 0, true).status).toBe('Cancelled');
  });
});

describe('invocations', () => {
  it('are over in all but two states', () => {
    const all: Details[] = ['Pending', 'InProgress', 'Success', 'Failed', 'Cancelled', 'Undeliverable', 'Terminated'];
    expect(invocations(...all).filter(isOver)).toHaveLength(5);
  });

  it('count as errors when they failed or took too long on the host', () => {
    expect(errorCount(invocations('Failed', 'ExecutionTimedOut', 'DeliveryTimedOut', 'Undeliverable', 'Success'))).toBe(
      2,
    );
  });

  it('show a time-out of either kind as TimedOut, and what never arrived as Failed', () => {
    expect(statusOf('DeliveryTimedOut')).toBe('TimedOut');
    expect(statusOf('ExecutionTimedOut')).toBe('TimedOut');
    expect(statusOf('Undeliverable')).toBe('Failed');
  });
});
