import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import {
  makeRecords,
  listCodes,
  counter,
  makeEndRecord,
  HOSTS,
  makeInput,
  makeHostFiles,
  makeObject,
  makeStartRecord,
  makeStatus,
  T0,
  trial,
} from '../raw-objects';

describe('a change of the file system during the trial', () => {
  const changing = {
    ...trial,
    events: [{ atSeconds: 1, action: { change: 'fast', config: {} }, usableSeconds: 2 }],
  };
  const EVENT = { action: 'change', stage: 'fast', requested: T0 + 1, acted: T0 + 1.5, ready: T0 + 3, problem: null };
  const judgeEvents = (...events: readonly object[]) => {
    const records = events.map((one) => makeObject('a1/events.json', { version: 1, events: [one] }));
    const objects = makeRecords(...makeHostFiles(1, 'client-0', 100), ...makeHostFiles(1, 'client-1', 100), ...records);
    return judgeTrial(makeInput(objects, { trial: changing })).row;
  };

  it('is recorded in the row, without a reason when completed in time', () => {
    expect(judgeEvents(EVENT)).toMatchObject({ verdict: 'VALID', events: [EVENT] });
  });

  it.each([
    [[], 'INVALID', 'EventFailed', 'the change to fast was not requested during this trial'],
    [
      [{ ...EVENT, acted: null, ready: null, problem: 'BadRequest: too soon' }],
      'INVALID',
      'EventFailed',
      'the change to fast failed: BadRequest: too soon',
    ],
    [[{ ...EVENT, ready: null }], 'INVALID', 'EventFailed', 'the change to fast failed: its end was not recorded'],
    [
      [{ ...EVENT, ready: T0 + 104 }],
      'SUSPECT',
      'EventLate',
      'the change to fast took 103 s, and was done 100 s after the measurement ended',
    ],
  ])('reports for events %j verdict %s with reason %s', (events, verdict, code, text) => {
    const row = judgeEvents(...events);
    expect([row.verdict, row.reasons.map((one) => [one.code, one.text])]).toEqual([verdict, [[code, text]]]);
  });
});

describe('results of hosts that failed or did not overlap', () => {
  it('excludes the sum when hosts overlapped 77.5%, but keeps the values of each host (NoOverlap)', () => {
    const objects = makeRecords(...makeHostFiles(1, 'client-0', 100), ...makeHostFiles(1, 'client-1', 100, 0.9));
    const { row, observations } = judgeTrial(makeInput(objects));
    expect(row.verdict).toBe('INVALID');
    expect(row.overlap).toBeCloseTo(0.775, 6);
    expect(row.reasons[0]).toMatchObject({ code: 'NoOverlap' });
    expect(row.reasons[0]?.text).toContain('3.10 s of 4.00 s (77.5%');
    expect(observations.map(({ host }) => host)).toEqual(['client-0', 'client-1']);
  });

  it('adds hosts with a fixed amount of work when they began together (Straggler)', () => {
    const workload: typeof counter = {
      ...counter,
      duration: () => ({ ...counter.duration({ least: 0 }), until: 'done' }),
    };
    const makeSlow = (late: number) =>
      makeObject('a1/client-1/measure/raw/out.json', { rate: 50, from: T0 + late, to: T0 + 8 + late });
    const objects = (late: number) =>
      makeRecords(
        ...makeHostFiles(1, 'client-0', 100),
        ...makeHostFiles(1, 'client-1', 50).slice(0, 1),
        makeSlow(late),
      );
    const { row, observations } = judgeTrial(makeInput(objects(0), { workload }));
    expect(row).toMatchObject({ verdict: 'SUSPECT', overlap: 1, reasons: [{ code: 'Straggler' }] });
    // 400 in four seconds, and 400 in eight: 800 in eight.
    expect(observations.find(({ scope }) => scope === 'aggregate')?.value).toBe(100);
    expect(Date.parse(row.ended ?? '') - Date.parse(row.started ?? '')).toBe(8000);
    expect(listCodes(judgeTrial(makeInput(objects(0))))).toEqual(['EndedLate', 'Straggler']);
    expect(listCodes(judgeTrial(makeInput(objects(0.3), { workload })))).toEqual(['NoOverlap', 'Straggler']);
  });

  it('names the host without a readable result (ResultLost)', () => {
    const result = judgeTrial(makeInput(makeRecords(...makeHostFiles(1, 'client-1', 100))));
    expect(result.row).toMatchObject({ verdict: 'INVALID', overlap: 1 });
    expect(result.row.reasons).toEqual([
      {
        level: 'invalid',
        code: 'ResultLost',
        text: '1 of 2 hosts left no readable result of command measure: client-0',
      },
    ]);
    expect(result.observations.map(({ host }) => host)).toEqual(['client-1']);
  });

  it('reports only HostLost or HostFailed when the command ended that way', () => {
    const lost = judgeTrial(
      makeInput([
        makeStartRecord(1),
        makeEndRecord(1, { measure: 'LOST' }, ['client-0: no answer']),
        ...makeHostFiles(1, 'client-1', 100),
      ]),
    );
    expect(listCodes(lost)).toEqual(['HostLost']);
    const failed = judgeTrial(
      makeInput([
        makeStartRecord(1),
        makeEndRecord(1, { measure: 'FAILED' }, ['client-0: exit code 1']),
        ...makeHostFiles(1, 'client-1', 100),
      ]),
    );
    expect(listCodes(failed)).toEqual(['HostFailed']);
    expect(failed.row.verdict).toBe('INVALID');
  });

  it('expects figures only from roles that measure', () => {
    const workload: typeof counter = {
      ...counter,
      roles: () => [
        { role: 'client', mounts: true, measures: true },
        { role: 'broker', mounts: true, measures: false },
      ],
    };
    const roles = ['client', 'broker'].map((role) => ({ role, count: 1 }));
    const steps = trial.steps.map((step) => ({ ...step, roles: ['client', 'broker'] }));
    const objects = makeRecords(...makeHostFiles(1, 'client-0', 100), ...makeHostFiles(1, 'broker-0', 7, 3));
    const plan = { experiment: 'exp', executionId: 'e1', rigs: [{ rig: 'r1', roles }] };
    const { row, observations } = judgeTrial(makeInput(objects, { workload, plan, trial: { ...trial, steps } }));
    expect(row).toMatchObject({ verdict: 'VALID', overlap: 1 });
    expect(observations.map(({ host, value }) => [host, value])).toEqual([
      ['client-0', 100],
      [null, 100],
    ]);
  });

  it('reports ToolFailed when the tool exited with code 1 although the command succeeded', () => {
    const objects = makeRecords(
      ...makeHostFiles(1, 'client-0', 100, 0, { rc: 1 }),
      ...makeHostFiles(1, 'client-1', 100),
    );
    const result = judgeTrial(makeInput(objects));
    expect(listCodes(result)).toEqual(['ToolFailed']);
    expect(result.row.reasons[0]?.text).toBe('client-0: counter ended with exit code 1');
  });
});

describe('commands of other attempts during a trial', () => {
  const makeOtherCommand = (host: string, from: number, to: number) =>
    makeObject(
      `a1/${host}/measure/status.json`,
      makeStatus(host, { rc: 143, started: T0 + 100 + from, ended: T0 + 100 + to }),
    );

  it('makes it INVALID (ConcurrentCommands) when a host could not end such a command', () => {
    const others = { facts: { others: 't0001.a1 measure' } };
    const objects = [
      makeStartRecord(2),
      makeEndRecord(2),
      ...makeHostFiles(2, 'client-0', 100),
      ...makeHostFiles(2, 'client-1', 100, 0, others),
    ];
    const result = judgeTrial(makeInput(objects));
    expect(result.row.verdict).toBe('INVALID');
    const text = 'commands of another attempt ran while this one measured: client-1: t0001.a1 measure';
    expect(result.row.reasons[0]).toEqual({ level: 'invalid', code: 'ConcurrentCommands', text });
  });

  it('makes it INVALID when such a command overlapped the measurement by its own times', () => {
    const second = [makeStartRecord(2), makeEndRecord(2), ...HOSTS.flatMap((host) => makeHostFiles(2, host, 100))];
    const beside = judgeTrial(makeInput([makeStartRecord(1), makeOtherCommand('client-1', -9, 2), ...second]));
    expect([beside.row.verdict, ...listCodes(beside)]).toEqual(['INVALID', 'ConcurrentCommands', 'Retried']);
    // Ended before the first host began to measure, or begun after the last had ended.
    for (const [from, to] of [
      [-9, 0],
      [4, 9],
    ] as const) {
      const apart = judgeTrial(makeInput([makeStartRecord(1), makeOtherCommand('client-1', from, to), ...second]));
      expect([apart.row.verdict, ...listCodes(apart)]).toEqual(['VALID', 'Retried']);
    }
  });
});
