import { readSpecObject } from '../../../../lib/experiment/reading/read-spec';

type Raw = Readonly<Record<string, unknown>>;
const HOOK = 'arn:aws:states:us-east-1:123456789012:stateMachine:grow';
const CONFIRM = { confirm: 'Add the nodes.', within: '2h' };

/** Errors of a target with these stages: place below it, code and message. */
function listErrors(stages: unknown, target: Raw = {}, more: Raw = {}): (readonly [string, string, string])[] {
  const nas = { kind: 'external-nfs', address: '10.20.0.15', export: '/export', folder: 'bench', ...target, stages };
  const { problems } = readSpecObject({
    experiment: 'grown',
    targets: { nas },
    fleet: { client: { count: 1, instanceType: 'c5n.large' } },
    workloads: { fio: { kind: 'fio', rw: 'read', bs: '1m', size: '1 GiB', runtime: '10s' } },
    ...more,
  });
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, code, message }) => [path.join('.').replace('targets.nas.stages.', ''), code, message] as const);
}

const TWO = (reach: unknown, more: Raw = {}): Raw => ({ four: {}, eight: { ...more, reach } });

describe('reach of a stage', () => {
  it('refuses an event that changes to a stage reached by a person or hook', () => {
    const grow = { kind: 'fio', rw: 'read', bs: '1m', size: '1 GiB', runtime: '60s' };
    const workloads = { grow: { ...grow, events: [{ at: '10s', change: 'eight' }] } };
    const found = listErrors(TWO(CONFIRM), {}, { workloads, design: { exclude: [{ stage: 'eight' }] } });
    expect(found.filter(([, code]) => code === 'Contradiction')).toEqual([
      [
        'workloads.grow.events.0.change',
        'Contradiction',
        'a hook or a person brings the target to `eight`, between trials. Remove `reach` from that stage, or remove ' +
          'this event',
      ],
    ]);
  });

  it.each<[string, unknown]>([
    ['a confirmation by a person', TWO(CONFIRM)],
    ['a hook', TWO({ hook: HOOK })],
    ['a confirmation with a different price', TWO(CONFIRM, { usdPerHour: 26, provisioned: { bandwidth: '2 GB/s' } })],
    ['a hook, also for the first stage', { four: { reach: { hook: HOOK } }, eight: { reach: CONFIRM } }],
  ])('accepts a stage reached by %s', (_, stages) => {
    expect(listErrors(stages)).toEqual([]);
  });

  it.each<[unknown, string, string]>([
    [{}, 'eight.reach', 'found neither; a stage is reached by `hook` or by `confirm`'],
    [{ ...CONFIRM, hook: HOOK }, 'eight.reach', 'found both; a stage is reached by `hook` or by `confirm`'],
    [{ confirm: 'Do it.' }, 'eight.reach.within', '`within` is missing; allowed: a time, e.g. 24h'],
    [{ hook: HOOK, within: '1h' }, 'eight.reach.within', '`within` needs `confirm`; remove it'],
  ])('refuses the reach %j', (reach, place, message) => {
    expect(listErrors(TWO(reach)).map(([path, , text]) => [path, text])).toEqual([[place, message]]);
  });

  it('requires `reach` for each later stage of an external target (NoStages)', () => {
    const message =
      'fsxbench does not change `external-nfs`. Say with `reach` how it gets to stage `eight` (`hook` or ' +
      '`confirm`), or write a target for each state';
    expect(listErrors({ four: {}, eight: { usdPerHour: 26 } })).toEqual([['eight', 'NoStages', message]]);
  });

  it('requires `reach` for the first stage when several blocks or fleets measure it again', () => {
    const why = (times: string): string =>
      `\`reach\` is missing: ${times}, and each starts with this stage again. Say how the target returns to it`;
    expect(listErrors(TWO(CONFIRM), {}, { design: { blocks: 2 } })).toEqual([
      ['four.reach', 'MissingKey', why('there are 2 blocks')],
    ]);
    expect(listErrors({ four: { reach: CONFIRM }, eight: { reach: CONFIRM } }, {}, { design: { blocks: 2 } })).toEqual(
      [],
    );
    const fleets = {
      factors: { hosts: [1, 2] },
      fleet: { client: { count: '$hosts', instanceType: 'c5n.large' } },
    };
    expect(listErrors(TWO(CONFIRM), {}, fleets)).toEqual([
      ['four.reach', 'MissingKey', why('there are 2 fleets, each with its own rig')],
    ]);
  });

  it('refuses a stage with `reach` that changes the folder, which would be other storage', () => {
    const message = (keys: string, kind: string): string =>
      `found ${keys} next to \`reach\`. For \`${kind}\`, these need new storage or a request by fsxbench. ` +
      'Remove them from the stage, or remove `reach`';
    expect(listErrors(TWO(CONFIRM, { folder: 'other' }))).toEqual([
      ['eight', 'Contradiction', message('`folder`', 'external-nfs')],
    ]);
  });

  it('refuses factors in the settings of a target with `reach`', () => {
    const factors = { folder: ['one', 'two'] };
    const message =
      'a target with `reach` cannot use factors: each value would need a target instance and an action. Write ' +
      'a target for each value';
    const found = listErrors(TWO(CONFIRM), { folder: '$folder' }, { factors });
    expect(found).toEqual([['targets.nas.stages', 'Contradiction', message]]);
  });
});
