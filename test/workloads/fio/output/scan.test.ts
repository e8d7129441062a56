import { scanText } from '../../../../lib/workloads/fio/output/scan';
import { readRecorded, recordedDocument } from '../recorded-outputs';

const whole = readRecorded('randrw.json');
const names = (text: string) =>
  scanText(text).documents.map((document) => (document['jobs'] as { jobname: string }[]).map(({ jobname }) => jobname));

describe('scanText', () => {
  it.each([
    ['as fio wrote it', whole],
    ['with a byte order mark', `\uFEFF${whole}`],
    ['with Windows line ends', whole.replaceAll('\n', '\r\n')],
    ['minified', JSON.stringify(recordedDocument('randrw.json'))],
    ['in an array', `[${whole}]`],
    ['with other keys first', JSON.stringify({ a: { b: 1 }, ...recordedDocument('randrw.json') }, null, 1)],
    ['after a progress line and errors', `Jobs: 1 (f=1): [r(1)]["x{ {]\rfio: something {\n${whole}`],
    ['before a report', `${whole}\nRun status {group} 0:\n`],
  ])('finds a document %s', (_, text) => {
    expect(names(text)).toEqual([['mix']]);
    expect(scanText(text).truncated).toBe(false);
  });

  it('returns the text around the documents', () => {
    const { around } = scanText(`before\n${whole}between\n${whole}after`);
    expect(around.replace(/\s+/g, ' ')).toBe('before between after');
  });

  it('finds all documents of appended output', () => {
    expect(names(readRecorded('snapshots.json')).length).toBeGreaterThan(1);
    expect(names(readRecorded('appended.json'))).toHaveLength(2);
  });

  it('finds a document with the numbers -nan and inf', () => {
    const text = whole.replace(/"bw_agg" : [\d.]+/, '"bw_agg" : -nan').replace(/"bw_dev" : [\d.]+/, '"bw_dev" : inf');
    expect(names(text)).toEqual([['mix']]);
  });

  it.each([0.1, 0.5, 0.99])('reports truncation when a document is cut off after %p of its length', (share) => {
    const cut = whole.slice(0, Math.floor(whole.trimEnd().length * share));
    expect(scanText(cut)).toMatchObject({ documents: [], truncated: true });
    expect(names(`${cut}\n${whole}`)).toEqual([['mix']]);
    expect(scanText(`${cut}\n${whole}`).truncated).toBe(false);
    expect(names(whole + cut)).toEqual([['mix']]);
    expect(scanText(whole + cut).truncated).toBe(true);
    expect(scanText(`${whole}{"fio version"`)).toMatchObject({ documents: [{}], truncated: true });
  });

  it('finds documents with sorted keys after a truncated one, and within another object', () => {
    const sorted = JSON.stringify({ a: { b: 1 }, ...recordedDocument('randrw.json') }, null, 1);
    const plain = sorted.replace(/"fio version"/, '"version"');
    expect(names(`${plain.slice(0, 2000)}\n${plain}`)).toEqual([['mix']]);
    expect(names(`{ "results" :\n${plain}\n}\n${plain}`)).toEqual([['mix'], ['mix']]);
  });

  it.each(['', '{', '{}', '[]', 'null', '\0', '{"a":'.repeat(50_000), '{\n'.repeat(50_000), '"'.repeat(50_000)])(
    'returns no documents for %.20j',
    (text) => expect(scanText(text)).toMatchObject({ documents: [], truncated: false }),
  );
});
