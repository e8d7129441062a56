import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { asCalled, dataParams, hostRaw, recordedDocument } from '../recorded-outputs';

/** What is said of a host whose fio printed these options beside those that it was given; undefined: without that. */
function said(
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

it('has nothing against options that mean what was asked, however they are spelt', () => {
  expect(said({})).toEqual([]);
  expect(said({ size: '16777216', bs: '4096' })).toEqual([]);
  expect(said({ bs: '4k,4k', iodepth: '0x4' })).toEqual([]);
  expect(said({ bs: '4k,4k,4k' })).toEqual([]);
  expect(said({ verify: 'crc32c', fsync: '1' }, { rw: 'randwrite', verify: 'crc32c', fsync: 1 })).toEqual([]);
});

it('has nothing against what holds anyway, how results are told, and what fio does not print: no value', () => {
  expect(said({ fsync: '0', randrepeat: '0', loops: '1', unlink: undefined })).toEqual([]);
  expect(said({ description: 'x', log_hist_msec: '100', clat_percentiles: '1', exec_prerun: 'x' })).toEqual([]);
  expect(said({ thread: undefined, time_based: undefined, norandommap: undefined })).toEqual([]);
});

it.each(
  Object.entries({
    fsync: '1',
    thinktime: '1000',
    rate_iops: '100',
    random_distribution: 'zipf:1.2',
    dedupe_percentage: '90',
    verify: 'crc32c',
    bssplit: '4k/50:8k/50',
    nrfiles: '10',
    zero_buffers: '1',
    offset: '0',
    bsrange: '1k-4k',
    io_size: '4k',
    filename: '/dev/shm/x',
    hipri: '1',
  }),
)('is suspect where nobody asked for it: %s=%s', (name, value) => {
  expect(said({ [name]: value })).toEqual([
    `suspect: client-0: the tool ran with ${name}=${value}, which was not requested`,
  ]);
});

it.each([
  ['went through the memory of its host', { direct: '0' }, 'the tool ran with direct=0; requested: direct=1'],
  ['did so by another word', { buffered: '1' }, 'the tool ran with direct=0; requested: direct=1'],
  ['was told nothing of it', { direct: undefined }, 'the tool ran with direct=0 (default); requested: direct=1'],
  ['read in order', { rw: 'read' }, 'the tool ran with rw=read; requested: rw=randread'],
  ['kept one in flight', { iodepth: '1' }, 'the tool ran with iodepth=1; requested: iodepth=4'],
  ['kept what the host had in memory', { invalidate: '0' }, 'the tool ran with invalidate=0; requested: invalidate=1'],
  ['took the same offsets', { randrepeat: '1' }, 'the tool ran with randrepeat=1; requested: randrepeat=0'],
  ['was told no size', { size: undefined }, 'the tool ran without size; requested: size=16777216'],
  ['had smaller files', { size: '1m' }, 'the tool ran with size=1m; requested: size=16777216'],
])('is suspect where it %s', (_, options, text) => {
  expect(said(options)).toEqual([expect.stringContaining(`suspect: client-0: ${text}`)]);
});

it('asks what the host found out as it found it', () => {
  expect(said({ direct: '0', ioengine: 'psync' }, {}, { direct: '0', ioengine: 'psync' })).toEqual([]);
  expect(said({}, {}, { ioengine: 'psync' })).toEqual([
    'suspect: client-0: the tool ran with ioengine=libaio; requested: ioengine=psync',
  ]);
});

it('is held against nothing where fio prints no options', () => {
  const document = recordedDocument('host-a.json');
  for (const job of document.jobs) delete (job as { 'job options'?: unknown })['job options'];
  const host = hostRaw('client-0', JSON.stringify(document));
  const params = dataParams();
  expect(fio.judge(readHosts(fio, [host], params), [host], params)).toEqual([]);
});
