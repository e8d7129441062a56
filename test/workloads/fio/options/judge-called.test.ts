import { fio } from '../../../../lib/workloads/fio/workload';
import { readHosts } from '../../../../lib/workloads/read-hosts';
import { dataParams, hostRaw, recordedDocument } from '../recorded';

/** What is said of a host whose fio printed these options, beside those of host-a.json: 4k, libaio, direct, 2 jobs. */
function said(
  options: Readonly<Record<string, string | undefined>>,
  asked: Readonly<Record<string, unknown>> = {},
  facts: object = {},
): readonly string[] {
  const document = recordedDocument('host-a.json');
  for (const job of document.jobs) Object.assign(job['job options'], options);
  const host = hostRaw('client-0', JSON.stringify(document), { facts });
  const params = dataParams(asked);
  return fio
    .judge(readHosts(fio, [host], params), [host], params)
    .flatMap(({ level, code, text }) => (code === 'OtherOptions' ? [`${level}: ${text}`] : []));
}

it('has nothing against options that mean what was asked, however they are spelt', () => {
  expect(said({})).toEqual([]);
  expect(said({ size: '16777216', bs: '4096' })).toEqual([]);
});

it.each([
  ['went through the memory of its host', { direct: '0' }, 'it ran with direct=0, and direct=1 was meant'],
  ['did so by another word', { buffered: '1' }, 'it ran with direct=0, and direct=1 was meant'],
  ['was told nothing of it', { direct: undefined }, 'it ran with direct=0, as nothing else is said, and direct=1'],
  ['read in order', { rw: 'read' }, 'it ran with rw=read, and rw=randread was meant'],
  ['kept one in flight', { iodepth: '1' }, 'it ran with iodepth=1, and iodepth=4 was meant'],
  ['had smaller files', { size: '1m' }, 'it ran with size=1m, and size=16777216 was meant'],
])('is suspect where it %s', (_, options, text) => {
  expect(said(options)).toEqual([expect.stringContaining(`suspect: client-0: ${text}`)]);
});

it('asks what the host found out as it found it', () => {
  expect(said({ direct: '0', ioengine: 'psync' }, {}, { direct: '0', ioengine: 'psync' })).toEqual([]);
  expect(said({}, {}, { ioengine: 'psync' })).toEqual([
    'suspect: client-0: it ran with ioengine=libaio, and ioengine=psync was meant',
  ]);
});

it('is held against nothing where fio prints no options', () => {
  const document = recordedDocument('host-a.json');
  for (const job of document.jobs) delete (job as { 'job options'?: unknown })['job options'];
  const host = hostRaw('client-0', JSON.stringify(document));
  const params = dataParams();
  expect(fio.judge(readHosts(fio, [host], params), [host], params)).toEqual([]);
});
