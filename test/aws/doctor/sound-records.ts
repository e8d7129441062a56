/** The bucket and Step Functions in the account of `facts.ts`: three experiments that have ended. */
import type { DoctorCalls } from '../../../lib/aws/doctor/calls';
import { layout, getPointerKey } from '../../../lib/shapes/layout';
import { SECRET_ID } from '../../../lib/targets/secret';
import { ACCOUNT, formatTestArn, type Child, type Facts, LUSTRE, NOW, ONTAP, refusal, ZFS } from './facts';

export function makeBucketCalls(facts: Facts): DoctorCalls['s3'] {
  const objects = new Map<string, unknown>();
  for (const [id, kind, config, stages] of [
    [LUSTRE, 'fsx-lustre', { deploymentType: 'SCRATCH_2' }, 1],
    [ZFS, 'fsx-openzfs', { deploymentType: 'MULTI_AZ_1' }, 3],
    [ONTAP, 'fsx-ontap', { deploymentType: 'SINGLE_AZ_1' }, 3],
  ] as const) {
    const keys = layout('doctor', id);
    const requests = kind === 'fsx-ontap' ? [{ id: SECRET_ID }, { id: 'fs' }] : [{ id: 'fs' }];
    const copies = [{ copy: 'c1', kind, targetConfig: config, requests }];
    const periods = Array.from({ length: stages }, (_, index) => ({
      period: index + 1,
      batches: [{ batch: index + 1, changes: index === 0 ? [] : [{ copy: 'c1' }] }],
    }));
    const rig = { rig: 'r1', block: 1, copies, hosts: 2, roles: [{ role: 'client' }], periods };
    objects.set(getPointerKey(id), { experiment: 'doctor' });
    objects.set(keys.plan, {
      experiment: 'doctor',
      executionId: id,
      simulated: false,
      rigs: [rig],
      trials: Array.from({ length: 4 }),
    });
    objects.set(keys.summary, { verdicts: { VALID: facts.valid } });
    const resources = [{ kind: 'fsx-file-system', id: 'fs-1', rig: 'r1', state: 'gone' }];
    objects.set(keys.receipt, { clean: facts.left.length === 0, resources, remaining: facts.left });
  }
  return {
    putObject: async () => ({ VersionId: 'version-1' }),
    deleteObject: async () => ({}),
    getText: async ({ Key }) => {
      const found = objects.get(String(Key));
      if (found === undefined) throw refusal('NoSuchKey', 'The specified key does not exist.');
      return JSON.stringify(found);
    },
  };
}

export function makeStatesCalls(facts: Facts): DoctorCalls['sfn'] {
  const list = (machine: string, items: readonly Child[]) =>
    items.map(({ name, status }) => ({
      name,
      status,
      executionArn: formatTestArn('states', `execution:fsxbench-${machine}:${name}`),
      stateMachineArn: formatTestArn('states', `stateMachine:fsxbench-${machine}`),
      startDate: new Date(NOW - 600_000),
      stopDate: new Date(NOW - 60_000),
    }));
  const all: Record<string, Child[]> = {
    ...facts.children,
    experiment: facts.ended.map((name) => ({ name, status: 'SUCCEEDED' })),
    janitor: [{ name: 'turn-1', ...facts.janitor }],
  };
  return {
    validateStateMachineDefinition: async () => ({
      result: facts.checked.machine as 'FAIL',
      diagnostics: [{ severity: 'ERROR', code: 'MISSING_END_STATE', message: 'No end.', location: '/States/Look' }],
    }),
    describeStateMachine: async ({ stateMachineArn = '' }) => ({
      stateMachineArn,
      name: stateMachineArn.replace(/^.*:/, ''),
      definition: '{}',
      roleArn: `arn:aws:iam::${ACCOUNT}:role/${stateMachineArn.replace(/^.*:/, '')}-role`,
      type: 'STANDARD',
      status: 'ACTIVE',
      creationDate: new Date(NOW),
    }),
    describeExecution: async ({ executionArn = '' }) => {
      const [, machine = '', name] = /:fsxbench-([a-z-]+):(.*)$/.exec(executionArn) ?? [];
      const found = all[machine]?.find((one) => one.name === name);
      if (found === undefined) throw refusal('ExecutionDoesNotExist', `Execution Does Not Exist: ${executionArn}`);
      const { status, error, cause } = found;
      return {
        ...list(machine, [found])[0],
        executionArn,
        stateMachineArn: '',
        startDate: new Date(NOW),
        status,
        error,
        cause,
      };
    },
    listExecutions: async ({ stateMachineArn, mapRunArn }) => {
      if (mapRunArn !== undefined) {
        const executionArn = mapRunArn.replace(':mapRun:', ':execution:').replace(/:[^:]*$/, ':child-1');
        return {
          executions: [{ ...list('experiment', [{ name: 'child-1', status: 'SUCCEEDED' }])[0]!, executionArn }],
        };
      }
      const machine = stateMachineArn?.replace(/^.*:fsxbench-/, '') ?? '';
      return { executions: list(machine, all[machine] ?? []) };
    },
    listMapRuns: async ({ executionArn = '' }) => ({
      mapRuns: [{ executionArn, mapRunArn: facts.mapRun, stateMachineArn: '', startDate: new Date(NOW) }],
    }),
  };
}
