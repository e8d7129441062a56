import { errorFaults } from '../../../checks/tidy/errors';

const lines = (path: string, text: string): number[] => errorFaults({ path, text }).map(({ line }) => line);

describe('errorFaults', () => {
  it.each(["throw new Error('x');", "throw new RangeError('x');", 'export class Lost extends Error {'])(
    'finds %s',
    (line) => {
      expect(lines('lib/aws/a.ts', `/** A file. */\n${line}\n`)).toEqual([2]);
      expect(lines('lambdas/admit/handler.ts', line)).toEqual([1]);
    },
  );

  it('allows errors of the root, and bare ones where the house is not', () => {
    expect(
      lines('lib/aws/a.ts', "throw new FsxbenchError('Unexpected', 'x');\nclass A extends FsxbenchError {}"),
    ).toEqual([]);
    for (const path of [
      'lib/asl/interpreter/a.ts',
      'lib/shapes/errors.ts',
      'lib/twin/cloud/service.ts',
      'test/a.ts',
      'checks/a.ts',
    ])
      expect(lines(path, "throw new Error('x');")).toEqual([]);
  });
});
