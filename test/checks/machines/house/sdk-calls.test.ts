import { findSdkFaults } from '../../../../checks/machines/house/sdk-calls';
import { installedService, type Service } from '../../../../checks/machines/house/sdk-model';
import { readSubject } from '../../../../checks/machines/subject';
import { loadMachine } from '../../../../lib/asl/interpreter/loader';
import { type Json, makeMachine, makeTask } from '../machines';
import cases from './sdk-calls.cases.json';

/** Two small services. */
const TABLE = cases.table as unknown as Readonly<Record<string, Service>>;

function listSdkFindings(
  action: string,
  args: Json,
  more: Json = {},
  services = (name: string): Service | undefined => TABLE[name],
): string[] {
  const text = makeMachine({ A: makeTask(action, args, more) });
  const subject = readSubject(loadMachine('small', text, {}, { unfilled: 'keep' }));
  return findSdkFaults(subject, services).map(({ rule, message }) => `${rule}: ${message}`);
}

const CREATE = 'aws-sdk:fsx:createFileSystem';
const right = { FileSystemType: 'LUSTRE' };

describe('sdk-action rule', () => {
  it('accepts a call that exists', () => {
    expect(listSdkFindings(CREATE, right)).toEqual([]);
  });

  it.each(cases.wrongCalls)('reports the call %s: %s', (action, message) => {
    expect(listSdkFindings(action, right)).toEqual([expect.stringContaining(message)]);
  });
});

describe('sdk-member rule', () => {
  it.each([
    [{ FileSystemTyp: 1, ...right }, 'Arguments/FileSystemTyp is none of DnsName, FileSystemType'],
    [{}, 'Arguments needs FileSystemType'],
    [{ ...right, Tags: [{ Key: 'a' }, { Kex: 'b' }] }, 'Arguments/Tags[1]/Kex is none of ETag, Key'],
    [{ ...right, Labels: { any: { Kex: 'b' } } }, 'Arguments/Labels/any/Kex is none of'],
    [{ ...right, DNSName: 'a' }, 'Arguments/DNSName is spelt DnsName in an integration'],
    [{ ...right, fileSystemType: 'a' }, 'Arguments/fileSystemType is spelt FileSystemType'],
  ])('reports the arguments %j: %s', (args, message) => {
    expect(listSdkFindings(CREATE, args)).toEqual([expect.stringContaining(`sdk-member: ${message}`)]);
  });

  it.each(['OpenZFSConfiguration', 'OpenZfsConfiguration', 'ResourceARN', 'ResourceArn'])(
    'reports %s as uncertain because of its acronym, in any spelling',
    (name) => {
      expect(listSdkFindings(CREATE, { ...right, [name]: {} })).toEqual([
        expect.stringContaining('has an acronym inside'),
      ]);
    },
  );

  it('accepts correct members, and does not check expressions', () => {
    const args = { ...right, DnsName: 'a', Tags: '{% $states.input.tags %}', Labels: { any: { Key: 'a', ETag: 'b' } } };
    expect(listSdkFindings(CREATE, args)).toEqual([]);
  });

  it('checks arguments of the optimized integrations of Step Functions and Lambda', () => {
    const start = { StateMachineArn: 'a', Name: 'b', Input: { any: 'thing' } };
    expect(listSdkFindings('states:startExecution.sync:2', start)).toEqual([]);
    expect(listSdkFindings('states:startExecution', { StateMachineArn: 'a', ExecutionName: 'b' })).toEqual([
      'sdk-member: Arguments/ExecutionName is none of Input, Name, StateMachineArn',
    ]);
    expect(listSdkFindings('lambda:invoke', { FunctionName: 'f', Payload: { a: 1 } })).toEqual([]);
    expect(listSdkFindings('lambda:invoke', { Function: 'f' })).toEqual([
      expect.stringContaining('sdk-member: Arguments/Function is none of ClientContext, FunctionName'),
    ]);
  });
});

describe('sdk-result rule', () => {
  const output = (path: string): Json => ({ Output: `{% $states.result.${path} %}` });

  it.each(cases.silentAbout)('accepts the result member %s', (path) => {
    expect(listSdkFindings(CREATE, right, output(path))).toEqual([]);
  });

  it.each(cases.absentCalls)('reports the result member %s: %s', (path, message) => {
    expect(listSdkFindings(CREATE, right, output(path))).toEqual([expect.stringContaining(message)]);
  });

  it('checks members of the result of lambda:invoke', () => {
    expect(listSdkFindings('lambda:invoke', { FunctionName: 'f' }, output('Payload.any'))).toEqual([]);
    expect(listSdkFindings('lambda:invoke', { FunctionName: 'f' }, output('payload'))).toEqual([
      expect.stringContaining('sdk-result: Output: $states.result.payload is none of'),
    ]);
  });

  it('ignores results of calls that wait for a task token', () => {
    expect(listSdkFindings(`${CREATE}.waitForTaskToken`, right, output('whatever'))).toEqual([]);
  });
});

describe('installedService', () => {
  const fleet = { LaunchTemplateConfigs: [], TargetCapacitySpecification: { TotalTargetCapacity: 1 } };

  it('accepts a correct ec2:createFleet, and reports a misspelt member and action, by the installed SDK', () => {
    expect(
      listSdkFindings('aws-sdk:ec2:createFleet', fleet, { Output: '{% $states.result.Instances %}' }, installedService),
    ).toEqual([]);
    const wrong = { ...fleet, TagSpecifications: [{ ResourceTyp: 'fleet' }] };
    expect(listSdkFindings('aws-sdk:ec2:createFleet', wrong, {}, installedService)).toEqual([
      expect.stringContaining('Arguments/TagSpecifications[0]/ResourceTyp is none of ResourceType, Tags'),
    ]);
    expect(listSdkFindings('aws-sdk:ec2:createFleets', fleet, {}, installedService)).toEqual([
      'sdk-action: the call ec2:createFleets does not exist',
    ]);
  });
});
