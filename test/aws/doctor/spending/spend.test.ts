/** What `--spend` makes, in what order, for how much, and what becomes of it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Answer } from '../../../../lib/aws/doctor/examine';
import { neverShownBy } from '../../../../lib/aws/doctor/probes/fsx-types';
import { OF_LONG_TRIALS } from '../../../../lib/aws/doctor/probes/servers';
import { ALL_GUESSES } from '../../../../lib/aws/doctor/guesses/table';
import { planOf, type Small } from '../../../../lib/aws/doctor/spending/experiment';
import { MAKERS } from '../../../../lib/aws/doctor/spending/small';
import { spend, type Spent } from '../../../../lib/aws/doctor/spending/spend';
import { lookAt, visit } from '../../../../lib/aws/doctor/visit';
import { readScripts } from '../../../../lib/aws/scripts';
import { bookOf } from '../../../../lib/pricing/aws';
import { type Facts, LUSTRE, REGION, soundFacts } from '../facts';
import { ID, soundWays, spendingAccount, type Ways } from './spending-account';

let small: Small;
beforeAll(async () => {
  const spec = parse(readFileSync('experiments/doctor.yaml', 'utf8')) as Small['spec'];
  small = { spec, scripts: await readScripts('workloads'), prices: bookOf(REGION) };
});

interface Visited {
  readonly log: readonly string[];
  readonly told: readonly string[];
  readonly spent: Spent;
  readonly answer: (id: string) => Answer | undefined;
}

async function spending(
  limitUsd: number,
  change: (ways: Ways, facts: Facts) => void = () => undefined,
  { ids = ALL_GUESSES.map(({ id }) => id), interrupt }: { ids?: string[]; interrupt?: AbortController } = {},
): Promise<Visited> {
  const [facts, ways] = [soundFacts(), soundWays()];
  change(ways, facts);
  const { calls, log, now, sleep } = spendingAccount(facts, ways);
  const { patient } = await visit(calls, { region: REGION, stackName: 'fsxbench', now, sleep });
  const guesses = ALL_GUESSES.filter(({ id }) => ids.includes(id));
  const told: string[] = [];
  const tell = (line: string): void => {
    // A test that interrupts does it when the experiment has begun.
    if (told.push(line) === 3) interrupt?.abort();
  };
  const given = { limitUsd, id: ID, small, tell, interrupted: (interrupt ?? new AbortController()).signal };
  const { answers, spent } = await spend(patient, await lookAt(patient, guesses), given);
  return { log, told, spent, answer: (id) => answers.find(({ guess }) => guess.id === id) };
}

describe('--spend', () => {
  it('has a way to make what every line with a price needs', () => {
    const priced = ALL_GUESSES.filter(({ proof }) => proof.by === 'spending').map(({ id }) => id);
    expect(Object.keys(MAKERS).toSorted()).toEqual(priced.toSorted());
  });

  it('answers what was open, one experiment for all of it, and removes what it made', async () => {
    const { log, spent, answer } = await spending(2);
    const never = [...neverShownBy(new Set(['LUSTRE'])), ...OF_LONG_TRIALS];
    const open = ALL_GUESSES.filter(({ id, proof }) => proof.by !== 'hand' && !never.includes(id));
    const not = open.filter(({ id }) => answer(id)?.state !== 'holds').map(({ id }) => `${id}: ${answer(id)?.saw}`);
    expect(not).toEqual([]);
    expect(answer('server-metric-names')?.saw).toBe(
      'no experiment has ended here: it takes one with trials of five minutes',
    );
    expect(log).toEqual([
      `start doctor-refused-${ID}`,
      `schedule doctor-${ID}`,
      `unschedule doctor-${ID}`,
      `put doctor/${ID}.json`,
      `delete doctor/${ID}.json`,
      `start ${LUSTRE}`,
    ]);
    expect(spent).toMatchObject({ limitUsd: 2, left: [], refused: [] });
    expect(spent.usd).toBeGreaterThan(0.03);
    expect(spent.usd).toBeLessThan(0.2);
  });

  it('starts no experiment where one that has ended shows all of it', async () => {
    const { log } = await spending(2, () => undefined, { ids: ['vcpu-quota', 'bucket-writes-once'] });
    expect(log).toEqual([`put doctor/${ID}.json`, `delete doctor/${ID}.json`]);
  });

  it('makes only what fits into the limit, and says what did not', async () => {
    const { log, spent, answer } = await spending(0.05);
    expect(log).not.toContain(`start ${LUSTRE}`);
    expect(log).toContain(`put doctor/${ID}.json`);
    expect(spent.usd).toBeCloseTo(0.03);
    expect(spent.refused).toEqual([expect.stringMatching(/^the small experiment for \d+ lines \(estimate \$0\.08\)$/)]);
    expect(answer('fleet-grants')).toMatchObject({ state: 'not tried', saw: expect.stringContaining('--spend') });
  });

  it('makes nothing at all for less than its price', async () => {
    const { log, spent } = await spending(0.005);
    expect(log).toEqual([]);
    expect(spent.refused).toHaveLength(4);
  });

  it('tells how far the experiment is and what it cost so far', async () => {
    const { told } = await spending(2);
    expect(told).toContainEqual(expect.stringMatching(/^experiment: RUNNING, at most \$0\.\d\d so far$/));
    expect(told).toContainEqual(
      expect.stringMatching(/^experiment: waiting for the receipt, at most \$0\.\d\d so far$/),
    );
  });

  it('stops the experiment when a person interrupts, and waits for its receipt', async () => {
    const interrupt = new AbortController();
    const ids = ['fleet-grants'];
    const { log, spent } = await spending(2, (ways) => void (ways.looks = Number.POSITIVE_INFINITY), {
      ids,
      interrupt,
    });
    expect(log).toEqual([`start ${LUSTRE}`, 'stop']);
    expect(spent.left).toEqual([]);
  });

  it.each([
    [
      'a receipt that is not clean',
      (_: Ways, facts: Facts) => void (facts.left = [{ kind: 'fsx-file-system', id: 'fs-9' }]),
      /fs-9/,
    ],
    ['no receipt', (ways: Ways) => void (ways.receiptAfter = Number.POSITIVE_INFINITY), /has no receipt yet in s3:/],
    [
      'an object that may not be deleted',
      (ways: Ways) => void (ways.mayDelete = false),
      /the object s3:.*AccessDenied/,
    ],
    [
      'a schedule that may not be deleted',
      (ways: Ways) => void (ways.mayDelete = false),
      /the schedule fsxbench-safety/,
    ],
  ])('says that something is left: %s', async (_name, change, words) => {
    const { spent } = await spending(2, change);
    expect(spent.left).toContainEqual(expect.stringMatching(words));
  });

  it('takes a start that was refused for no experiment', async () => {
    const { log, spent, answer } = await spending(2, (ways) => void (ways.mayStart = false));
    expect(log).not.toContain(`start ${LUSTRE}`);
    expect(spent.left).toEqual([]);
    expect(answer('fleet-grants')).toMatchObject({ state: 'not tried', saw: expect.stringContaining('AccessDenied') });
  });

  it.each([
    ['bucket-writes-once', (ways: Ways) => void (ways.second = null), 'does not hold'],
    ['bucket-writes-once', (ways: Ways) => void (ways.second = 'ConditionalRequestConflict'), 'does not hold'],
    ['bucket-writes-once', (ways: Ways) => void (ways.second = 'TimeoutError'), 'not tried'],
    ['scheduled-time', (ways: Ways) => void (ways.moment = '<aws.scheduler.scheduled-time>'), 'does not hold'],
    ['scheduled-time', (ways: Ways) => void (ways.moment = null), 'not tried'],
    ['ended-events', (ways: Ways) => void (ways.called = false), 'does not hold'],
  ])('%s turned wrong: %s', async (id, change, state) => {
    const { answer } = await spending(2, change, { ids: [id] });
    expect([answer(id)?.saw, answer(id)?.state]).toEqual([expect.any(String), state]);
  });

  it('has a small experiment that costs little and whose budget is the limit', async () => {
    const { calls, now, sleep } = spendingAccount(soundFacts(), soundWays());
    const { patient } = await visit(calls, { region: REGION, stackName: 'fsxbench', now, sleep });
    const planned = planOf(small, patient, 0.5);
    expect(planned?.plan.estimate.usd).toBeLessThan(0.1);
    expect(planned?.spec).toMatchObject({ limits: { maxUsd: 0.5 } });
    expect(planned?.plan.executionId).toHaveLength(48);
  });
});
