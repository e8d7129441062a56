import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixture } from '../../../lib/shapes/fixture';
import { formatSlots, slotsOf } from '../../../lib/shapes/fixture';
import { renderScript, withVariables } from '../../../lib/workloads/shell';
import { FixtureWorld, passive, TEXTS } from '../fixtures/fixture-world';

let world: FixtureWorld;
beforeEach(() => {
  world = new FixtureWorld();
});
afterEach(() => world.remove());

const MEASURE = renderScript(
  { comment: [], variables: {}, files: ['shell/clock.sh', 'shell/host.sh', 'shell/status.sh', 'measure.sh'] },
  {
    ...TEXTS,
    'measure.sh': 'set -euo pipefail\nstatus_begin tool "$FSXBENCH_ROOT"\necho measured >>"$FSXBENCH_ROOT/log"\n',
  },
);
/** A script that measures, of a trial that states these. */
const measuring = (...stated: Fixture[]): string =>
  withVariables(MEASURE, { FSXBENCH_SLOTS: formatSlots(slotsOf(stated)) });

describe('a script that measures', () => {
  const mount = (level: unknown): Fixture => passive('mount/c1', level, { stays: true });
  const setting = passive('host/network');

  it('goes on where all stands that its trial states, and says so', () => {
    world.apply([mount(1), setting]);
    world.log();
    expect(world.run(measuring(mount(1), setting, passive('service/kafka', 1, { roles: ['broker'] })))).toMatchObject({
      code: 0,
    });
    expect(world.log()).toEqual(['measured']);
    expect(world.status('measure').slots).toEqual({
      'mount/c1': { key: mount(1).key, state: 'standing', stays: true },
      'host/network': { key: setting.key, state: 'standing', stays: false },
    });
  });

  it.each<[string, Fixture[], string]>([
    ['another one stands', [mount(2), setting], `mount/c1 is ${mount(1).key}, not ${mount(2).key}`],
    ['one is missing', [mount(1), setting, passive('tool/fio')], 'tool/fio does not stand'],
    ['one is too many', [mount(1)], 'host/network stands, though nobody asked for it'],
    ['nothing is stated', [], 'host/network stands, though nobody asked for it'],
  ])('does nothing where %s', (_, stated, text) => {
    world.apply([mount(1), setting]);
    world.log();
    const ended = world.run(measuring(...stated));
    expect(ended.code).toBe(75);
    expect(ended.err).toContain(`other fixtures stand than the plan states: ${text}`);
    expect(world.log()).toEqual([]);
    expect(world.status('measure')).toMatchObject({ rc: 75, facts: { wrongFixture: text } });
  });

  it('does nothing where a fixture is half put up, or nobody can tell', () => {
    world.apply([mount(1), { ...setting, up: 'exit 1\n' }]);
    expect(world.run(measuring(mount(1), setting)).err).toContain('host/network is not whole');
    writeFileSync(join(world.wrapper.root, 'slots.json'), 'spoilt\n');
    expect(world.run(measuring(mount(1))).err).toContain('slots.json cannot be read');
    expect(world.status('measure').slots).toBeNull();
  });

  it('does not ask where its trial says nothing of fixtures', () => {
    expect(world.run(MEASURE)).toMatchObject({ code: 0 });
    expect(world.status('measure').slots).toBeUndefined();
  });
});
