import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { asCalled, dataParams, hostRaw, recordedDocument } from '../recorded-outputs';

/** What is said of a host whose fio printed these options beside those that it was given; undefined: without that. */
function listMismatches(
  options: Readonly<Record<string, string | undefined>>,
  asked: Readonly<Record<string, unknown>> = {},
  facts: object = {},
): readonly string[] {
  const params = dataParams(asked);
  const document = asCalled(recordedDocument('host-a.json'), params);
  for (const job of document.jobs) Object.assign(job['job options'], options);
  const host = hostRaw('client-0', JSON.stringify(document), { facts });
  return fio
    .judge(readHosts(fio, [host], params), [host], params)
    .flatMap(({ level, code, text }) => (code === 'OptionsMismatch' ? [`${level}: ${text}`] : []));
}

it('accepts equivalent spellings of the requested fio options, such as bs=4096 for 4k', () => {
  for (const options of [{}, { size: '16777216', bs: '4096' }, { bs: '4k,4k', iodepth: '0x4' }, { bs: '4k,4k,4k' }])
    expect(listMismatches(options)).toEqual([]);
  expect(listMismatches({ verify: 'crc32c', fsync: '1' }, { rw: 'randwrite', verify: 'crc32c', fsync: 1 })).toEqual([]);
});

it('ignores options with default values, output options and options without a value', () => {
  expect(listMismatches({ fsync: '0', randrepeat: '0', loops: '1', unlink: undefined })).toEqual([]);
  expect(listMismatches({ description: 'x', log_hist_msec: '100', clat_percentiles: '1', exec_prerun: 'x' })).toEqual(
    [],
  );
  expect(listMismatches({ thread: undefined, time_based: undefined, norandommap: undefined })).toEqual([]);
});

const UNREQUESTED =
  'fsync=1 thinktime=1000 rate_iops=100 random_distribution=zipf:1.2 dedupe_percentage=90 verify=crc32c ' +
  'bssplit=4k/50:8k/50 nrfiles=10 zero_buffers=1 offset=0 bsrange=1k-4k io_size=4k filename=/dev/shm/x hipri=1';
it.each(UNREQUESTED.split(' ').map((option) => option.split('=') as [string, string]))(
  'reports OptionsMismatch for an option that was not requested: %s=%s',
  (name, value) => {
    expect(listMismatches({ [name]: value })).toEqual([
      `suspect: client-0: the tool ran with ${name}=${value}, which was not requested`,
    ]);
  },
);

it.each([
  ['used direct=0', { direct: '0' }, 'the tool ran with direct=0; requested: direct=1'],
  ['used buffered=1', { buffered: '1' }, 'the tool ran with direct=0; requested: direct=1'],
  ['printed no direct option', { direct: undefined }, 'the tool ran with direct=0 (default); requested: direct=1'],
  ['read sequentially', { rw: 'read' }, 'the tool ran with rw=read; requested: rw=randread'],
  ['used iodepth=1', { iodepth: '1' }, 'the tool ran with iodepth=1; requested: iodepth=4'],
  ['kept cached pages (invalidate=0)', { invalidate: '0' }, 'the tool ran with invalidate=0; requested: invalidate=1'],
  [
    'repeated the offsets (randrepeat=1)',
    { randrepeat: '1' },
    'the tool ran with randrepeat=1; requested: randrepeat=0',
  ],
  ['printed no size', { size: undefined }, 'the tool ran without size; requested: size=16777216'],
  ['used smaller files', { size: '1m' }, 'the tool ran with size=1m; requested: size=16777216'],
])('reports OptionsMismatch when fio %s', (_, options, text) => {
  expect(listMismatches(options)).toEqual([expect.stringContaining(`suspect: client-0: ${text}`)]);
});

it('accepts direct and ioengine as the host probed them, and reports OptionsMismatch for another engine', () => {
  expect(listMismatches({ direct: '0', ioengine: 'psync' }, {}, { direct: '0', ioengine: 'psync' })).toEqual([]);
  expect(listMismatches({}, {}, { ioengine: 'psync' })).toEqual([
    'suspect: client-0: the tool ran with ioengine=libaio; requested: ioengine=psync',
  ]);
});

it('returns no reason for output without job options', () => {
  const document = recordedDocument('host-a.json');
  for (const job of document.jobs) delete (job as { 'job options'?: unknown })['job options'];
  const host = hostRaw('client-0', JSON.stringify(document));
  const params = dataParams();
  expect(fio.judge(readHosts(fio, [host], params), [host], params)).toEqual([]);
});
