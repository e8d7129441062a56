import { isMeasurementFile, pickJudgedFiles } from '../../../lib/results/trial/attempt';
import { judgeTrial } from '../../../lib/results/trial/judge-trial';
import { makeEndRecord, makeGoodAttempt, makeInput, makeStartRecord } from '../raw-objects';
import cases from './attempt.cases.json';

describe('choosing the attempt that counts', () => {
  it('uses the last successful attempt, and notes the others', () => {
    const objects = [
      ...makeGoodAttempt(1, [1, 1]),
      makeStartRecord(2),
      makeEndRecord(2, { measure: 'LOST' }, ['client-1: gone']),
      ...makeGoodAttempt(3, [5, 6]),
    ];
    const { row, observations } = judgeTrial(makeInput(objects));
    expect(row).toMatchObject({ attempt: 3, attempts: 3, verdict: 'VALID' });
    expect(row.reasons).toEqual([
      {
        level: 'note',
        code: 'Retried',
        text: 'attempt 3 counts; others: 1 succeeded earlier, 2 ended as LOST in measure',
      },
    ]);
    expect(observations.at(-1)).toMatchObject({ attempt: 3, value: 11 });
  });

  it('notes AttemptLost when a host was lost during the measurement, but not before delivery', () => {
    const listRetryCodes = (line: string) =>
      judgeTrial(
        makeInput([makeStartRecord(1), makeEndRecord(1, { measure: 'LOST' }, [line]), ...makeGoodAttempt(2)]),
      ).row.reasons.map(({ code }) => code);
    for (const words of ['Execution Timed Out', 'TimedOut', 'InProgress', 'Cancelled'])
      expect(listRetryCodes(`client-1: ${words}`)).toEqual(['Retried', 'AttemptLost']);
    for (const words of ['not delivered', 'Undeliverable', 'Delivery Timed Out', 'ended well, but left no results'])
      expect(listRetryCodes(`client-1: ${words}`)).toEqual(['Retried']);
  });

  it('uses an earlier successful attempt when the last one failed', () => {
    const { row } = judgeTrial(
      makeInput([
        ...makeGoodAttempt(1),
        makeStartRecord(2),
        makeEndRecord(2, { measure: 'FAILED' }, ['client-0: exit code 1']),
      ]),
    );
    expect(row).toMatchObject({ attempt: 1, verdict: 'VALID' });
  });

  it('uses the last attempt when none succeeded', () => {
    const result = judgeTrial(
      makeInput([
        makeStartRecord(1),
        makeEndRecord(1, { measure: 'LOST' }, ['client-0: gone']),
        makeStartRecord(2),
        makeEndRecord(2, { fill: 'FAILED' }, ['client-0: exit code 3']),
      ]),
    );
    expect(result.row).toMatchObject({ attempt: 2, attempts: 2, verdict: 'INVALID' });
    expect(result.row.reasons[0]).toMatchObject({
      code: 'HostFailed',
      text: 'command fill ended as FAILED: client-0: exit code 3',
    });
  });
});

describe('isMeasurementFile', () => {
  const folder = 'executions/e/x/raw/r1/t0001/';
  it.each(cases.commands as [string, boolean][])('returns for the file %s: %s', (name, says) => {
    expect(isMeasurementFile(folder, `${folder}${name}`, 'measure')).toBe(says);
  });
});

it('keeps all files of measuring hosts, and only status.json of other hosts', () => {
  const folder = 'executions/e/x/raw/r1/t0001/';
  const names = cases.names;
  const objects = names.map((name) => ({ key: `${folder}${name}` }));
  expect(pickJudgedFiles(folder, objects, 'measure').map(({ key }) => key.slice(folder.length))).toEqual([
    'a1/started.json',
    'a1/client-0/measure/status.json',
    'a1/client-0/measure/raw/fio.json',
    'a1/broker-0/start/status.json',
    'a2/client-0/layout/status.json',
  ]);
});
