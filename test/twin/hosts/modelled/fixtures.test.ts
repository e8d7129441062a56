import { makeFixturesStep } from '../../../../lib/experiment/fixtures/script';
import { sha256 } from '../../../../lib/shapes/canonical-json';
import { type Fixture, toSlots } from '../../../../lib/shapes/fixture';
import type { Plan } from '../../../../lib/shapes/plan';
import type { CommandResult } from '../../../../lib/twin/hosts/driver';
import { SimulatedFixtures } from '../../../../lib/twin/hosts/modelled/fixtures';
import { passive, TEXTS } from '../../../workloads/fixtures/fixture-host';
import { KEYS, makeParameters, type Play, play, readStatus, send, runModelledTrial } from './play';
import { joinScript } from '../../../../lib/workloads/shell';

const mount = (level: number): Fixture => passive('mount/c1', level, { stays: true, expectedSeconds: 30 });
const makeFixturesScript = (...wanted: Fixture[]): string =>
  joinScript(makeFixturesStep({ wanted, before: [], roles: ['client'] }, TEXTS).script);

/** Trials t0001 and t0002, which state what is given, and the script that puts that up. */
async function setUpHosts(...wanted: Fixture[]): Promise<Play & { fixtures: SimulatedFixtures }> {
  const fixtures = new SimulatedFixtures();
  const own = { name: 'fixtures', barrier: false, measures: false, expectedSeconds: 30 };
  const amend = (plan: Plan): Plan => ({
    ...plan,
    trials: plan.trials.map((one) => {
      return { ...one, slots: toSlots(wanted), fixtures: one.steps.map((step) => ({ ...step, ...own })) };
    }),
  });
  return { ...(await play({ replicates: 2, fixtures, amend })), fixtures };
}

/** Puts up what is given, in an attempt of the first trial, on the first host. */
async function apply(on: Play, text: string, attempt = 1, timeout = 600): Promise<CommandResult & { seconds: number }> {
  const key = KEYS.script(sha256(text));
  await on.store.put(key, text, true);
  const begun = on.clock.now();
  const script = { Step: 'fixtures', StartAt: '0', ScriptKey: key, ScriptSha256: sha256(text) };
  const parameters = { ...makeParameters(on, 't0001', attempt), ...script };
  const done = await Promise.all([0, 1].map((index) => send(on, index, parameters, timeout).done));
  return { ...(done[0] as CommandResult), seconds: (on.clock.now() - begun) / 1000 };
}

describe('fixture (mount or data) on simulated hosts', () => {
  it('takes about 30 s to set up, is reused without delay, and leaves the trial VALID', async () => {
    const on = await setUpHosts(mount(1));
    expect((await apply(on, makeFixturesScript(mount(1)))).seconds).toBeGreaterThan(20);
    const standing = { 'mount/c1': { key: mount(1).key, state: 'standing', stays: true } };
    expect((await readStatus(on, 1, 'fixtures')).slots).toEqual(standing);
    expect((await apply(on, makeFixturesScript(mount(1)), 2)).seconds).toBeLessThan(1);
    const { row } = await runModelledTrial(on, 't0002');
    expect(row).toMatchObject({ verdict: 'VALID', reasons: [] });
    expect((await readStatus(on, 1, 'measure', 't0002')).slots).toEqual(standing);
  });

  it('refuses to measure with exit code 75 when the fixture is missing', async () => {
    const on = await setUpHosts(mount(1));
    const found = await send(on, 0, makeParameters(on, 't0001')).done;
    expect(found).toMatchObject({ exitCode: 75, stderr: 'fixtures differ from the plan: mount/c1 is missing' });
    const facts = { wrongFixture: 'mount/c1 is missing' };
    expect(await readStatus(on, 1)).toMatchObject({ rc: 75, facts, slots: {} });
  });

  it('sets up fixtures of two target instances concurrently', () => {
    const [one, two] = [mount(1), passive('mount/c2', 1, { stays: true })];
    const fixtures = new SimulatedFixtures();
    const begun = [fixtures.apply('i-0', 'client', [one]), fixtures.apply('i-0', 'client', [two])];
    for (const { end } of begun) end(true);
    expect(fixtures.findProblem('i-0', 'client', toSlots([one, two]))).toBeNull();
  });

  it('refuses to measure with data laid out for other settings until it is laid out again', async () => {
    const data = (level: string): Fixture =>
      passive('data/c1/fio', level, { needs: ['mount/c1'], stays: true, survives: true });
    const [old, fresh] = [data('128 KiB'), data('8 KiB')];
    const on = await setUpHosts(mount(1), fresh);
    await apply(on, makeFixturesScript(mount(1), old));
    expect(await send(on, 0, makeParameters(on, 't0001')).done).toMatchObject({
      exitCode: 75,
      stderr: `fixtures differ from the plan: data/c1/fio is ${old.key}, not ${fresh.key}`,
    });
    expect((await apply(on, makeFixturesScript(mount(1), fresh), 2)).seconds).toBeGreaterThan(20);
    expect((await runModelledTrial(on, 't0002')).row).toMatchObject({ verdict: 'VALID', reasons: [] });
  });

  it('becomes dirty when its setup command times out', async () => {
    const on = await setUpHosts(mount(1));
    expect(await apply(on, makeFixturesScript(mount(1)), 1, 10)).toMatchObject({ exitCode: 124 });
    expect((await readStatus(on, 1, 'fixtures')).slots?.['mount/c1']?.state).toBe('dirty');
    const found = await send(on, 0, makeParameters(on, 't0001', 2)).done;
    expect(found.stderr).toContain('mount/c1 is not whole');
  });

  it('makes a trial INVALID when it changes during the trial, and the next measurement exit with 75', async () => {
    const on = await setUpHosts(mount(1));
    await apply(on, makeFixturesScript(mount(1)));
    void on.clock.sleep(70_000).then(() => on.fixtures.meddle('i-1'));
    const { row } = await runModelledTrial(on, 't0002');
    const text = `fixtures differ from the plan: client-1: mount/c1 was 000000000000, not ${mount(1).key}`;
    expect(row).toMatchObject({ verdict: 'INVALID', reasons: [{ level: 'invalid', code: 'WrongFixture', text }] });
    const found = await send(on, 1, makeParameters(on, 't0001', 2)).done;
    expect(found.exitCode).toBe(75);
    expect(new SimulatedFixtures().meddle('i-1')).toBe(false);
  });
});
