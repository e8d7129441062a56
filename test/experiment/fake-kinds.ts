/** Kinds for tests: small, and with features that no real kind has yet (stages, prices, several roles). */
import * as z from 'zod';
import type { Kinds } from '../../lib/experiment/kinds';
import { makeFixtureKey } from '../../lib/shapes/fixture';
import type { Problem } from '../../lib/shapes/problem';
import type { Resources, Target } from '../../lib/targets/contract';
import { makeMountFixture } from '../../lib/targets/mount-fixture';
import type { ChangeRequest, CreateRequest } from '../../lib/shapes/requests';
import type { Step, Workload } from '../../lib/workloads/contract';

const CREATE: CreateRequest = {
  id: 'fs',
  call: 'CreateFileSystem',
  input: { FileSystemType: 'CLOUD', SubnetIds: ['@network.subnetId'] },
  expectedSeconds: 600,
  timeoutSeconds: 1800,
};
const EXPECTED = { seconds: 1, timeoutSeconds: 60, source: 'assumed' };
const RESOURCES: Resources<Record<string, unknown> & { kind: string }> = {
  requests: () => [CREATE],
  toConfig: () => null,
  durations: { create: EXPECTED, changes: {}, delete: EXPECTED },
  teardownSeconds: () => 0,
};
const CHANGE: ChangeRequest = {
  of: 'fs',
  call: 'UpdateFileSystem',
  input: { FileSystemId: '@fs.id' },
  expectedSeconds: 300,
  timeoutSeconds: 900,
  coolDownSeconds: 21_600,
  interruption: false,
};

const cloudSchema = z.looseObject({ kind: z.string(), throughputMBps: z.number().optional() });

const nfs = z.strictObject({
  nconnect: z.int().optional(),
  sync: z.boolean().optional(),
  volumes: z.literal('all').optional(),
});
/** Mount options that differ from those of NFS. */
const mountSchemas: Readonly<Record<string, z.ZodType<Record<string, unknown>>>> = {
  'instance-store': z.strictObject({}),
  ebs: z.strictObject({ noatime: z.boolean().optional() }),
};

function target(kind: string, local: boolean, usdPerHour: number): Target<z.output<typeof cloudSchema>> {
  return {
    kind,
    summary: kind,
    local,
    schema: cloudSchema,
    check: () => [],
    change: (_from, to) =>
      to['fixed'] === undefined
        ? { kind: 'inPlace', requests: [CHANGE] }
        : { kind: 'recreate', why: `a ${kind} cannot be fixed` },
    hosts: { userData: (_config, rig) => ({ head: `#!/bin/bash\n# boot ${rig.rigTag}\n`, body: 'true\n' }) },
    mounting: {
      schema: local ? z.strictObject({}) : (mountSchemas[kind] ?? nfs),
      mount: (_config, options, place) =>
        makeMountFixture(place, {
          shell: [],
          up: { comment: `ready ${kind} ${JSON.stringify(options)}`, files: [] },
          down: { comment: `down ${kind}`, files: [] },
          expectedSeconds: 1,
          timeoutSeconds: 60,
        }),
      diffMount: () => [],
    },
    performance: { getProvisioned: () => ({}), model: () => null },
    prices: {
      // A unit costs 1 USD an hour: FAKE_PRICE.
      lineItems: (config) => {
        const amount = usdPerHour * ((config.throughputMBps ?? 1000) / 1000);
        return [{ item: kind, service: 'fake', dimension: 'unit', amount, of: 'storage' }];
      },
    },
    ...(local ? {} : { resources: RESOURCES }),
  };
}

const loadSchema = z.strictObject({
  kind: z.literal('load'),
  mode: z.enum(['read', 'write']).default('read'),
  size: z.number().int().positive().default(1),
  role: z.string().default('client'),
  measure: z.number().positive().default(10),
  second: z.boolean().default(false),
});
type Load = z.output<typeof loadSchema>;

function stage(name: string, params: Load, measures: boolean): Step {
  const script = { head: `#!/bin/bash\n# ${name} ${params.mode} ${params.size}\n`, body: '' };
  const bounds = { expectedSeconds: params.measure, timeoutSeconds: Math.max(90, params.measure) };
  const step = { name, roles: [params.role], script, barrier: measures, ...bounds };
  return measures ? { ...step, measures } : step;
}

/** One measuring stage; with `second: true` another before it. A rule outside the schema refuses `size` above 100. */
export const load: Workload<Load> = {
  kind: 'load',
  summary: 'load',
  schema: loadSchema,
  metrics: {
    rate: { unit: 'bytes/s', better: 'higher', words: 'rate', column: true, overHosts: 'sum' },
    delay: { unit: 'us', better: 'lower', words: 'delay', column: true, overHosts: 'mean' },
  },
  factWords: {},
  demand: () => ({}),
  listMetrics: ({ mode }) => [{ operation: mode, metrics: ['rate', 'delay'] }],
  roles: ({ role }) => [{ role, mounts: true, measures: true, ...(role === 'client' ? { services: ['load'] } : {}) }],
  // A longer one may be larger: a rule about two settings.
  check: ({ size, mode, measure }): Problem[] =>
    size > Math.max(100, measure)
      ? [{ severity: 'error', code: 'TooBig', path: ['size'], message: `${size} is too big to ${mode}` }]
      : [],
  fixtures: ({ role }, { copy, mounts, stored, cells }) => {
    const fill = `# fill ${Math.max(...cells.map((cell) => cell.size))}\n`;
    return [
      {
        slot: `data/${copy}/load`,
        key: makeFixtureKey([fill, stored]),
        roles: [role],
        needs: mounts.filter((one) => one.roles.includes(role)).map(({ slot }) => slot),
        up: fill,
        down: '# empty\n',
        expectedSeconds: 5,
        timeoutSeconds: 50,
        survives: true,
        stays: true,
      },
    ];
  },
  script: (params) => [...(params.second ? [stage('settle', params, false)] : []), stage('measure', params, true)],
  duration: ({ measure }) => ({ total: measure, warmUp: 0, measured: measure, until: 'time' }),
  traffic: {
    limits: () => [{ of: null, bytes: { metric: 'rate', limit: 'bandwidth', moves: 'both' }, operations: null }],
  },
  parse: () => ({ tool: 'load', toolVersion: null, status: 'ok', problems: [], runs: [] }),
  readHost: () => ({ source: null, figures: [], window: null, reasons: [] }),
  judge: () => [],
};

const anything: Workload<{ role?: string | undefined }> = {
  ...load,
  kind: 'anything',
  schema: z.looseObject({ role: z.string().optional() }),
  metrics: {
    total_throughput: { unit: 'bytes/s', better: 'higher', words: 'throughput', column: true, overHosts: 'sum' },
  },
  roles: () =>
    ['worker', 'broker', 'controller'].map((role) => ({
      role,
      mounts: role === 'broker',
      measures: role === 'worker',
    })),
  listMetrics: () => [{ operation: null, metrics: ['total_throughput'] }],
  check: () => [],
  fixtures: () => [],
  script: () => [],
  duration: () => ({ total: 1, warmUp: 0, measured: 1, until: 'time' }),
  judge: () => [],
};

/** What a unit of the fake targets costs, for price books of tests: 1 USD an hour. */
export const FAKE_PRICE = {
  service: 'fake',
  dimension: 'unit',
  unit: 'unit-month',
  usd: 730,
  source: 'test, 2026-01-01',
};

const targets: Readonly<Record<string, Target>> = {
  folder: target('folder', true, 0),
  cloud: target('cloud', false, 2),
  'fsx-ontap': target('fsx-ontap', false, 5),
  'instance-store': target('instance-store', false, 0),
  ebs: target('ebs', false, 1),
};
const workloads: Readonly<Record<string, Workload>> = {
  load,
  kafka: anything,
};

export const FAKE: Kinds = {
  targetKinds: Object.keys(targets),
  workloadKinds: Object.keys(workloads),
  targetOf: (kind) => (Object.hasOwn(targets, kind) ? targets[kind] : undefined),
  workloadOf: (kind) => (Object.hasOwn(workloads, kind) ? workloads[kind] : undefined),
};

/**
 * A spec of the fake kinds as plain data: one local target, factors `mode` and `size`, three replicates; `changes`
 * replace sections.
 */
export function rawSpec(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    experiment: 'demo',
    question: 'Which?',
    factors: { mode: ['read', 'write'], size: [1, 2, 3] },
    targets: { here: { kind: 'folder', path: '/here' } },
    fleet: { client: { count: 2 } },
    workloads: { w: { kind: 'load', mode: '$mode', size: '$size' } },
    decide: { metric: 'rate', where: { mode: 'read' } },
    ...changes,
    design: { replicates: 3, ...(changes['design'] as object | undefined) },
  };
}

/** What every EC2 host needs, short. */
export const HOST_SCRIPTS = {
  'host/boot.sh': '# boot',
  'host/cli.sh': '# cli',
  'host/fetch.sh': '# fetch',
  'host/agent.sh': '# agent',
  'host/attempts.sh': '# attempts',
  'host/output.sh': '# output',
  'host/bucket.sh': '# bucket',
  'host/run-script.sh': '# wrapper',
  'shell/clock.sh': '# clock',
  'shell/host.sh': '# host',
  'shell/remove.sh': '# remove',
  'shell/status.sh': '# status',
  'fixtures/slots.sh': '# slots',
  'fixtures/lasting.sh': '# lasting',
  'fixtures/apply.sh': '# apply',
};
