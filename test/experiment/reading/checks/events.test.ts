import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';
import cases from './events.cases.json';

type Raw = Readonly<Record<string, unknown>>;
const RAW: Raw = {
  experiment: 'loss',
  targets: {
    zfs: {
      kind: 'fsx-openzfs',
      deploymentType: 'SINGLE_AZ_2',
      storageGiB: 64,
      stages: { slow: { throughputMBps: 160 }, fast: { throughputMBps: 320 } },
    },
  },
  fleet: {
    broker: { count: 3, instanceType: 'c5n.large' },
    controller: { count: 3, instanceType: 't3.small', mount: 'none' },
    standby: { count: 1, instanceType: 'c5n.large' },
    worker: { count: 1, instanceType: 'c5n.large', mount: 'none' },
  },
  workloads: { loss: { kind: 'kafka', testDurationMinutes: 10 } },
};

/** Errors of a spec whose workload has these events: place below them, and message. */
function listErrors(events: unknown, changes: Raw = {}): (readonly [string, string])[] {
  const workloads = { loss: { kind: 'kafka', testDurationMinutes: 10, events } };
  const { problems } = readSpecObject({ ...RAW, workloads, ...changes });
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => [path.join('.').replace('workloads.loss.events.', ''), message] as const);
}

const kill = (more: Raw) => ({ at: '1m', kill: { role: 'broker', service: 'kafka', ...more } });

describe('events of a workload', () => {
  it.each<[string, Raw]>([
    ['a killed service that restarts on its host', kill({})],
    ['a killed service that continues on a standby host', kill({ resumeOn: 'standby' })],
    ['a killed service that stays down', kill({ hosts: 2, resumeOn: 'none' })],
  ])('accepts in `events` %s', (_what, event) => {
    expect(listErrors([event])).toEqual([]);
  });

  it('accepts a change to the next stage', () => {
    expect(listErrors([{ at: '1m', change: 'fast' }], { design: { cross: [] } })).toEqual([]);
  });

  it.each<[string, unknown, string, string]>([
    [
      'an event after the measured time',
      [{ ...kill({}), at: '10m' }],
      '0.at',
      'found 10m; a trial measures for 10m after its warm-up. Events must start earlier',
    ],
    [
      'an event without `at`',
      [{ kill: { role: 'broker', service: 'kafka' } }],
      '0.at',
      '`at` is missing; a duration is meant: write 100us, 20ms, 30s, 10m, 2h or 2h24m',
    ],
    ['an event without an action', [{ at: '1m' }], '0', 'found neither; an event needs one of `change` and `kill`'],
    [
      'an event with two actions',
      [{ ...kill({}), change: 'fast' }],
      '0',
      'found both; an event needs one of `change` and `kill`',
    ],
    [
      'a confirmation by a person during a trial',
      [{ at: '1m', confirm: 'Look.', within: '1h' }],
      '0.confirm',
      '`confirm` is not allowed here: hooks and persons act between two stages, while no trial runs; write ' +
        '`reach` in a stage of the target. Allowed: `at`, `change`, `kill`',
    ],
    [
      'a kill with a signal other than SIGKILL',
      [kill({ signal: 'TERM' })],
      '0.kill.signal',
      '`signal` is not allowed here: a service is always killed by SIGKILL, as in a crash; remove it. ' +
        'Allowed: `role`, ' +
        '`service`, `hosts`, `resumeOn`',
    ],
    [
      'a role without a service',
      [kill({ role: 'standby' })],
      '0.kill.role',
      '`kafka` runs no service on role `standby`; allowed: `broker`',
    ],
    [
      'an unknown service',
      [kill({ service: 'kafak' })],
      '0.kill.service',
      'role `broker` has no service `kafak`; did you mean `kafka`? Allowed: `kafka`',
    ],
    ['more hosts than the role has', [kill({ hosts: 4 })], '0.kill.hosts', '`hosts` is 4, but role `broker` has 3'],
    [
      'an unknown role in resumeOn',
      [kill({ resumeOn: 'spare' })],
      '0.kill.resumeOn',
      '`spare` cannot continue a killed service; allowed: `broker`, `standby`, `none`',
    ],
    [
      'a role that cannot take over',
      [kill({ resumeOn: 'worker' })],
      '0.kill.resumeOn',
      '`worker` cannot continue a killed service; did you mean `broker`? Allowed: `broker`, `standby`, `none`',
    ],
    [
      'a kill of all hosts',
      [kill({ hosts: 3 })],
      '0.kill.hosts',
      '`kill` ends the service on all hosts of role `broker` (3), so the whole service is away. Kill fewer of ' +
        'them',
    ],
    [
      'too few standby hosts',
      [kill({ hosts: 2, resumeOn: 'standby' })],
      '0.kill.resumeOn',
      '`standby` has 1 host(s), but `kill` ends the service on 2. Use more of them, or kill fewer',
    ],
  ])('refuses in `events` %s', (_what, events, place, message) => {
    expect(listErrors(events, { design: { cross: [] } })).toEqual([[place, message]]);
  });

  it('refuses a takeover without separate controllers, and of an instance store', () => {
    const { controller, ...combined } = RAW['fleet'] as Raw;
    expect(controller).toBeDefined();
    const event = [kill({ resumeOn: 'standby' })];
    const rest = 'cannot continue the service of `broker`:';
    expect(listErrors(event, { fleet: combined })).toContainEqual([
      '0.kill.resumeOn',
      `\`standby\` ${rest} without role \`controller\`, brokers are their own controllers, whose addresses cannot ` +
        'change. Use `resumeOn: broker` or `none`',
    ]);
    const targets = { local: { kind: 'instance-store', roles: ['broker', 'standby'] } };
    expect(listErrors(event, { targets })).toContainEqual([
      '0.kill.resumeOn',
      `\`standby\` ${rest} only the killed host can read its disks. Use \`resumeOn: broker\` or \`none\``,
    ]);
  });

  it('accepts a kill of the only broker when it restarts, and refuses it with `resumeOn: none`', () => {
    const fleet = { broker: { count: 1, instanceType: 'c5n.large' }, worker: (RAW['fleet'] as Raw)['worker'] };
    expect(listErrors([kill({})], { fleet })).toEqual([]);
    expect(listErrors([kill({ resumeOn: 'none' })], { fleet }).map(([place]) => place)).toEqual(['0.kill.hosts']);
  });

  it('refuses a Kafka version that is not supported', () => {
    const workloads = { loss: { kind: 'kafka', version: '3.2.3' } };
    const { problems } = readSpecObject({ ...RAW, workloads });
    expect(problems.map(({ path, message }) => [path.join('.'), message])).toContainEqual([
      'workloads.loss.version',
      "found '3.2.3'; did you mean `3.9.1`? Allowed: `4.4.0`, `3.9.1`",
    ]);
  });

  it('refuses a change to an unknown stage, and to the stage that is already the last one', () => {
    expect(listErrors([{ at: '1m', change: 'faster' }], { design: { cross: [] } })).toEqual(cases.unknownStage);
    // Crossed with stages, it would be measured in the last one, too.
    expect(listErrors([{ at: '1m', change: 'fast' }])).toEqual(cases.newFileSystem);
  });

  it('advises that a change runs once per block (OnceABlock), and counts the next stage as used', () => {
    const workloads = { loss: { kind: 'kafka', testDurationMinutes: 10, events: [{ at: '1m', change: 'fast' }] } };
    const { problems } = readSpecObject({ ...RAW, workloads, design: { exclude: [{ stage: 'fast' }] } });
    expect(problems.filter(({ code }) => code === 'UnusedLevel')).toEqual([]);
    expect(problems.find(({ code }) => code === 'OnceABlock')).toMatchObject(cases.onceABlock);
    // Without the change nothing leads there.
    const alone = readSpecObject({ ...RAW, design: { exclude: [{ stage: 'fast' }] } });
    expect(alone.problems.map(({ code }) => code)).toContain('UnusedLevel');
  });

  it('warns when a trial ends before its change is complete (ChangeNotHeld)', () => {
    const notHeld = (measure: string) => {
      const workloads = {
        loss: {
          kind: 'kafka',
          testDurationMinutes: Number(measure.slice(0, -1)),
          events: [{ at: '1m', change: 'fast' }],
        },
      };
      const { problems } = readSpecObject({ ...RAW, workloads, design: { exclude: [{ stage: 'fast' }] } });
      return problems
        .filter(({ code }) => code === 'ChangeNotHeld')
        .map(({ severity, message }) => [severity, message]);
    };
    expect(notHeld('10m')).toEqual([
      [
        'warning',
        'the change to `fast` is expected to take 17m 30s, but a trial measures for only 9m after it is ' +
          'requested. Measure for 23m 30s or more to see the new state',
      ],
    ]);
    expect(notHeld('26m')).toEqual([]);
  });

  it('refuses two changes in one trial, and two configurations that make the same change', () => {
    const change = { at: '1m', change: 'fast' };
    expect(listErrors([change, { ...change, at: '2m' }], { design: { cross: [] } })).toEqual([
      ['1.change', 'a trial can change its file system only once. Use another workload for the next stage'],
    ]);
    const two = {
      loss: { kind: 'kafka', testDurationMinutes: 10, events: [change] },
      more: { extends: 'loss', testDurationMinutes: 20 },
    };
    expect(listErrors([], { workloads: two, design: { cross: ['workload'] } })).toEqual(cases.changedTwice);
  });

  it('refuses a kill in mdtest and fio workloads, which run no service', () => {
    const workloads = { loss: { kind: 'mdtest', ranks: 3, filesPerRank: 10, role: 'broker', events: [kill({})] } };
    expect(listErrors([], { workloads })).toEqual([
      ['0.kill', 'a workload of kind `mdtest` runs no service that could be killed'],
    ]);
    const fio = { kind: 'fio', rw: 'read', bs: '4k', iodepth: 1, size: '4 MiB', runtime: '5m', role: 'broker' };
    expect(listErrors([], { workloads: { loss: { ...fio, events: [kill({})] } } })).toEqual([
      ['0.kill', 'a workload of kind `fio` runs no service that could be killed'],
    ]);
  });

  it('refuses a change to a stage that needs a new file system', () => {
    const targets = cases.targets;
    const found = listErrors([{ at: '1m', change: 'small' }], { targets, design: { cross: [] } });
    expect(found.map(([place]) => place)).toEqual(['0.change']);
    expect(found[0]?.[1]).toMatch(/^this stage needs a new file system, so no trial can measure the change: ./);
  });
});
