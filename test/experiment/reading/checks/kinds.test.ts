import type { Problem } from '../../../../lib/shapes/problem';
import { readSpecObject, readSpec } from '../../../../lib/experiment/reading/read-spec';
import { FAKE, rawSpec } from '../../fake-kinds';
import { expandSpec } from '../../../../lib/experiment/design/expand';
import { lustreSpec, persistent } from '../../real-spec';
import cases from './kinds.fleet.cases.json';

type Changes = Record<string, unknown>;
const readProblems = (changes: Changes): readonly Problem[] => readSpecObject(rawSpec(changes), FAKE).problems;
const listCodes = (changes: Changes) => readProblems(changes).map(({ code, path }) => `${path.join('.')} ${code}`);

describe('check of kind settings', () => {
  it.each([
    [[3000, 6000], /here 750\. To leave this combination out: `exclude: \[\{ iops: 3000, mib: 1000 \}\]`$/],
    [[3000], /here 750$/],
  ])('names the combination of a refused throughput when another of the IOPS %j allows it', (iops, message) => {
    const disk = { kind: 'ebs', volumeType: 'gp3', sizeGiB: 100, iops: '$iops', throughputMiBps: '$mib' };
    const { problems } = readSpecObject(lustreSpec({ factors: { iops, mib: [125, 1000] }, targets: { disk } }));
    const found = problems.find(({ code }) => code === 'BadThroughput');
    expect([found?.path.join('.'), found?.message]).toEqual(['factors.mib.1', expect.stringMatching(message)]);
  });

  it('reports a problem once, at the factor level that caused it', () => {
    const problems = readProblems({ factors: { mode: ['read', 'write', 'raed'], size: [1, 'x', 101] } });
    expect(problems.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual([
      'factors.size.1 WrongType',
      'factors.size.2 TooBig',
      'factors.mode.2 BadValue',
    ]);
  });

  it('ignores values that the design excludes from all cells', () => {
    const changes = { factors: { mode: ['read', 'write'], size: [1, 101] } };
    expect(listCodes({ ...changes, design: { exclude: [{ size: 101 }] } })).toEqual(['factors.size UnusedLevel']);
    expect(listCodes({ ...changes, design: { exclude: [{ mode: 'write', size: 101 }] } })).toEqual([
      'factors.size.1 TooBig',
    ]);
  });

  it('reports the other problems of a workload when one reference is wrong', () => {
    expect(listCodes({ workloads: { w: { kind: 'load', mode: '$mod', size: 101, measure: 'long' } } })).toEqual([
      'workloads.w.mode UnknownFactor',
      'workloads.w.measure WrongType',
    ]);
  });

  it('reports an unknown key at the key itself, also when its value comes from a factor', () => {
    const factors = { mode: ['read', 'write'], size: [1, 2], depth: [8, 16] };
    const workloads = { w: { kind: 'load', mode: '$mode', size: '$size', dept: '$depth' } };
    expect(listCodes({ factors, workloads })).toEqual(['workloads.w.dept UnknownKey']);
  });

  it('reports invalid values of a workload without cells, but no missing keys', () => {
    const idle = { kind: 'load', mode: '$mode', size: 'much' };
    const workloads = {
      w: { kind: 'load', mode: '$mode', size: '$size' },
      idle,
      base: { kind: 'load' },
      // Wrong at one level of a factor only: no cell has that.
      perhaps: { kind: 'load', mode: '$mode', size: '$size' },
    };
    const factors = { mode: ['read', 'write'], size: [1, 101] };
    const include = [{ workload: 'w' }];
    expect(listCodes({ factors, workloads, design: { cross: [], include } })).toEqual([
      'workloads.idle.size WrongType',
    ]);
    const right = { ...workloads, idle: { ...idle, size: 1 } };
    expect(listCodes({ factors, workloads: right, design: { cross: [], include } })).toEqual([
      'workloads UnusedLevel',
      'factors.mode UnusedLevel',
      'factors.size UnusedLevel',
    ]);
  });

  it('reports invalid values of a target without cells', () => {
    const targets = { here: { kind: 'folder' }, idle: { kind: 'folder', throughputMBps: 'much' } };
    expect(listCodes({ targets, design: { exclude: [{ target: 'idle' }] } })).toEqual([
      'targets.idle.throughputMBps WrongType',
    ]);
  });

  it('reports a problem of a stage at the stage', () => {
    const targets = { here: { kind: 'cloud', stages: { a: { throughputMBps: 1 }, b: { throughputMBps: 'much' } } } };
    const fleet = { client: { count: 1, instanceType: 'c5n.large' } };
    expect(listCodes({ targets, fleet })).toEqual(['targets.here.stages.b.throughputMBps WrongType']);
  });

  it('reports MissingRole when the fleet lacks the role of a workload', () => {
    expect(listCodes({ workloads: { w: { kind: 'load', mode: '$mode', size: '$size', role: 'server' } } })).toEqual([
      'workloads.w MissingRole',
    ]);
  });
});

describe('targets of a spec', () => {
  it('refuses a mix of local targets and targets in AWS (MixedTargets)', () => {
    const targets = { here: { kind: 'folder', path: '/x' }, far: { kind: 'cloud' } };
    const [problem, ...others] = readProblems({ targets });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'MixedTargets', path: ['targets', 'here', 'kind'] });
    expect(problem?.message).toMatch(/^`here` \(folder\) is on this machine and `far`.*Write an experiment for each/);
  });
});

describe('check of mount options', () => {
  it('reports only MixedTargets when a target is invalid, and skips its mount options', () => {
    const targets = { here: { kind: 'directory', path: '/x' }, scratch: persistent() };
    const fleet = { client: { instanceType: 'c5n.2xlarge', mount: { tuning: 'none' } } };
    const listErrors = readSpecObject(lustreSpec({ targets, fleet })).problems;
    expect(listErrors.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []))).toEqual(['MixedTargets']);
  });

  it('reports invalid mount options together with other errors of the fleet', () => {
    const fleet = { client: { count: 0, instanceType: 'c5n.2xlarge', mount: { tuning: 'best', noatime: '$io' } } };
    const raw = lustreSpec({ factors: { io: [true, 'often'] }, fleet });
    const found = readSpecObject(raw).problems.filter(({ severity }) => severity === 'error');
    expect(found.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual(cases.checked);
  });
});

const HOST = { instanceType: 'c5n.large' };
const CLOUDS = {
  zfs: { kind: 'cloud' },
  ebs: { kind: 'ebs' },
};
const ONE = { factors: { mode: ['read'], size: [1] }, targets: CLOUDS };

function listProblems(mount: unknown, changes: Record<string, unknown> = {}): string[] {
  const fleet = { client: { ...HOST, mount } };
  const { problems } = readSpecObject(rawSpec({ ...ONE, fleet, ...changes }), FAKE);
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.map(({ code, path, message }) => `${path.join('.')} ${code}: ${message}`);
}

describe('fleet of a spec', () => {
  it('defaults to one host when all targets are local directories', () => {
    const { spec, problems } = readSpecObject(rawSpec({ fleet: undefined }), FAKE);
    expect(problems).toEqual([]);
    expect(spec?.fleet).toEqual({ client: {} });
  });

  it('is required when targets in AWS need EC2 hosts (MissingKey)', () => {
    const { problems } = readSpecObject(rawSpec({ ...ONE, fleet: undefined }), FAKE);
    expect(problems.map(({ code, path, message }) => `${path.join('.')} ${code}: ${message}`)).toEqual([
      'fleet MissingKey: `fleet` is missing: targets in AWS (`zfs`, `ebs`) need EC2 hosts, e.g. { client: { ' +
        'count: 2, instanceType: c5n.2xlarge } }',
    ]);
  });

  it('has one host in a role without `count`', () => {
    const { spec } = readSpecObject(rawSpec({ ...ONE, fleet: { client: HOST } }), FAKE);
    expect(spec && expandSpec(spec, FAKE).cells.map(({ fleet }) => fleet['client']?.count)).toEqual([1, 1]);
  });

  it('runs a workload on the only role that mounts, and reports MissingRole when two roles do', () => {
    const fleet = { host: HOST, watcher: { ...HOST, mount: 'none' } };
    const { spec, problems } = readSpecObject(rawSpec({ ...ONE, fleet }), FAKE);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(spec && expandSpec(spec, FAKE).cells[0]?.params).toMatchObject({ role: 'host' });
    const two = readSpecObject(rawSpec({ ...ONE, fleet: { host: HOST, other: HOST } }), FAKE);
    expect(two.problems.map(({ code, path }) => `${path.join('.')} ${code}`)).toEqual(['workloads.w MissingRole']);
  });
});

describe('fleet.ROLE.mount', () => {
  it('accepts each option that some target kind supports, and reports unknown ones once', () => {
    expect(listProblems({ nconnect: 4, noatime: true })).toEqual([]);
    expect(listProblems({ nconect: 4, noatime: 'often' })).toEqual(cases.mistakes);
  });

  it('accepts `each` with options per target, and refuses other keys next to it', () => {
    expect(listProblems({ each: { zfs: { nconnect: 4 }, ebs: { noatime: true } } })).toEqual([]);
    expect(listProblems({ each: { zfs: { noatime: true }, ebz: {} }, sync: true })).toEqual(cases.eachProblems);
    expect(listProblems({ each: 4 })).toEqual([
      'fleet.client.mount.each WrongType: found 4; needed here: a mapping of targets, e.g. { <target>: { … } }',
    ]);
  });

  it('refuses mount options when all targets are local directories, at line and column', () => {
    const { problems } = readSpec(
      'experiment: x\ntargets: { here: { kind: directory, path: data } }\n' +
        'fleet: { client: { mount: { nconnect: 4 } } }\n' +
        'workloads: { w: { kind: fio, rw: read, bs: 4k, size: 1 MiB } }\n',
      'x.yaml',
    );
    expect(problems.map(({ line, column, message }) => [line, column, message])).toEqual(cases.noOptions);
  });

  it('refuses a text other than `none`', () => {
    expect(listProblems('all')).toEqual([
      "fleet.client.mount WrongType: found 'all'; needed here: none, a mapping of mount options, or " +
        '{ each: { <target>: … } }',
    ]);
  });

  it('accepts a reference to a factor, and reports problems at the factor level', () => {
    const factors = { mode: ['read'], size: [1], mount: [{ nconnect: 1 }, { nconnect: 'many' }, { nconect: 1 }] };
    expect(listProblems('$mount', { factors })).toEqual(cases.levelMistakes);
    expect(listProblems('$mont')).toEqual([expect.stringMatching(/^fleet.client.mount UnknownFactor/)]);
  });

  it('refuses `none` for a role that a workload measures (NothingMounted)', () => {
    const message = (target: string, each = ''): string =>
      `fleet.client.mount${each} NothingMounted: ` +
      `\`w\` measures what role \`client\` mounts, but \`mount: none\` leaves \`${target}\` unmounted. ` +
      'Mount it, or name another role in the workload';
    expect(listProblems('none')).toEqual([message('zfs'), message('ebs')]);
    expect(listProblems({ each: { ebs: 'none' } })).toEqual([message('ebs', '.each.ebs')]);
  });

  it('refuses options for a local target kind (UnknownKey)', () => {
    const targets = { here: { kind: 'folder', path: '/x' } };
    expect(listProblems({ nconnect: 4 }, { targets })).toEqual([
      'fleet.client.mount.nconnect UnknownKey: unknown mount option `nconnect`: mounts of `folder` take no ' +
        'options. Remove it',
    ]);
  });
});

const DISK = { kind: 'directory', path: '/mnt/bench', provisioned: { iops: '1000 ops/s' } };
const MANAGED = { managed: { tag: { fsxbench: 'client' } } };

const found = (fleet: object, target: object = DISK): unknown[] =>
  readSpecObject({
    experiment: 'x',
    targets: { disk: target },
    fleet,
    workloads: {
      fio: { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '1 GiB', runtime: '5s', role: Object.keys(fleet)[0] },
    },
  })
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ code, path, message }) => [code, path.join('.'), message]);

describe('roles of managed hosts', () => {
  it('accepts exactly one tag, with a valid key and value', () => {
    expect(found({ client: MANAGED })).toEqual([]);
    expect(found({ client: { count: 50, ...MANAGED } })).toEqual([]);
    expect(found({ client: { managed: { tag: { a: 'b', c: 'd' } } } })).toEqual(cases.twoTags);
    expect(found({ client: { managed: { tag: { 'a b': 'c' } } } }).map((one) => (one as string[])[1])).toEqual([
      'fleet.client.managed.tag.a b',
    ]);
    expect(found({ client: { managed: { tag: { 'fsxbench:rig': 'c' } } } })).toHaveLength(1);
    expect(found({ client: { managed: { tag: { role: '*' } } } })).toHaveLength(1);
  });

  it('refuses `instanceType` and `placement` next to `managed`', () => {
    const message = (key: string): string =>
      `found \`${key}\` next to \`managed\`: managed hosts exist already, and \`${key}\` describes hosts to create. ` +
      'Remove one of them';
    expect(found({ client: { instanceType: 'c5n.large', placement: 'cluster', ...MANAGED } })).toEqual([
      ['Contradiction', 'fleet.client.instanceType', message('instanceType')],
      ['Contradiction', 'fleet.client.placement', message('placement')],
    ]);
  });

  it('accepts at most 50 managed hosts, the limit of ids in SendCommand', () => {
    const most =
      'allowed: at most 50, the limit of ids in one command ' +
      '(https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html)';
    expect(found({ client: { count: 51, ...MANAGED } })).toEqual([
      ['OutOfRange', 'fleet.client.count', `found 51 managed hosts; ${most}`],
    ]);
    expect(found({ a: { count: 30, ...MANAGED }, b: { count: 21, ...MANAGED } })).toEqual([
      ['OutOfRange', 'fleet', `found 51 managed hosts of \`a\`, \`b\` together; ${most}`],
    ]);
    expect(found({ a: { count: 30, ...MANAGED }, b: { count: 20, ...MANAGED } })).toEqual([]);
  });

  it('refuses managed hosts next to hosts to create (MixedFleet)', () => {
    expect(found({ client: MANAGED, other: { instanceType: 'c5n.large' } })).toEqual(cases.mixedFleet);
  });
});

describe('targets on managed hosts', () => {
  it('accepts an external NFS server, and refuses EFS (NotOnManaged)', () => {
    const nas = {
      kind: 'external-nfs',
      address: '10.0.0.5',
      export: '/',
      folder: 'bench',
      provisioned: DISK.provisioned,
    };
    expect(found({ client: MANAGED }, nas)).toEqual([]);
    expect(found({ client: MANAGED }, { kind: 'efs', throughputMode: 'elastic', storedGiB: 1 })).toEqual(
      cases.madeInNetwork,
    );
  });

  it('requires an absolute path of a directory target', () => {
    expect(found({ client: MANAGED }, { ...DISK, path: 'bench' })).toEqual([
      [
        'BadValue',
        'targets.disk.path',
        "found 'bench'; on managed hosts a path must be absolute, e.g. /mnt/data/bench",
      ],
    ]);
    expect(found({ client: {} }, { ...DISK, path: 'bench' })).toEqual([]);
  });
});
