import { judge } from '../../../lib/workloads/fio/judge';
import { dataParams, hostRaw, parsed, recorded, recordedDocument } from './recorded';

const good = recorded('host-a.json');
const host = (changes: Parameters<typeof hostRaw>[2] = {}, text: string | null = good) =>
  hostRaw('client-0', text, changes);
const codes = (hosts: ReturnType<typeof host> | ReturnType<typeof host>[], params = dataParams()) =>
  judge([hosts].flat(), params).map(({ level, code }) => `${level} ${code}`);

describe('judge', () => {
  it('has nothing against a good trial', () => expect(codes(host())).toEqual([]));

  it('refuses I/O of no kind, or not of the kind that was asked', () => {
    expect(codes(host({}, recorded('zero-io.json')))).toEqual(['invalid ZeroIo']);
    expect(codes(host(), dataParams({ rw: 'randwrite' }))).toEqual(['invalid ZeroIo']);
    expect(judge([host()], dataParams({ rw: 'randrw' }))[0]?.text).toMatch(/made no write at all/);
    expect(codes(host({}, recorded('randrw.json')), dataParams({ rw: 'randrw', runtime: '1s' }))).toEqual([]);
  });

  it('measures the length against what was asked', () => {
    expect(codes(host(), dataParams({ runtime: '10s' }))).toEqual(['invalid ShortRun']);
    expect(codes(host(), dataParams({ runtime: '1.8s' }))).toEqual([]);
    expect(codes(host({}, recorded('steady.json')), dataParams({ runtime: '20s' }))).toEqual([]);
  });

  it('says why fio failed: what the script knows, or the last line that fio wrote', () => {
    const failed = judge([host({ rc: 1, stderr: 'fio: first\nfio: pid=1, err=28\n' }, '')], dataParams());
    expect(failed).toEqual([
      { level: 'invalid', code: 'ToolFailed', text: 'client-0: fio ended with exit code 1: fio: pid=1, err=28' },
    ]);
    const late = host({ rc: 124, facts: { problem: 'fio did not end within its time limit of 35 s' } });
    expect(judge([late], dataParams())[0]?.text).toMatch(/exit code 124: fio did not end within/);
    expect(judge([host({ rc: 137 }, null)], dataParams())[0]?.text).toMatch(/said nothing about why/);
  });

  it('calls infeasible what the host cannot do', () => {
    const refused = host(
      { rc: 1, facts: { direct: '0', directReason: 'nfs refuses O_DIRECT: Invalid argument' } },
      null,
    );
    expect(codes(refused, dataParams({ direct: true }))).toEqual(['infeasible DirectRefused']);
    const engine = host(
      { rc: 1, facts: { ioengine: '', problem: 'engine io_uring cannot be used: not permitted' } },
      null,
    );
    expect(codes(engine, dataParams({ ioengine: 'io_uring' }))).toEqual(['infeasible EngineUnavailable']);
  });

  it('refuses a depth that the engine ignored', () => {
    expect(codes(host({ facts: { ioengine: 'psync' } }))).toEqual(['invalid DepthIgnored']);
    expect(codes(host({ facts: { ioengine: 'psync' } }), dataParams({ iodepth: 1 }))).toEqual([]);
  });

  it('suspects a rate that fell to less than a third half-way, not one that is noisy', () => {
    const withRate = (mean: number, stddev: number, intervals: number) => {
      const document = recordedDocument('host-a.json');
      for (const { read } of document.jobs) {
        Object.assign(read, { iops_mean: mean, iops_stddev: stddev, iops_samples: intervals });
      }
      return codes(host({}, JSON.stringify(document)));
    };
    // Half of the time 1000, half of it 250.
    expect(withRate(625, 375, 60)).toEqual(['suspect UnsteadyRate']);
    expect(withRate(625, 300, 60)).toEqual([]);
    expect(withRate(625, 375, 8)).toEqual([]);
  });

  it('suspects a metadata trial that was over at once', () => {
    const params = parsed({ kind: 'fio', ioengine: 'filecreate', nrfiles: 20_000 });
    const document = recordedDocument('filecreate.json');
    const within = (runtime: number) => {
      for (const { write } of document.jobs) write.runtime = runtime;
      return codes(host({ facts: { direct: '0' } }, JSON.stringify(document)), params as ReturnType<typeof dataParams>);
    };
    expect(within(400)).toEqual(['suspect ShortRun']);
    expect(within(2000)).toEqual([]);
  });

  it('suspects a sum over hosts that are not alike', () => {
    const other = (changes: Parameters<typeof hostRaw>[2]) => [
      host(),
      hostRaw('client-1', recorded('host-b.json'), changes),
    ];
    expect(codes(other({}))).toEqual([]);
    expect(codes(other({ version: 'fio-2.14' }))).toEqual(['suspect HostsDiffer']);
    const [reason] = judge(other({ facts: { memBytes: '1073741824' } }), dataParams());
    expect(reason?.text).toBe('hosts differ in memory: client-0 8 GiB, client-1 1 GiB');
  });
});
