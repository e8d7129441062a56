import { findSdkFaults } from '../../../../checks/machines/house/sdk-calls';
import { installedService, type Service } from '../../../../checks/machines/house/sdk-model';
import { readSubject } from '../../../../checks/machines/subject';
import { loadMachine } from '../../../../lib/asl/interpreter/loader';
import { type Json, machine, task } from '../machines';
import cases from './sdk-calls.cases.json';

/** Two small services. */
const TABLE = cases.table as unknown as Readonly<Record<string, Service>>;

function found(
  action: string,
  args: Json,
  more: Json = {},
  services = (name: string): Service | undefined => TABLE[name],
): string[] {
  const text = machine({ A: task(action, args, more) });
  const subject = readSubject(loadMachine('small', text, {}, { unfilled: 'keep' }));
  return findSdkFaults(subject, services).map(({ rule, message }) => `${rule}: ${message}`);
}

const CREATE = 'aws-sdk:fsx:createFileSystem';
const right = { FileSystemType: 'LUSTRE' };

describe('sdk-action', () => {
  it('is silent about calls that exist', () => {
    expect(found(CREATE, right)).toEqual([]);
  });

  it.each(cases.wrongCalls)('%s: %s', (action, message) => {
    expect(found(action, right)).toEqual([expect.stringContaining(message)]);
  });
});

describe('sdk-member', () => {
  it.each([
    [{ FileSystemTyp: 1, ...right }, 'Arguments/FileSystemTyp is none of DnsName, FileSystemType'],
    [{}, 'Arguments needs FileSystemType'],
    [{ ...right, Tags: [{ Key: 'a' }, { Kex: 'b' }] }, 'Arguments/Tags[1]/Kex is none of ETag, Key'],
    [{ ...right, Labels: { any: { Kex: 'b' } } }, 'Arguments/Labels/any/Kex is none of'],
    [{ ...right, DNSName: 'a' }, 'Arguments/DNSName is spelt DnsName in an integration'],
    [{ ...right, fileSystemType: 'a' }, 'Arguments/fileSystemType is spelt FileSystemType'],
  ])('%j: %s', (args, message) => {
    expect(found(CREATE, args)).toEqual([expect.stringContaining(`sdk-member: ${message}`)]);
  });

  it.each(['OpenZFSConfiguration', 'OpenZfsConfiguration', 'ResourceARN', 'ResourceArn'])(
    'calls %s uncertain, however it is spelt',
    (name) => {
      expect(found(CREATE, { ...right, [name]: {} })).toEqual([expect.stringContaining('has an acronym inside')]);
    },
  );

  it('allows what is right, and expressions, into which it does not look', () => {
    const args = { ...right, DnsName: 'a', Tags: '{% $states.input.tags %}', Labels: { any: { Key: 'a', ETag: 'b' } } };
    expect(found(CREATE, args)).toEqual([]);
  });

  it('knows arguments of integrations that Step Functions made itself', () => {
    const start = { StateMachineArn: 'a', Name: 'b', Input: { any: 'thing' } };
    expect(found('states:startExecution.sync:2', start)).toEqual([]);
    expect(found('states:startExecution', { StateMachineArn: 'a', ExecutionName: 'b' })).toEqual([
      'sdk-member: Arguments/ExecutionName is none of Input, Name, StateMachineArn',
    ]);
    expect(found('lambda:invoke', { FunctionName: 'f', Payload: { a: 1 } })).toEqual([]);
    expect(found('lambda:invoke', { Function: 'f' })).toEqual([
      expect.stringContaining('sdk-member: Arguments/Function is none of ClientContext, FunctionName'),
    ]);
  });
});

describe('sdk-result', () => {
  const output = (path: string): Json => ({ Output: `{% $states.result.${path} %}` });

  it.each(cases.silentAbout)('is silent about %s', (path) => {
    expect(found(CREATE, right, output(path))).toEqual([]);
  });

  it.each(cases.absentCalls)('%s: %s', (path, message) => {
    expect(found(CREATE, right, output(path))).toEqual([expect.stringContaining(message)]);
  });

  it('knows what lambda:invoke gives', () => {
    expect(found('lambda:invoke', { FunctionName: 'f' }, output('Payload.any'))).toEqual([]);
    expect(found('lambda:invoke', { FunctionName: 'f' }, output('payload'))).toEqual([
      expect.stringContaining('sdk-result: Output: $states.result.payload is none of'),
    ]);
  });

  it('says nothing about the answers of calls that wait for something else', () => {
    expect(found(`${CREATE}.waitForTaskToken`, right, output('whatever'))).toEqual([]);
  });
});

describe('the table of the installed SDK', () => {
  const fleet = { LaunchTemplateConfigs: [], TargetCapacitySpecification: { TotalTargetCapacity: 1 } };

  it('knows real calls', () => {
    expect(
      found('aws-sdk:ec2:createFleet', fleet, { Output: '{% $states.result.Instances %}' }, installedService),
    ).toEqual([]);
    const wrong = { ...fleet, TagSpecifications: [{ ResourceTyp: 'fleet' }] };
    expect(found('aws-sdk:ec2:createFleet', wrong, {}, installedService)).toEqual([
      expect.stringContaining('Arguments/TagSpecifications[0]/ResourceTyp is none of ResourceType, Tags'),
    ]);
    expect(found('aws-sdk:ec2:createFleets', fleet, {}, installedService)).toEqual([
      'sdk-action: the call ec2:createFleets does not exist',
    ]);
  });
});
