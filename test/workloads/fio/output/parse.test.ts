import { parseOutput } from '../../../../lib/workloads/fio/output/parse';
import { recorded, recordedJob } from '../recorded';

const operations = (name: string) =>
  parseOutput(recorded(name)).runs.map(({ observations }) => [
    ...new Set(observations.map(({ operation }) => operation)),
  ]);

describe('parseOutput', () => {
  it.each([
    'host-a.json',
    'randrw.json',
    'clones.json',
    'stonewall.json',
    'steady.json',
    'clients.txt',
    'people-and-json.txt',
    'terse-3.txt',
    'snapshots.json',
  ])('finds nothing wrong with %s', (name) => {
    expect(parseOutput(recorded(name))).toMatchObject({
      tool: 'fio',
      toolVersion: 'fio-3.33',
      status: 'ok',
      problems: [],
    });
  });

  it('gives the figures that fio printed', () => {
    const { read } = recordedJob('randrw.json');
    const { runs } = parseOutput(recorded('randrw.json'));
    expect(runs.map(({ label }) => label)).toEqual(['mix/0']);
    const value = (metric: string) =>
      runs[0]?.observations.find((one) => one.metric === metric && one.operation === 'read')?.value;
    expect(value('iops')).toBe(read.iops);
    expect(value('latency_mean')).toBe(read.lat_ns.mean / 1000);
    expect(operations('randrw.json')).toEqual([['read', 'write']]);
  });

  it.each([
    ['error.json', 'failed', /job full\/0 ended with error 28 \(No space left on device\)/],
    ['zero-io.json', 'failed', /job idle\/0 made no I\/O at all/],
    ['no-engine.txt', 'failed', /fio failed and wrote no result: fio: engine nosuch not loadable/],
    ['people.txt', 'failed', /report for people; run fio with --output-format=json\+/],
    ['signal.json', 'suspect', /ended by signal 2 before its time/],
    ['short.json', 'suspect', /ran for \d+ ms only/],
  ])('says what is wrong with %s', (name, status, text) => {
    const result = parseOutput(recorded(name));
    expect(result.status).toBe(status);
    expect(result.problems[0]).toMatch(text);
  });

  it('keeps the figures of what failed, for a diagnosis', () => {
    expect(parseOutput(recorded('signal.json')).runs[0]?.observations.length).toBeGreaterThan(0);
  });

  it('refuses a document that is cut off, and takes the one before it with a warning', () => {
    const whole = recorded('host-a.json');
    expect(parseOutput(whole.slice(0, 3000))).toMatchObject({ status: 'failed', runs: [] });
    const result = parseOutput(whole + whole.slice(0, 3000));
    expect(result).toMatchObject({ status: 'suspect', problems: [expect.stringMatching(/cut off/)] });
    expect(result.runs).toEqual(parseOutput(whole).runs);
  });

  it.each(['', ' \n', '{}', 'hello', '{"jobs":[]}', '{"fio version":"fio-3.1","jobs":[null,{}]}', '\0\0'])(
    'says of %j that it is no result',
    (text) => {
      const result = parseOutput(text);
      expect(result.status).toBe('failed');
      expect(result.problems.join()).not.toBe('');
    },
  );
});
