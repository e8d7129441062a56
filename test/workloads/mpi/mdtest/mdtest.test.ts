import type { HostStatus } from '../../../../lib/workloads/contract';
import { mdtest, MDTEST_TOOL } from '../../../../lib/workloads/mpi/mdtest/mdtest';
import { type MdtestParams, mdtestSchema } from '../../../../lib/workloads/mpi/mdtest/schema';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { makeMdtestPrinter as printer } from '../../../../lib/twin/printers/mpi';
import { scriptFiles } from '../../script-hosts';
import { HOST, hostRaw, judgeHosts, performance } from '../mpi-hosts';
import cases from './mdtest.cases.json';

const FILE = MDTEST_TOOL.output.file;

const params = mdtestSchema.parse({ kind: 'mdtest', ranks: 9, filesPerRank: 1000, shiftRanks: true });
/** What mdtest prints of a job of three hosts. */
function printOutput(asked: MdtestParams, hosts = 3): string {
  return printer(asked)(performance(500, 1000, 900, 400), { ...HOST, hosts }).files[FILE] ?? '';
}
const OUTPUT = printOutput(params);

/** What is made of what three hosts left. */
function judgeOutput(
  text: string | null,
  asked: MdtestParams = params,
  leader: Partial<HostStatus> | null = {},
  other: Partial<HostStatus> | null = {},
) {
  return judgeHosts(MDTEST_TOOL, asked, text, leader, [other, {}]);
}

describe('job of mdtest', () => {
  it('returns the rates of the first host as aggregate of all hosts, and the time window of each host', () => {
    const { reading, codes } = judgeOutput(OUTPUT);
    expect(codes).toEqual([]);
    expect(reading.observations.map(({ metric, host, statistic, value }) => [metric, host, statistic, value])).toEqual([
      ['file_create', 'aggregate', 'mean', 1500],
      ['file_stat', 'aggregate', 'mean', 3000],
      ['file_read', 'aggregate', 'mean', 2700],
      ['file_remove', 'aggregate', 'mean', 1200],
    ]);
    const hosts = ['client-0', 'client-1', 'client-2'];
    expect(reading.windows).toEqual(hosts.map((host) => ({ host, from: 1000, to: 1100 })));
  });

  it.each([
    ['it had another number of processes', OUTPUT.replace('9 total', '1 total'), 'invalid WrongResult'],
    ['it ran on one host', OUTPUT.replace('3 node', '1 node'), 'invalid WrongResult'],
    ['it had one iteration', OUTPUT.replace('of 3 iterations', 'of 1 iterations'), 'invalid WrongResult'],
    ['it is truncated', OUTPUT.slice(0, -60), 'invalid Unreadable'],
    ['it is empty', '', 'invalid Unreadable'],
    ['it contains two runs', `${OUTPUT}${OUTPUT}`, 'invalid Unreadable'],
    ['it is missing', null, 'invalid NoResult'],
  ])('rejects the output when %s', (_, text, code) => expect(judgeOutput(text).codes).toEqual([code]));

  it('reports a host without status, the problem of a failed host, and the timeout of the tool', () => {
    const lost = judgeOutput(OUTPUT, params, {}, null);
    expect(lost.codes).toEqual(['invalid StatusMissing']);
    const gone = [hostRaw(FILE, 'client-0', OUTPUT), hostRaw(FILE, 'client-1', null, null)];
    expect(readHosts(mdtest, gone, params).observations).toEqual([]);
    const failed = judgeOutput(OUTPUT, params, {}, { rc: 1, facts: { problem: 'the leader does not answer' } });
    expect(failed.texts).toEqual(['client-1: its part of the job ended with exit code 1: the leader does not answer']);
    expect(judgeOutput(OUTPUT, params, { rc: 124 }).codes).toEqual(['invalid TimedOut']);
  });

  it('is SUSPECT for phases below 1 s, and for lookups on the host that created the files', () => {
    const quick = mdtestSchema.parse({ kind: 'mdtest', ranks: 9, filesPerRank: 200, shiftRanks: true });
    expect(judgeOutput(printOutput(quick), quick).codes).toEqual(['suspect ShortRun', 'suspect ShortRun']);
    const own = { ...params, shiftRanks: false };
    expect(judgeOutput(printOutput(own), own).texts).toEqual([
      'client-0: file_stat and file_read ran on hosts that had created the files: host caches may have answered ' +
        '(`shiftRanks: false`)',
    ]);
    const memory = { mount: { source: 'tmpfs', type: 'tmpfs', options: '' } };
    expect(judgeOutput(printOutput(own), own, memory, memory).codes).toEqual(['suspect HostsDiffer']);
    const one = judgeOutput(printOutput(params, 1), params, { facts: { mpiNodes: '1', bundle: 'abc' } });
    expect(one.codes).toEqual(['suspect CacheServed']);
    expect(one.texts[0]).toContain('. All processes ran on one host: use three hosts or more');
  });

  it('returns CacheServed for two hosts, where reads return to the host that created the files', () => {
    const two = { ...params, ranks: 8 };
    expect(judgeHosts(MDTEST_TOOL, two, printOutput(two, 2))).toMatchObject({
      codes: ['suspect CacheServed'],
      texts: [expect.stringContaining('file_read runs on the host that created the files')],
    });
  });

  it('is INVALID for warnings of failed operations, and SUSPECT for iterations that differ by a factor of 29', () => {
    const warned = OUTPUT.replace('SUMMARY', 'WARNING: unable to stat file /fsx/x\nSUMMARY');
    expect(judgeOutput(warned).texts[0]).toContain(
      'operations failed, but mdtest counts them as done: WARNING: unable to stat file /fsx/x',
    );
    const harmless = OUTPUT.replace('SUMMARY', 'WARNING: unable to remove directory /fsx/test-dir.0-0\nSUMMARY');
    expect(judgeOutput(harmless).codes).toEqual([]);
    const leader = hostRaw(FILE, 'client-0', OUTPUT);
    const said = { name: 'raw/stderr.txt', source: 'x', text: 'a\nWARNING: unable to open file /fsx/x\n' };
    const hosts = [{ ...leader, files: [...leader.files, said] }, hostRaw(FILE, 'client-1', null)];
    expect(readHosts(mdtest, hosts, params)).toMatchObject({
      observations: [],
      reasons: [{ level: 'invalid', code: 'OperationsFailed' }],
    });
    const apart = OUTPUT.replace(/(File creation +)[\d.]+( +)[\d.]+/, '$12900.000$2100.000');
    expect(judgeOutput(apart).texts).toEqual([
      'file_create: iterations of the job differ by a factor of 29 (limit 2; 100 to 2900), so their mean is ' +
        'not representative',
    ]);
  });

  it('reports that hosts executed different tool bundles', () => {
    const { texts } = judgeOutput(printOutput(params), params, {}, { facts: { mpiNodes: '3', bundle: 'def' } });
    expect(texts).toEqual(['hosts differ in bundle of the tool: client-0, client-2 abc; client-1 def']);
  });
});

describe('judgement of the options that mdtest reports', () => {
  const asked = { ...params, fileSize: 4096 };
  const mismatch = (text: string) => ({
    codes: ['suspect OptionsMismatch'],
    texts: [`client-0: the tool ran with ${text}`],
  });

  it.each(cases.trialSuspect)('returns OptionsMismatch when the job %s', (_, from, to, text) => {
    expect(judgeOutput(printOutput(asked), asked).codes).toEqual([]);
    expect(printOutput(asked)).toContain(from);
    expect(judgeOutput(printOutput(asked).replace(from, to), asked)).toMatchObject(mismatch(text));
  });

  it.each(cases.suspectWithOptions)('returns OptionsMismatch for the unrequested options %s', (words, text) => {
    expect(judgeOutput(printOutput(asked).replace(' -F ', ` ${words} -F `), asked)).toMatchObject(mismatch(text));
  });

  it('accepts additional options that only affect the output', () => {
    expect(judgeOutput(printOutput(asked).replace(' -F ', ' -F -v -V 3 -P '), asked).codes).toEqual([]);
  });
});

describe('mdtest workload', () => {
  const STUDY = { kind: 'mdtest', ranks: 800, filesPerRank: 4000, iterations: 3, ownDirectory: true };
  const study = mdtestSchema.parse(STUDY);

  it('defaults to empty files, and to lookups on the host that created them', () => {
    expect(study).toEqual({ ...STUDY, role: 'client', shiftRanks: false, fileSize: 0 });
    const result = mdtestSchema.safeParse({ ...STUDY, ranks: 0 });
    expect(result.error?.issues[0]?.message).toBe('0 is not allowed; allowed: a whole number from 1 to 262144');
  });

  it('computes work, duration and timeout of 3.2 million files in three iterations', () => {
    const [step, ...others] = mdtest.script(study, scriptFiles('mdtest'));
    expect(others).toEqual([]);
    const files = 3 * 3_200_000;
    const operations = { create: files, stat: files, open: files, delete: files };
    const work = { ofAll: true, writtenBytes: 0, operations, inFlight: 800 };
    expect(step).toMatchObject({ measures: true, roles: ['client'], work });
    // Four phases of 12,000 operations a process of 2 ms each; a slow storage makes it longer.
    const phases = { count: 12, leastSeconds: 1, setting: 'filesPerRank' };
    expect(mdtest.duration(study)).toEqual({ total: 10 + 96, warmUp: 0, measured: 96, until: 'done', phases });
    // 38.4 million operations at 2000 a second; waiting for the others before, and removing what is left.
    expect(step?.timeoutSeconds).toBe(19_200 + 120 + 1200);
  });

  it('models a tenth of the metadata load for lookups that host caches answer', () => {
    const listOperations = (asked: MdtestParams) =>
      [mdtest.demand(asked)['measure'] ?? []].flat().map(({ unit }) => unit.metadata);
    expect(listOperations(params)).toEqual([{ create: 1 }, { stat: 1 }, { open: 1 }, { delete: 1 }]);
    expect(listOperations(study)).toEqual([{ create: 1 }, { stat: 0.1 }, { open: 0.1 }, { delete: 1 }]);
  });

  it('advises to look up files from other hosts', () => {
    const message =
      'hosts look up and read files that they created themselves, so their caches may ' +
      'answer. Rates may then be many times those of the file system. Set `shiftRanks: true` to use files of ' +
      'another host';
    expect(mdtest.check(study)).toEqual([{ severity: 'advice', code: 'OwnFilesRead', path: ['shiftRanks'], message }]);
    expect(mdtest.check(params)).toEqual([]);
  });

  it('lists rates of files, and compares creates, opens and removes with provisioned limits', () => {
    const metrics = ['file_create', 'file_stat', 'file_read', 'file_remove'];
    expect(mdtest.listMetrics(study)).toEqual([{ operation: null, metrics }]);
    expect(mdtest.traffic.limits(study).map(({ operations }) => operations)).toEqual([
      { metric: 'file_create', limit: 'metadataCreates' },
      { metric: 'file_read', limit: 'metadataOpens' },
      { metric: 'file_remove', limit: 'metadataDeletes' },
    ]);
  });

  it('translates to arguments of mdtest, with the processes of a host as the stride', () => {
    expect(MDTEST_TOOL.argv(study).join(' ')).toBe('-F -v -n 4000 -i 3 -u -d FOLDER');
    const other = { ...study, shiftRanks: true, ownDirectory: false, fileSize: 3901 };
    expect(MDTEST_TOOL.argv(other).join(' ')).toBe(
      '-F -v -n 4000 -i 3 -N RANKS_OF_A_HOST -y -w 3901 -e 3901 -d FOLDER',
    );
  });

  it.each(cases.shiftedRanks as [number, boolean, string[]][])(
    'reports for %d hosts with shiftRanks %s the messages %j',
    (hosts, shiftRanks, said) => {
      expect(mdtest.hosts?.check?.({ ...study, shiftRanks }, hosts, {}).map(({ message }) => message)).toEqual(said);
    },
  );
});
