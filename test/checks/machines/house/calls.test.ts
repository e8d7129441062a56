import { listFindings, type Json, makeTask } from '../machines';
import cases from './calls.cases.json';

/** What is said about a call, but for the fence: a test of its own. */
const call = (action: string, args: Json, machine?: string): string[] =>
  listFindings({ A: makeTask(action, args) }, {}, machine).filter((one) => !one.startsWith('A fence: '));

const FLEET = cases.fleet;
const options = (more: Json): Json => ({ OnDemandOptions: { ...FLEET.OnDemandOptions, ...more } });
const SEND = cases.send;
const START = { StateMachineArn: '${RigMachineArn}', Name: 'a' };

describe('rules for SDK calls of state machines', () => {
  it.each<[string, Json, string]>([
    ['aws-sdk:ec2:createFleet', FLEET, 'rig'],
    ['aws-sdk:ssm:sendCommand', SEND, 'rig'],
    ['states:startExecution', START, 'rig'],
    ['states:startExecution.sync:2', START, 'rig'],
    ['aws-sdk:sfn:stopExecution', { ExecutionArn: 'a' }, 'rig'],
    ['aws-sdk:ec2:terminateInstances', { InstanceIds: [] }, 'teardown'],
    ['aws-sdk:efs:createMountTarget', { FileSystemId: 'fs-1' }, 'rig'],
    ['aws-sdk:efs:createFileSystem', { CreationToken: 'a' }, 'rig'],
    ['aws-sdk:ec2:describeInstances', {}, 'rig'],
  ])('accepts a correct call of %s', (action, args, machine) => {
    expect(call(action, args, machine)).toEqual([]);
  });

  it.each<[string, Json, string]>([
    ['aws-sdk:ec2:createFleet', { ...FLEET, Type: undefined }, 'fleet-shape: Type has to be "instant"'],
    ['aws-sdk:ec2:createFleet', { ...FLEET, Type: 'maintain' }, 'fleet-shape: Type has to be "instant"'],
    ['aws-sdk:ec2:createFleet', { ...FLEET, ...options({ MinTargetCapacity: 1 }) }, 'MinTargetCapacity has to equal'],
    ['aws-sdk:ec2:createFleet', { ...FLEET, TargetCapacitySpecification: {} }, 'MinTargetCapacity has to equal'],
    ['aws-sdk:ec2:createFleet', { ...FLEET, ...options({ SingleInstanceType: false }) }, 'SingleInstanceType has to'],
    ['aws-sdk:ec2:createFleet', { ...FLEET, ...options({ SingleAvailabilityZone: 1 }) }, 'SingleAvailabilityZone has'],
    ['aws-sdk:ec2:runInstances', {}, 'forbidden-call: '],
    ['aws-sdk:ec2:createFleet', { ...FLEET, ClientToken: '' }, 'create-token: Arguments needs ClientToken'],
    ['aws-sdk:efs:createFileSystem', { ClientToken: 'a' }, 'create-token: Arguments needs CreationToken'],
    ['aws-sdk:rds:createDBInstance', {}, 'create-unknown: rds:createDBInstance creates a resource'],
    ['aws-sdk:ec2:createTags', {}, 'create-unknown: '],
    ['aws-sdk:ec2:terminateInstances', { InstanceIds: [] }, 'delete-elsewhere: a delete belongs'],
    ['aws-sdk:ssm:sendCommand', { ...SEND, MaxConcurrency: undefined }, 'send-command: Arguments/MaxConcurrency has'],
    ['aws-sdk:ssm:sendCommand', { ...SEND, MaxConcurrency: '50' }, 'send-command: Arguments/MaxConcurrency has'],
    ['aws-sdk:ssm:sendCommand', { ...SEND, MaxErrors: '0' }, 'send-command: Arguments/MaxErrors has to be "100%"'],
    ['aws-sdk:ssm:sendCommand', { ...SEND, TimeoutSeconds: undefined }, 'Arguments/TimeoutSeconds bounds'],
    ['aws-sdk:ssm:sendCommand', { ...SEND, Parameters: { Command: ['a'] } }, 'ExecutionTimeout bounds'],
    ['states:startExecution', { ...START, Name: undefined }, 'execution-name: Arguments needs Name'],
    ['states:startExecution.sync:2', { ...START, Name: '' }, 'execution-name: Arguments needs Name'],
    ['aws-sdk:sfn:startExecution', { ...START, Name: undefined }, 'execution-name: Arguments needs Name'],
  ])('reports a broken rule for %s %j', (action, args, message) => {
    expect(call(action, args)).toEqual([expect.stringContaining(message)]);
  });
});

it('requires a timeout for machines and Tasks, and a Default for each Choice', () => {
  const get = (TimeoutSeconds: unknown): string[] =>
    listFindings({ A: makeTask('aws-sdk:s3:getObject', {}, { TimeoutSeconds }) });
  expect(get('{% $states.input.seconds %}')).toEqual([]);
  expect(get(undefined)).toEqual([expect.stringContaining('A task-timeout: ')]);
  expect(listFindings({ A: { Type: 'Succeed' } }, { TimeoutSeconds: undefined })).toEqual([
    ' machine-timeout: without TimeoutSeconds it may last a year',
  ]);
  const choice = { Type: 'Choice', Choices: [{ Condition: '{% $states.input.a %}', Next: 'B' }] };
  expect(listFindings({ A: choice, B: { Type: 'Succeed' } })).toEqual(['A choice-default: a Choice needs a Default']);
  expect(listFindings({ A: { ...choice, Default: 'B' }, B: { Type: 'Succeed' } })).toEqual([]);
});
