import { outputOf } from '../../../../lib/workloads/fio/cell/read-host';
import { judgeReadBack, READ_BACK_FILE } from '../../../../lib/workloads/fio/cell/judge-verify';
import { dataParams, hostRaw, recorded } from '../recorded';

const PARAMS = dataParams({ rw: 'randwrite', numjobs: 2, size: '16 MiB', verify: 'crc32c' });
const host = (name: string, json: string | null, { stderr = '', rc = 0 } = {}) => {
  const raw = hostRaw(name, '', { rc });
  const file = (of: string, text: string) => ({ name: of, source: of, text });
  const files = [...(json === null ? [] : [file(READ_BACK_FILE, json)]), file('raw/verify.stderr', stderr)];
  return outputOf({ ...raw, files: [...raw.files, ...files] });
};
const sound = (name: string) => host(name, recorded('readback.json'));
const judged = (...hosts: readonly ReturnType<typeof host>[]) =>
  judgeReadBack(hosts, PARAMS).map(({ level, code, text }) => `${level} ${code} ${text}`);

describe('judgeReadBack', () => {
  it('notes once that all was sound', () => {
    expect(judged(sound('client-0'), sound('client-1'))).toEqual([
      expect.stringMatching(/^note Verified hosts read their files back after .*\(verify: crc32c\)/),
    ]);
  });

  it('is invalid where other data were read, and says where', () => {
    const stderr = recorded('readback-failed.txt');
    expect(judged(sound('client-0'), host('client-1', recorded('readback-failed.json'), { stderr }))).toEqual([
      'invalid VerifyFailed client-1: job readback/0 read back other data than it had written, in at least one of ' +
        'its blocks: a/f.vcrc32c.0 from byte 819200, 4096 bytes; a/f.vcrc32c.1 from byte 40960, 4096 bytes',
    ]);
  });

  it('is invalid where fio only printed it: error 0, exit code 0', () => {
    expect(judged(host('client-0', recorded('readback.json'), { stderr: recorded('readback-silent.txt') }))).toEqual([
      'invalid VerifyFailed client-0: job readback/0 read back other data than it had written, in at least one of ' +
        'its blocks: a/f.vcrc32c.1 from byte 999424, 4096 bytes',
    ]);
  });

  it.each([
    ['nothing', null, '0 B of the 32 MiB that were to be verified were read back: '],
    ['half', recorded('readback.json').replaceAll('33554432', '16777216'), '16 MiB of the 32 MiB that were'],
    ['an error', recorded('readback.json').replace('"error" : 0', '"error" : 5'), '32 MiB of the 32 MiB that were'],
  ])('is invalid where %s was read', (_, json, said) => {
    const [only, ...more] = judged(host('client-0', json));
    expect(more).toEqual([]);
    expect(only).toContain(`invalid NotVerified client-0: ${said}`);
  });

  it('says nothing of hosts whose measurement failed, nor where nothing was to be verified', () => {
    expect(judged(host('client-0', null, { rc: 1 }))).toEqual([]);
    const { verify: __, ...plain } = PARAMS;
    expect(judgeReadBack([sound('client-0')], plain)).toEqual([]);
  });
});
