import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../lib/aws/production';
import { readMachineText } from '../../lib/machine-files/source';
import {
  ALL_FUNCTIONS,
  ALL_MACHINES,
  FUNCTION_NAMES,
  getFunctionPlaceholder,
  MACHINES,
  MAP_LABELS,
} from '../../lib/shapes/machines';
import { FUNCTIONS } from '../../lib/stacks/functions/function-table';
import { HANDLERS as TWIN_FUNCTIONS } from '../../lib/twin/register-machines';
import { deploy, filterByType, findFunction, getEnvironment } from './deployed-templates';
import { listMachineCalls, listMapLabels, readMachine } from './machines/machine-calls';

const deployed = deploy();
const machines = filterByType(deployed, 'AWS::StepFunctions::StateMachine');
const functions = filterByType(deployed, 'AWS::Lambda::Function');
const NAMES = Object.keys(FUNCTIONS);
const addPrefix = (names: readonly string[]): string[] => names.map((name) => `fsxbench-${name}`).toSorted();

describe('CDK app', () => {
  it('creates the machines and functions of the simulated account, by fixed names', () => {
    const files = [...ALL_MACHINES.map((name) => `${name}.asl.yaml`), 'handlers.yaml'];
    expect(readdirSync('state-machines').sort()).toEqual(files.sort());
    expect(machines.map((one) => one.Properties.StateMachineName ?? '').sort()).toEqual(addPrefix(ALL_MACHINES));
    expect(NAMES.toSorted()).toEqual(Object.keys(TWIN_FUNCTIONS).sort());
    expect(functions.map((one) => one.Properties.FunctionName ?? '').sort()).toEqual(addPrefix(NAMES));
  });

  it('gives every role the permissions boundary of cdk.json', () => {
    const bounded = deploy({ '@aws-cdk/core:permissionsBoundary': { name: 'developers' } });
    const roles = filterByType(bounded, 'AWS::IAM::Role').map(({ Properties }) => Properties['PermissionsBoundary']);
    expect(roles.length).toBe(filterByType(deployed, 'AWS::IAM::Role').length);
    expect(new Set(roles)).toEqual(new Set(['arn:aws:iam::000000000000:policy/developers']));
  });

  it('lists the labels of all distributed Maps in MAP_LABELS', () => {
    const found = ALL_MACHINES.map((machine) => [machine, listMapLabels(machine)]);
    expect(found).toEqual(ALL_MACHINES.map((machine) => [machine, [MAP_LABELS[machine] ?? []].flat()]));
  });

  it('puts the JSON of every state machine into the assembly once, with the partition as a placeholder', () => {
    const assets = readdirSync(deployed.folder).filter((name) => name.startsWith('asset.') && name.endsWith('.json'));
    const texts = assets.map((name) => readFileSync(join(deployed.folder, name), 'utf8'));
    const expected = ALL_MACHINES.map((machine) => readMachineText(process.cwd(), machine));
    expect(texts.join('')).not.toContain('arn:aws:');
    expect(texts.map((text) => text.replaceAll('arn:${Partition}:', 'arn:aws:')).sort()).toEqual(expected.sort());
  });

  it('fills every placeholder of a machine file, and passes only placeholders of that file', () => {
    for (const machine of ALL_MACHINES) {
      const found = machines.find((one) => one.Properties.StateMachineName === `fsxbench-${machine}`);
      const used = new Set([...readMachine(machine).matchAll(/\$\{(\w+)\}/g)].map((match) => match[1] ?? ''));
      const given = found?.Properties.DefinitionSubstitutions ?? {};
      expect(Object.keys(given).sort()).toEqual([...used, 'Partition'].sort());
      expect(given['Partition']).toBe('aws');
      for (const value of Object.values(given)) expect(value).not.toBe('');
    }
  });

  it('imports values from the safety stack into the bench stack only', () => {
    expect(JSON.stringify(deployed.safety.toJSON())).not.toContain('Fn::ImportValue');
    expect(JSON.stringify(deployed.bench.toJSON())).toContain('FsxbenchSafety:ExportsOutput');
    // Machines that end, delete and prove call functions and machines of their own stack only.
    const own = [...MACHINES.safety, ...FUNCTION_NAMES.safety];
    const called = MACHINES.safety
      .flatMap(listMachineCalls)
      .flatMap(({ arguments: given }) => [given['FunctionName'], given['StateMachineArn']])
      .filter((one) => typeof one === 'string')
      .map((placeholder) => placeholder.replace(/^\$\{(\w+?)(Function|Machine)Arn\}$/, '$1'))
      .map((name) => name.replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`));
    expect(own).toEqual(expect.arrayContaining(called));
  });

  it('references no state machine as a resource', () => {
    const referenced = Object.values(deployed.resources).flatMap((resources) => {
      const text = JSON.stringify(resources);
      const ids = Object.keys(resources).filter((id) => resources[id]?.Type === 'AWS::StepFunctions::StateMachine');
      return ids.filter((id) => text.includes(`<${id}`));
    });
    expect(referenced).toEqual([]);
  });

  it('uses no name of the default deployment when stackName is team-a', () => {
    const other = deploy({ stackName: 'team-a', imageId: 'ami-0123456789abcdef0' });
    const text = JSON.stringify([other.safety.toJSON(), other.bench.toJSON()]);
    expect(text.match(/fsxbench-(?!team-a--)[a-z-]+/g)).toBeNull();
    const [first] = filterByType(other, 'AWS::Lambda::Function');
    expect(first?.Properties.Environment?.Variables['FSXBENCH_STACK']).toBe('team-a');
  });
});

describe('Lambda function of the stacks', () => {
  it.each(NAMES)('has environment variables that readConfig accepts, with the ARNs of all machines: %s', (name) => {
    const arn = (machine: string): string => `arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-${machine}`;
    expect(readConfig(getEnvironment(deployed, name))).toMatchObject({
      stack: 'fsxbench',
      bucket: 'fsxbench-results',
      machineArns: Object.fromEntries(ALL_MACHINES.map((machine) => [machine, arn(machine)])),
    });
  });

  it.each(ALL_FUNCTIONS)('has a shorter timeout than every task that waits for it: %s', (name) => {
    const placeholder = `\${${getFunctionPlaceholder(name)}}`;
    const waits = ALL_MACHINES.flatMap(listMachineCalls).filter(
      (call) => call.arguments['FunctionName'] === placeholder,
    );
    for (const { timeoutSeconds } of waits)
      expect(findFunction(deployed, name).Timeout).toBeLessThan(timeoutSeconds as number);
  });

  it('runs on nodejs24.x and arm64, with log groups of 30 days retention', () => {
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
      expect(Properties).toHaveProperty(['LoggingConfig', 'LogGroup']);
    }
    for (const { Properties } of filterByType(deployed, 'AWS::Logs::LogGroup'))
      expect(Properties['RetentionInDays']).toBe(30);
  });
});

describe('environment of the functions', () => {
  const having = (variable: string, from = deployed): string[] =>
    NAMES.filter((name) => getEnvironment(from, name)[`FSXBENCH_${variable}`] !== undefined);
  // Admission looks whether all that requests refer to exists, and whether the zone has the hosts.
  const both = ['admit', 'call-storage'];

  it.each<[string, string[]]>([
    ['WORKLOADS', ['admit']],
    ['LIMITS', []],
    ...['ZONE', 'ZONE_2', 'SUBNET', 'STORAGE_SECURITY_GROUP', 'SUBNET_2', 'ROUTE_TABLE', 'ENDPOINT_RANGE'].map(
      (name): [string, string[]] => [name, both],
    ),
  ])('has FSXBENCH_%s only in the functions that use it: %j', (variable, names) => {
    expect(having(variable).toSorted()).toEqual(names);
  });

  it('has the limits of the deployment in admit only', () => {
    const limited = deploy({ maxUsd: 200 });
    expect(having('LIMITS', limited)).toEqual(['admit']);
    expect(getEnvironment(limited, 'admit')['FSXBENCH_LIMITS']).toBe('{"maxUsd":200}');
  });

  it('has every network value that requests of targets refer to in call-storage', () => {
    const sources = readdirSync('lib/targets', { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.ts'),
    );
    const text = sources.map((one) => readFileSync(join('lib/targets', one), 'utf8')).join('');
    const used = new Set([...text.matchAll(/'@network\.(\w+)'/g)].map(([, name = '']) => name));
    const { network } = readConfig({ ...getEnvironment(deployed, 'call-storage'), FSXBENCH_BUCKET: 'b' });
    expect(used.size).toBeGreaterThan(4);
    expect([...used].filter((name) => network[name] === undefined)).toEqual([]);
  });

  const existing = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
  it.each([
    [{}, '<HostsSubnet.AvailabilityZone>'],
    [existing, undefined],
    [{ ...existing, availabilityZone: 'us-east-1d' }, 'us-east-1d'],
  ])('has with the settings %j the zone %s', (settings, zone) => {
    expect(getEnvironment(deploy(settings), 'admit')['FSXBENCH_ZONE']).toBe(zone);
  });
});

describe('state machine of the stacks', () => {
  it('is a STANDARD machine that logs errors without execution data', () => {
    for (const { Properties } of machines) {
      expect(Properties).toMatchObject({
        StateMachineType: 'STANDARD',
        LoggingConfiguration: { Level: 'ERROR', IncludeExecutionData: false },
        TracingConfiguration: { Enabled: false },
      });
    }
  });
});
