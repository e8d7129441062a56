import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../lib/aws/production';
import { FUNCTIONS } from '../../lib/stacks/functions/function-table';
import {
  ALL_FUNCTIONS,
  ALL_MACHINES,
  FUNCTION_NAMES,
  getFunctionPlaceholder,
  MACHINES,
  MAP_LABELS,
} from '../../lib/shapes/machines';
import { HANDLERS as TWIN_FUNCTIONS } from '../../lib/twin/register-machines';
import { deploy, type DeployedTemplates, deployPlain, filterByType } from './deployed-templates';
import { listMachineCalls, listMapLabels, readMachine } from './machines/machine-calls';
import { readMachineText } from '../../lib/machine-files/source';

const deployed = deployPlain();
const machines = filterByType(deployed, 'AWS::StepFunctions::StateMachine');
const functions = filterByType(deployed, 'AWS::Lambda::Function');

describe('CDK app', () => {
  it('creates the machines and functions of the simulated account, by fixed names', () => {
    const files = [...ALL_MACHINES.map((name) => `${name}.asl.yaml`), 'handlers.yaml'];
    expect(readdirSync('state-machines').sort()).toEqual(files.sort());
    expect(machines.map((one) => one.Properties.StateMachineName ?? '').sort()).toEqual(
      ALL_MACHINES.map((name) => `fsxbench-${name}`).sort(),
    );
    expect(Object.keys(FUNCTIONS).sort()).toEqual(Object.keys(TWIN_FUNCTIONS).sort());
    expect(functions.map((one) => one.Properties.FunctionName ?? '').sort()).toEqual(
      Object.keys(FUNCTIONS)
        .map((name) => `fsxbench-${name}`)
        .sort(),
    );
  });

  it('gives every role the permissions boundary of cdk.json', () => {
    const bounded = deploy({ '@aws-cdk/core:permissionsBoundary': { name: 'developers' } });
    const roles = filterByType(bounded, 'AWS::IAM::Role').map(({ Properties }) => Properties['PermissionsBoundary']);
    expect(roles.length).toBe(filterByType(deployed, 'AWS::IAM::Role').length);
    expect(new Set(roles)).toEqual(new Set(['arn:aws:iam::000000000000:policy/developers']));
  });

  it('lists the labels of all distributed Maps in MAP_LABELS', () => {
    for (const machine of ALL_MACHINES) {
      const label = MAP_LABELS[machine];
      expect({ machine, labels: listMapLabels(machine) }).toEqual({
        machine,
        labels: label === undefined ? [] : [label],
      });
    }
  });

  it('puts the JSON of every state machine into the assembly once', () => {
    const assets = readdirSync(deployed.folder).filter((name) => name.startsWith('asset.') && name.endsWith('.json'));
    const texts = assets.map((name) => readFileSync(join(deployed.folder, name), 'utf8'));
    for (const machine of ALL_MACHINES) {
      const json = readMachineText(process.cwd(), machine);
      expect(texts.filter((text) => text === json)).toHaveLength(1);
    }
    expect(texts).toHaveLength(ALL_MACHINES.length);
  });

  it('fills every placeholder of a machine file, and passes only placeholders of that file', () => {
    for (const machine of ALL_MACHINES) {
      const found = machines.find((one) => one.Properties.StateMachineName === `fsxbench-${machine}`);
      const asked = new Set([...readMachine(machine).matchAll(/\$\{(\w+)\}/g)].map((match) => match[1] ?? ''));
      const given = found?.Properties.DefinitionSubstitutions ?? {};
      expect(Object.keys(given).sort()).toEqual([...asked].sort());
      for (const value of Object.values(given)) expect(value).not.toBe('');
    }
  });

  it('imports values from the safety stack into the bench stack only', () => {
    const safety = JSON.stringify(deployed.safety.toJSON());
    expect(safety).not.toContain('Fn::ImportValue');
    expect(JSON.stringify(deployed.bench.toJSON())).toContain('FsxbenchSafety:ExportsOutput');
    // Machines that end, delete and prove call functions and machines of their own stack only.
    const own = [...MACHINES.safety, ...FUNCTION_NAMES.safety];
    for (const machine of MACHINES.safety) {
      const called = listMachineCalls(machine).flatMap((call) =>
        ['FunctionName', 'StateMachineArn'].map((key) => call.arguments[key]).filter((one) => typeof one === 'string'),
      );
      for (const placeholder of called) {
        const name = placeholder
          .replace(/^\$\{(\w+?)(Function|Machine)Arn\}$/, '$1')
          .replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`);
        expect(own).toContain(name);
      }
    }
  });

  it('references no state machine as a resource', () => {
    for (const part of ['safety', 'bench'] as const) {
      const ids = Object.entries(deployed.resources[part])
        .filter(([, one]) => one.Type === 'AWS::StepFunctions::StateMachine')
        .map(([id]) => id);
      const text = JSON.stringify(deployed.resources[part]);
      for (const id of ids) expect(text).not.toContain(`<${id}`);
    }
  });

  it('uses no name of the default deployment when stackName is team-a', () => {
    const other = deploy({ stackName: 'team-a', imageId: 'ami-0123456789abcdef0' });
    const names = JSON.stringify([other.safety.toJSON(), other.bench.toJSON()]).match(/fsxbench-[a-z-]+/g) ?? [];
    expect(names).toEqual([]);
    expect(filterByType(other, 'AWS::Lambda::Function')[0]?.Properties.Environment?.Variables['FSXBENCH_STACK']).toBe(
      'team-a',
    );
  });
});

describe('Lambda function of the stacks', () => {
  it('has environment variables that readConfig accepts, with the ARNs of all machines', () => {
    for (const { Properties } of functions) {
      const config = readConfig(Properties.Environment?.Variables ?? {});
      expect(config.stack).toBe('fsxbench');
      expect(config.bucket).toBe('fsxbench-results');
      for (const machine of ALL_MACHINES)
        expect(config.machineArns[machine]).toBe(
          `arn:aws:states:xx-local-1:000000000000:stateMachine:fsxbench-${machine}`,
        );
    }
  });

  it('has a shorter timeout than every task that waits for it', () => {
    const calls = ALL_MACHINES.flatMap(listMachineCalls).filter((call) => call.arguments['FunctionName'] !== undefined);
    for (const name of ALL_FUNCTIONS) {
      const placeholder = `\${${getFunctionPlaceholder(name)}}`;
      const waits = calls.filter((call) => call.arguments['FunctionName'] === placeholder);
      const timeout = functions.find((one) => one.Properties.FunctionName === `fsxbench-${name}`)?.Properties.Timeout;
      for (const call of waits) {
        expect(call.timeoutSeconds).toEqual(expect.any(Number));
        expect(Number(timeout)).toBeLessThan(Number(call.timeoutSeconds));
      }
    }
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

  it('has only the settings that it uses in its environment: workloads, limits, network and zones', () => {
    const having = (variable: string): unknown[] =>
      functions
        .filter((one) => one.Properties.Environment?.Variables[variable] !== undefined)
        .map((one) => one.Properties.FunctionName);
    expect(having('FSXBENCH_WORKLOADS')).toEqual(['fsxbench-admit']);
    // It looks whether the zone has the hosts: the zone of the very subnet, or what was said of a subnet that is there.
    expect(having('FSXBENCH_LIMITS')).toEqual([]);
    const limited = filterByType(deploy({ maxUsd: 200 }), 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Environment?.Variables['FSXBENCH_LIMITS'] === '{"maxUsd":200}',
    );
    expect(limited.map(({ Properties }) => Properties.FunctionName)).toEqual(['fsxbench-admit']);
    // All that any kind refers to is told to the function that creates it.
    const sources = readdirSync('lib/targets', { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.ts'),
    );
    const texts = sources.map((one) => readFileSync(join('lib/targets', one), 'utf8')).join('');
    const asked = new Set([...texts.matchAll(/'@network\.(\w+)'/g)].map(([, name = '']) => name));
    const given = filterByType(deployed, 'AWS::Lambda::Function').find(
      ({ Properties }) => Properties.FunctionName === 'fsxbench-call-storage',
    )?.Properties.Environment?.Variables as Readonly<Record<string, string>>;
    const network = readConfig({ ...given, FSXBENCH_BUCKET: 'b' }).network;
    expect(asked.size).toBeGreaterThan(4);
    expect([...asked].filter((name) => network[name] === undefined)).toEqual([]);
    // Storage in one zone is told it by the function that creates it.
    expect(having('FSXBENCH_ZONE')).toEqual(['fsxbench-admit', 'fsxbench-call-storage']);
    expect(having('FSXBENCH_ZONE_2')).toEqual(having('FSXBENCH_ZONE'));
    const zoneOf = (one: DeployedTemplates): unknown =>
      filterByType(one, 'AWS::Lambda::Function').find(({ Properties }) => Properties.FunctionName === 'fsxbench-admit')
        ?.Properties.Environment?.Variables['FSXBENCH_ZONE'];
    expect(zoneOf(deployed)).toBe('<HostsSubnet.AvailabilityZone>');
    const existing = { vpcId: 'vpc-0123456789abcdef0', subnetId: 'subnet-0123456789abcdef0' };
    expect(zoneOf(deploy(existing))).toBeUndefined();
    expect(zoneOf(deploy({ ...existing, availabilityZone: 'us-east-1d' }))).toBe('us-east-1d');
    // Admission looks whether all is there that requests refer to.
    for (const name of ['SUBNET', 'STORAGE_SECURITY_GROUP', 'SUBNET_2', 'ROUTE_TABLE', 'ENDPOINT_RANGE'])
      expect(having(`FSXBENCH_${name}`)).toEqual(['fsxbench-admit', 'fsxbench-call-storage']);
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
