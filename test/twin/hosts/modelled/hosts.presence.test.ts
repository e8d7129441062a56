import { findFigure, KEYS, makeParameters, play, type Play, readStatus, send, runModelledTrial } from './play';

const attempt = (on: Play, number: number, issued: number): Readonly<Record<string, string>> => ({
  ...makeParameters(on, 't0001', number),
  IssuedAt: String(issued),
});

describe('simulated host', () => {
  it('ends the command of an older attempt before it starts the next attempt', async () => {
    const on = await play({ hosts: 1 });
    const older = send(on, 0, attempt(on, 1, 1000));
    await on.clock.sleep(70_000);
    const newer = send(on, 0, { ...attempt(on, 2, 2000) });
    expect(await older.done).toMatchObject({ exitCode: 143, status: 'Failed' });
    expect(await newer.done).toMatchObject({ exitCode: 0 });
    const [first, second] = [await readStatus(on, 1), await readStatus(on, 2)];
    expect(first).toMatchObject({ rc: 143, facts: { problem: 'the command was cancelled' } });
    expect(second.started).toBeGreaterThan(first.ended);
    expect(second.facts['others']).toBeUndefined();
  });

  it('ends a second attempt that still waits for the first when a third one arrives', async () => {
    const on = await play({ hosts: 1 });
    const first = send(on, 0, attempt(on, 1, 1000));
    await on.clock.sleep(70_000);
    const second = send(on, 0, attempt(on, 2, 2000));
    await on.clock.sleep(10);
    const third = send(on, 0, attempt(on, 3, 3000));
    const ended = await Promise.all([first.done, second.done, third.done]);
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([143, 143, 0]);
    const [left, stayed] = [await readStatus(on, 2), await readStatus(on, 3)];
    expect(stayed.started).toBeGreaterThan(left.ended);
  });

  it('refuses an older attempt that arrives late with exit code 96', async () => {
    const on = await play({ hosts: 1 });
    const newer = send(on, 0, attempt(on, 2, 2000));
    const late = await send(on, 0, attempt(on, 1, 1000)).done;
    expect(late).toMatchObject({ exitCode: 96, stderr: 'attempt t0001.a2 was begun after this command was sent' });
    expect(await newer.done).toMatchObject({ exitCode: 0 });
  });

  it('ends two commands of one attempt, sent together, with exit code 0', async () => {
    const on = await play({ hosts: 1 });
    const preparing = (Step: string) => ({ OutputPrefix: `${KEYS.prepare('r1')}a1/`, Attempt: 'p0', Step });
    const both = ['target', 'fill'].map((step) => send(on, 0, preparing(step)).done);
    expect((await Promise.all(both)).map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  });

  it('halves the rate while a stuck command runs, and makes the trial INVALID: ConcurrentCommands', async () => {
    const alone = await runModelledTrial(await play({ hosts: 1 }), 't0001');
    const on = await play({ hosts: 1, stubborn: ({ parameters }) => parameters['Attempt'] === 'p1' });
    const fill = { OutputPrefix: `${KEYS.prepare('r1')}a1/`, Attempt: 'p1', Step: 'fill' };
    const older = send(on, 0, fill);
    const { row, observations } = await runModelledTrial(on, 't0001');
    const text = expect.stringContaining('client-0: p1 fill') as string;
    expect([row.verdict, row.reasons[0]]).toMatchObject(['INVALID', { code: 'ConcurrentCommands', text }]);
    const ratio = (metric: string): number => findFigure(observations, metric) / findFigure(alone.observations, metric);
    expect(ratio('iops')).toBeCloseTo(0.5, 1);
    expect(ratio('latency_mean')).toBeCloseTo(2, 0);
    // It was told to end, and hears of it at its own end.
    expect(await older.done).toMatchObject({ exitCode: 143 });
  });
});

describe('simulated host with a command that follows another one', () => {
  const follow = (on: Play, seconds: number): Readonly<Record<string, string>> => ({
    ...attempt(on, 2, 2000),
    ExecutionTimeout: String(3600 + seconds),
    After: `t0001.a1/measure/${seconds}`,
  });

  it('begins it after the end of the other one, which it does not end', async () => {
    const on = await play({ hosts: 1 });
    const second = send(on, 0, follow(on, 900));
    await on.clock.sleep(1000);
    const first = send(on, 0, attempt(on, 1, 1000));
    const ended = await Promise.all([first.done, second.done]);
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect((await readStatus(on, 2)).started).toBeGreaterThan((await readStatus(on, 1)).ended);
  });

  it('gives up when the other one does not arrive or end in time, and when it is cancelled', async () => {
    const on = await play({ hosts: 1 });
    expect(await send(on, 0, follow(on, 5)).done).toMatchObject({ exitCode: 124 });
    const late = await play({ hosts: 1 });
    void send(late, 0, attempt(late, 1, 1000));
    expect(await send(late, 0, follow(late, 5)).done).toMatchObject({ exitCode: 124 });
    const other = await play({ hosts: 1 });
    const cancelled = send(other, 0, follow(other, 900));
    await other.clock.sleep(1000);
    cancelled.cancel();
    expect(await cancelled.done).toMatchObject({ exitCode: 143 });
  });
});
