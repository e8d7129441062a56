import { metadata } from '../../../lib/workloads/metadata/workload';
import { readHosts } from '../../../lib/workloads/read-hosts';
import { treeCopy } from '../../../lib/workloads/tree-copy/workload';
import { ASKED, hostRaw as metadataHost, output } from '../metadata/metadata-hosts';
import { changeRecorded, hostRaw as copyHost, readRecorded, study } from '../tree-copy/recorded-outputs';

const METADATA = JSON.stringify(output());
const COPY = readRecorded('eight-workers.json');

/** By the kind: a result that is whole, and what stands against another text. */
const KINDS = {
  metadata: (text: string) => {
    const hosts = [metadataHost(text)];
    const reading = readHosts(metadata, hosts, ASKED);
    return { reading, against: metadata.judge(reading, hosts, ASKED), parsed: metadata.parse(text) };
  },
  'tree-copy': (text: string) => {
    const hosts = [copyHost(text)];
    const reading = readHosts(treeCopy, hosts, study(8));
    return { reading, against: treeCopy.judge(reading, hosts, study(8)), parsed: treeCopy.parse(text) };
  },
};

it.each([
  ['metadata', METADATA],
  ['tree-copy', COPY],
] as const)('reads a complete result of %s', (kind, text) => {
  const { reading, against, parsed } = KINDS[kind](text);
  expect([reading.reasons, against, parsed.status]).toEqual([[], [], 'ok']);
});

it.each([
  ['metadata', '', 'it is empty'],
  ['metadata', METADATA.slice(0, 300), 'it is truncated or not JSON'],
  ['metadata', COPY, 'the file is not output of metadata: tool: '],
  ['metadata', '[]', 'the file is not output of metadata: '],
  ['metadata', METADATA.replace('"done":10000', '"done":-1'), 'metadata: phases.0.ranks.0.done: '],
  ['metadata', METADATA.replace('"stat"', '"$(reboot)"'), 'metadata: phases.1.operation: '],
  ['metadata', METADATA.replace('"stat"', '"create"'), 'it reports create twice'],
  ['metadata', METADATA.replace('"ended":1009', '"ended":999'), 'its times are out of order in create'],
  ['tree-copy', 'null', 'the file is not output of tree-copy: '],
  ['tree-copy', 'fio-3.33', 'it is truncated or not JSON'],
  ['tree-copy', COPY.slice(0, -3), 'it is truncated or not JSON'],
  ['tree-copy', COPY.replace('"tree-copy"', '"fio"'), 'the file is not output of tree-copy: tool: '],
  ['tree-copy', COPY.replace('"version":1', '"version":2'), 'the file is not output of tree-copy: version: '],
  ['tree-copy', changeRecorded(({ copied }) => ({ copied: copied - 1e6 })), 'its times are out of order: began '],
  ['tree-copy', changeRecorded(() => ({ began: null })), 'the file is not output of tree-copy: began: '],
  ['tree-copy', changeRecorded(() => ({ found: { files: -1, bytes: 0, right: 0 } })), 'tree-copy: found.files: '],
  ['tree-copy', changeRecorded(() => ({ workers: 'many' })), 'the file is not output of tree-copy: workers: '],
] as const)('refuses other or damaged output of %s as Unreadable: %#', (kind, text, problem) => {
  const { reading, against, parsed } = KINDS[kind](text);
  expect(reading).toMatchObject({ observations: [], windows: [], reasons: [{ level: 'invalid', code: 'Unreadable' }] });
  expect(reading.reasons[0]?.text).toContain(problem);
  expect(against).toEqual([]);
  expect(parsed).toMatchObject({ status: 'failed', runs: [], problems: [expect.stringContaining(problem)] });
});

it.each([
  [metadataHost(null, null), ['StatusMissing']],
  [metadataHost(null), ['NoResult']],
  // Where the script failed, the judge says so.
  [metadataHost(null, { rc: 1 }), []],
])('reports a missing status or result of a host: %#', (raw, codes) => {
  const { figures, window, reasons } = metadata.readHost(raw, ASKED);
  expect([figures, window, reasons.map(({ code }) => code)]).toEqual([[], null, codes]);
});

it('quotes the reported problem of a failed script, or the last line of stderr', () => {
  const judgeFailure = (changes: Parameters<typeof copyHost>[1]) => {
    const raw = copyHost(null, { rc: 1, ...changes });
    return treeCopy.judge(readHosts(treeCopy, [raw], study(8)), [raw], study(8)).map(({ code, text }) => [code, text]);
  };
  const formatFailure = (code: number, why: string) => `client-0: the copy ended with exit code ${code}: ${why}`;
  expect(judgeFailure({ facts: { problem: 'not laid out' } })).toEqual([
    ['ToolFailed', formatFailure(1, 'not laid out')],
  ]);
  expect(judgeFailure({ stderr: 'one\nno such disk\n' })).toEqual([['ToolFailed', formatFailure(1, 'no such disk')]]);
  expect(judgeFailure({ rc: 124 })).toEqual([['TimedOut', formatFailure(124, 'it printed no error')]]);
});
