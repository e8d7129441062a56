import { checkSchema as checkShape } from '../../../lib/experiment/language/schema-problems';
import { checkParams, treeCopySchema } from '../../../lib/workloads/tree-copy/schema';
import { params } from './tree-hosts';

const BASE = { kind: 'tree-copy', files: 38_000, size: '800 MB' };

const problems = (changes: Readonly<Record<string, unknown>>) => {
  const issues = treeCopySchema.safeParse({ ...BASE, ...changes }).error?.issues ?? [];
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('schema of tree-copy', () => {
  it('parses quantities and defaults to one directory per ten files', () => {
    expect(treeCopySchema.parse(BASE)).toEqual({
      kind: 'tree-copy',
      role: 'client',
      files: 38_000,
      size: 800_000_000,
      workers: 1,
      dirs: 3800,
      compressible: 50,
      seed: 1,
    });
    expect(params({ files: 5 }).dirs).toBe(1);
  });

  it('returns parsed parameters unchanged when they are parsed again', () => {
    const once = params({ compressible: '30%', dirs: 7 });
    expect(once).toMatchObject({ compressible: 30, dirs: 7 });
    expect(treeCopySchema.parse({ ...once, size: `${once.size} B` })).toEqual(once);
  });

  it('lists all wrong parameters with the allowed values', () => {
    expect(problems({ files: 0, size: '800', workers: 2000, compressible: 120, seed: -1 })).toEqual([
      'files: 0 is not allowed; allowed: a whole number from 1 to 10000000',
      expect.stringMatching(/^size: found '800', which is a number without a unit; bytes are meant/),
      'workers: 2000 is not allowed; allowed: a whole number from 1 to 1024',
      'compressible: 120 is not allowed; allowed: a share of the content from 0% to 100%, in whole percent',
      'seed: -1 is not allowed; allowed: a whole number from 0 to 2147483645',
    ]);
    expect(problems({ files: undefined })).toEqual(['files: is missing; allowed: a whole number from 1 to 10000000']);
    expect(problems({ compressible: '0.5%' })).toHaveLength(1);
  });

  it('suggests `workers` for `threads`', () =>
    expect(JSON.stringify(checkShape(treeCopySchema, { ...BASE, threads: 4 }, []))).toMatch(/workers/));
});

describe('check of tree-copy', () => {
  it('accepts the parameters of a study, and advises more files for a short trial', () => {
    expect(checkParams(treeCopySchema.parse(BASE))).toEqual([]);
    expect(checkParams(params())).toMatchObject([{ severity: 'advice', code: 'FewFiles', path: ['files'] }]);
  });

  it.each([
    [{ size: '599 B' }, 'SizeBelowFiles', 'size'],
    [{ dirs: 601 }, 'EmptyDirectories', 'dirs'],
    [{ workers: 601 }, 'IdleWorkers', 'workers'],
  ])('refuses fewer bytes, or more directories or workers, than files: %j', (changes, code, path) => {
    const message: unknown = expect.stringContaining('; allowed: ');
    expect(checkParams(params(changes))).toMatchObject([{ severity: 'error', code, path: [path], message }]);
  });
});
