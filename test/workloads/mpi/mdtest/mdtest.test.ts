import type { HostStatus } from '../../../../lib/workloads/contract';
import { MDTEST_TOOL } from '../../../../lib/workloads/mpi/mdtest/mdtest';
import { type MdtestParams, mdtestSchema } from '../../../../lib/workloads/mpi/mdtest/schema';
import { createMpiWorkload } from '../../../../lib/workloads/mpi/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { makeMdtestPrinter as printer } from '../../../../lib/twin/printers/mpi';
import { scriptFiles } from '../../script-hosts';
import { HOST, hostRaw, judgeHosts, performance } from '../mpi-hosts';
import cases from './mdtest.cases.json';

const FILE = MDTEST_TOOL.output.file;
const mdtest = createMpiWorkload(MDTEST_TOOL);
const params = mdtestSchema.parse({ kind: 'mdtest', ranks: 9, filesPerRank: 1000, shiftRanks: true });
/** What mdtest prints of a job of three hosts. */
function printed(asked: MdtestParams, hosts = 3): string {
  return printer(asked)(performance(500, 1000, 900, 400), { ...HOST, hosts }).files[FILE] ?? '';
}
const OUTPUT = printed(params);

/** What is made of what three hosts left. */
function judged(
  text: string | null,
  asked: MdtestParams = params,
  leader: Partial<HostStatus> | null = {},
  other: Partial<HostStatus> | null = {},
) {
  return judgeHosts(MDTEST_TOOL, asked, text, leader, [other, {}]);
}

describe('a job of mdtest', () => {
  it('has the figures of its leader, which are those of all hosts, each in the same window', () => {
    const { reading, codes } = judged(OUTPUT);
    expect(codes).toEqual([]);
    expect(reading.observations.map(({ metric, host, statistic, value }) => [metric, host, statistic, value])).toEqual([
      ['file_create', 'aggregate', 'mean', 1500],
      ['file_stat', 'aggregate', 'mean', 3000],
      ['file_read', 'aggregate', 'mean', 2700],
      ['file_remove', 'aggregate', 'mean', 1200],
    ]);
    expect(reading.windows).toEqual([
      { host: 'client-0', from: 1000, to: 1100 },
      { host: 'client-1', from: 1000, to: 1100 },
      { host: 'client-2', from: 1000, to: 1100 },
    ]);
  });

  it.each([
    ['it was another job', OUTPUT.replace('9 total', '1 total'), 'invalid WrongResult'],
    ['it ran on one host', OUTPUT.replace('3 node', '1 node'), 'invalid WrongResult'],
    ['its iterations are others', OUTPUT.replace('of 3 iterations', 'of 1 iterations'), 'invalid WrongResult'],
    ['it was cut off', OUTPUT.slice(0, -60), 'invalid Unreadable'],
    ['it is empty', '', 'invalid Unreadable'],
    ['it is of two runs', `${OUTPUT}${OUTPUT}`, 'invalid Unreadable'],
    ['it is missing', null, 'invalid NoResult'],
  ])('is none where %s', (_, text, code) => expect(judged(text).codes).toEqual([code]));

  it('has no figures of the fleet where a host was not there, or its part failed', () => {
    const lost = judged(OUTPUT, params, {}, null);
    expect(lost.codes).toEqual(['invalid StatusMissing']);
    const gone = [hostRaw(FILE, 'client-0', OUTPUT), hostRaw(FILE, 'client-1', null, null)];
    expect(readHosts(mdtest, gone, params).observations).toEqual([]);
    const failed = judged(OUTPUT, params, {}, { rc: 1, facts: { problem: 'the leader does not answer' } });
    expect(failed.texts).toEqual(['client-1: its part of the job ended with exit code 1: the leader does not answer']);
    expect(judged(OUTPUT, params, { rc: 124 }).codes).toEqual(['invalid TimedOut']);
  });

  it('is suspect where a phase was over at once, or a host looked up what it had made', () => {
    const quick = mdtestSchema.parse({ kind: 'mdtest', ranks: 9, filesPerRank: 200, shiftRanks: true });
    expect(judged(printed(quick), quick).codes).toEqual(['suspect ShortRun', 'suspect ShortRun']);
    const own = { ...params, shiftRanks: false };
    expect(judged(printed(own), own).texts).toEqual([
      'client-0: file_stat and file_read ran on hosts that had created the files: host caches may have answered ' +
        '(`shiftRanks: false`)',
    ]);
    const memory = { mount: { source: 'tmpfs', type: 'tmpfs', options: '' } };
    expect(judged(printed(own), own, memory, memory).codes).toEqual(['suspect HostsDiffer']);
    const one = judged(printed(params, 1), params, { facts: { mpiNodes: '1', bundle: 'abc' } });
    expect(one.codes).toEqual(['suspect CacheServed']);
    expect(one.texts[0]).toContain('. All processes ran on one host: use three hosts or more');
  });

  it('of two hosts read what the same host had made: mdtest goes one host further with every phase', () => {
    const two = { ...params, ranks: 8 };
    const { codes, texts } = judgeHosts(MDTEST_TOOL, two, printed(two, 2));
    expect([codes, texts]).toEqual([
      ['suspect CacheServed'],
      [expect.stringContaining('file_read runs on the host that created the files')],
    ]);
  });

  it('is none where operations failed that count as done, and suspect where its iterations are far apart', () => {
    const warned = OUTPUT.replace('SUMMARY', 'WARNING: unable to stat file /fsx/x\nSUMMARY');
    expect(judged(warned).texts[0]).toContain(
      'operations failed, but mdtest counts them as done: WARNING: unable to stat file /fsx/x',
    );
    const harmless = OUTPUT.replace('SUMMARY', 'WARNING: unable to remove directory /fsx/test-dir.0-0\nSUMMARY');
    expect(judged(harmless).codes).toEqual([]);
    const leader = hostRaw(FILE, 'client-0', OUTPUT);
    const said = { name: 'raw/stderr.txt', source: 'x', text: 'a\nWARNING: unable to open file /fsx/x\n' };
    const hosts = [{ ...leader, files: [...leader.files, said] }, hostRaw(FILE, 'client-1', null)];
    expect(readHosts(mdtest, hosts, params)).toMatchObject({
      observations: [],
      reasons: [{ level: 'invalid', code: 'OperationsFailed' }],
    });
    const apart = OUTPUT.replace(/(File creation +)[\d.]+( +)[\d.]+/, '$12900.000$2100.000');
    expect(judged(apart).texts).toEqual([
      'file_create: iterations of the job differ by a factor of 29 (limit 2; 100 to 2900), so their mean is ' +
        'not representative',
    ]);
  });

  it('is suspect where hosts executed different archives', () => {
    const { texts } = judged(printed(params), params, {}, { facts: { mpiNodes: '3', bundle: 'def' } });
    expect(texts).toEqual(['hosts differ in bundle of the tool: client-0, client-2 abc; client-1 def']);
  });
});

describe('what mdtest says of how it ran', () => {
  const asked = { ...params, fileSize: 4096 };

  it.each(cases.trialSuspect)('makes a trial suspect where it %s', (_, from, to, text) => {
    expect(judged(printed(asked), asked).codes).toEqual([]);
    expect(printed(asked)).toContain(from);
    const { codes, texts } = judged(printed(asked).replace(from, to), asked);
    expect(codes).toEqual(['suspect OptionsMismatch']);
    expect(texts[0]).toBe(`client-0: the tool ran with ${text}`);
  });

  it.each(cases.suspectWithOptions)('makes a trial suspect where nobody asked for %s', (words, text) => {
    const { codes, texts } = judged(printed(asked).replace(' -F ', ` ${words} -F `), asked);
    expect(codes).toEqual(['suspect OptionsMismatch']);
    expect(texts).toEqual([`client-0: the tool ran with ${text}`]);
  });

  it('may be told at greater length', () => {
    expect(judged(printed(asked).replace(' -F ', ' -F -v -V 3 -P '), asked).codes).toEqual([]);
  });
});

describe('the settings of mdtest', () => {
  const STUDY = { kind: 'mdtest', ranks: 800, filesPerRank: 4000, iterations: 3, ownDirectory: true };
  const study = mdtestSchema.parse(STUDY);

  it('are those of a study: files are empty and looked up by who made them where nothing is said', () => {
    expect(study).toEqual({ ...STUDY, role: 'client', shiftRanks: false, fileSize: 0 });
    const result = mdtestSchema.safeParse({ ...STUDY, ranks: 0 });
    expect(result.error?.issues[0]?.message).toBe('0 is not allowed; allowed: a whole number from 1 to 262144');
  });

  it('ask 3.2 million files three times over, of all hosts together', () => {
    const [step, ...others] = mdtest.script(study, scriptFiles('mdtest'));
    expect(others).toEqual([]);
    const files = 3 * 3_200_000;
    expect(step).toMatchObject({
      measures: true,
      roles: ['client'],
      work: {
        ofAll: true,
        writtenBytes: 0,
        operations: { create: files, stat: files, open: files, delete: files },
        inFlight: 800,
      },
    });
    // Four phases of 12,000 operations a process of 2 ms each; a slow storage makes it longer.
    const phases = { count: 12, leastSeconds: 1, setting: 'filesPerRank' };
    expect(mdtest.duration(study)).toEqual({ total: 10 + 96, warmUp: 0, measured: 96, until: 'done', phases });
    // 38.4 million operations at 2000 a second; waiting for the others before, and removing what is left.
    expect(step?.timeoutSeconds).toBe(19_200 + 120 + 1200);
  });

  it('ask little of the storage for what a host looks up of its own', () => {
    const asks = (asked: MdtestParams) =>
      [mdtest.demand(asked)['measure'] ?? []].flat().map(({ unit }) => unit.metadata);
    expect(asks(params)).toEqual([{ create: 1 }, { stat: 1 }, { open: 1 }, { delete: 1 }]);
    expect(asks(study)).toEqual([{ create: 1 }, { stat: 0.1 }, { open: 0.1 }, { delete: 1 }]);
  });

  it('advise to look files up from other hosts', () => {
    const message =
      'hosts look up and read files that they created themselves, so their caches may ' +
      'answer. Rates may then be many times those of the file system. Set `shiftRanks: true` to use files of ' +
      'another host';
    expect(mdtest.check(study)).toEqual([{ severity: 'advice', code: 'OwnFilesRead', path: ['shiftRanks'], message }]);
    expect(mdtest.check(params)).toEqual([]);
  });

  it('give rates of files, of which creates, opens and removes are paid for', () => {
    const metrics = ['file_create', 'file_stat', 'file_read', 'file_remove'];
    expect(mdtest.listMetrics(study)).toEqual([{ operation: null, metrics }]);
    expect(mdtest.limits(study).map(({ operations }) => operations)).toEqual([
      { metric: 'file_create', limit: 'metadataCreates' },
      { metric: 'file_read', limit: 'metadataOpens' },
      { metric: 'file_remove', limit: 'metadataDeletes' },
    ]);
  });

  it('are arguments of mdtest, the stride being the processes of a host', () => {
    expect(MDTEST_TOOL.argv(study).join(' ')).toBe('-F -v -n 4000 -i 3 -u -d FOLDER');
    const other = { ...study, shiftRanks: true, ownDirectory: false, fileSize: 3901 };
    expect(MDTEST_TOOL.argv(other).join(' ')).toBe(
      '-F -v -n 4000 -i 3 -N RANKS_OF_A_HOST -y -w 3901 -e 3901 -d FOLDER',
    );
  });

  it.each(cases.shiftedRanks as [number, boolean, string[]][])(
    'of %d hosts, shifted: %s, say %j',
    (hosts, shiftRanks, said) => {
      expect(mdtest.checkHosts?.({ ...study, shiftRanks }, hosts, {}).map(({ message }) => message)).toEqual(said);
    },
  );
});
