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
import { deploy, type DeployedTemplates, deployPlain, ofType } from './deployed-templates';
import { listMachineCalls, mapLabels, readMachine } from './machines/machine-calls';
import { readMachineText } from '../../lib/machine-files/source';

const deployed = deployPlain();
const machines = ofType(deployed, 'AWS::StepFunctions::StateMachine');
const functions = ofType(deployed, 'AWS::Lambda::Function');

describe('the two stacks', () => {
  it('have the machines and the functions that the twin has, by their fixed names', () => {
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

  it('give every role the permissions boundary that cdk.json names', () => {
    const bounded = deploy({ '@aws-cdk/core:permissionsBoundary': { name: 'developers' } });
    const roles = ofType(bounded, 'AWS::IAM::Role').map(({ Properties }) => Properties['PermissionsBoundary']);
    expect(roles.length).toBe(ofType(deployed, 'AWS::IAM::Role').length);
    expect(new Set(roles)).toEqual(new Set(['arn:aws:iam::000000000000:policy/developers']));
  });

  it('know the labels of all distributed Maps', () => {
    for (const machine of ALL_MACHINES) {
      const label = MAP_LABELS[machine];
      expect({ machine, labels: mapLabels(machine) }).toEqual({ machine, labels: label === undefined ? [] : [label] });
    }
  });

  it('put the JSON of every machine into the assembly', () => {
    const assets = readdirSync(deployed.folder).filter((name) => name.startsWith('asset.') && name.endsWith('.json'));
    const texts = assets.map((name) => readFileSync(join(deployed.folder, name), 'utf8'));
    for (const machine of ALL_MACHINES) {
      const json = readMachineText(process.cwd(), machine);
      expect(texts.filter((text) => text === json)).toHaveLength(1);
    }
    expect(texts).toHaveLength(ALL_MACHINES.length);
  });

  it('fill every placeholder, and give none that no file asks for', () => {
    for (const machine of ALL_MACHINES) {
      const found = machines.find((one) => one.Properties.StateMachineName === `fsxbench-${machine}`);
      const asked = new Set([...readMachine(machine).matchAll(/\$\{(\w+)\}/g)].map((match) => match[1] ?? ''));
      const given = found?.Properties.DefinitionSubstitutions ?? {};
      expect(Object.keys(given).sort()).toEqual([...asked].sort());
      for (const value of Object.values(given)) expect(value).not.toBe('');
    }
  });

  it('refer in one direction: what the safety stack needs is in it', () => {
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

  it('have no machine that refers to another as a resource', () => {
    for (const part of ['safety', 'bench'] as const) {
      const ids = Object.entries(deployed.resources[part])
        .filter(([, one]) => one.Type === 'AWS::StepFunctions::StateMachine')
        .map(([id]) => id);
      const text = JSON.stringify(deployed.resources[part]);
      for (const id of ids) expect(text).not.toContain(`<${id}`);
    }
  });

  it('keep in other names what another deployment of the account has', () => {
    const other = deploy({ stackName: 'team-a', imageId: 'ami-0123456789abcdef0' });
    const names = JSON.stringify([other.safety.toJSON(), other.bench.toJSON()]).match(/fsxbench-[a-z-]+/g) ?? [];
    expect(names).toEqual([]);
    expect(ofType(other, 'AWS::Lambda::Function')[0]?.Properties.Environment?.Variables['FSXBENCH_STACK']).toBe(
      'team-a',
    );
  });
});

describe('every function', () => {
  it('has a configuration that its code can read, with all machines', () => {
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

  it('ends by itself before any task that waits for it, and can be waited for', () => {
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

  it('runs on the runtime that was chosen, with a log that does not grow for ever', () => {
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
      expect(Properties).toHaveProperty(['LoggingConfig', 'LogGroup']);
    }
    for (const { Properties } of ofType(deployed, 'AWS::Logs::LogGroup'))
      expect(Properties['RetentionInDays']).toBe(30);
  });

  it('has the texts of the workloads where it plans, and the network where it creates storage', () => {
    const having = (variable: string): unknown[] =>
      functions
        .filter((one) => one.Properties.Environment?.Variables[variable] !== undefined)
        .map((one) => one.Properties.FunctionName);
    expect(having('FSXBENCH_WORKLOADS')).toEqual(['fsxbench-admit']);
    // It looks whether the zone has the hosts: the zone of the very subnet, or what was said of a subnet that is there.
    expect(having('FSXBENCH_LIMITS')).toEqual([]);
    const limited = ofType(deploy({ maxUsd: 200 }), 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Environment?.Variables['FSXBENCH_LIMITS'] === '{"maxUsd":200}',
    );
    expect(limited.map(({ Properties }) => Properties.FunctionName)).toEqual(['fsxbench-admit']);
    // All that any kind refers to is told to the function that creates it.
    const sources = readdirSync('lib/targets', { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.ts'),
    );
    const texts = sources.map((one) => readFileSync(join('lib/targets', one), 'utf8')).join('');
    const asked = new Set([...texts.matchAll(/'@network\.(\w+)'/g)].map(([, name = '']) => name));
    const given = ofType(deployed, 'AWS::Lambda::Function').find(
      ({ Properties }) => Properties.FunctionName === 'fsxbench-call-storage',
    )?.Properties.Environment?.Variables as Readonly<Record<string, string>>;
    const network = readConfig({ ...given, FSXBENCH_BUCKET: 'b' }).network;
    expect(asked.size).toBeGreaterThan(4);
    expect([...asked].filter((name) => network[name] === undefined)).toEqual([]);
    // Storage in one zone is told it by the function that creates it.
    expect(having('FSXBENCH_ZONE')).toEqual(['fsxbench-admit', 'fsxbench-call-storage']);
    expect(having('FSXBENCH_ZONE_2')).toEqual(having('FSXBENCH_ZONE'));
    const zoneOf = (one: DeployedTemplates): unknown =>
      ofType(one, 'AWS::Lambda::Function').find(({ Properties }) => Properties.FunctionName === 'fsxbench-admit')
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

describe('every machine', () => {
  it('is a standard one that logs errors without payloads', () => {
    for (const { Properties } of machines) {
      expect(Properties).toMatchObject({
        StateMachineType: 'STANDARD',
        LoggingConfiguration: { Level: 'ERROR', IncludeExecutionData: false },
        TracingConfiguration: { Enabled: false },
      });
    }
  });
});
