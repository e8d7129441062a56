import { quoteErrors, findImpossible, toFigures } from '../../../lib/workloads/mpi/output';

it('quotes each error line once, shortened to 200 characters', () => {
  const line = `ERROR: open64("${'x'.repeat(400)}") failed`;
  const said = quoteErrors(`fine\n${line}\n${line}\nMPI_ABORT was invoked on rank 0\u001b[31m`);
  expect(said.split('; ')).toEqual([line.slice(0, 200), 'MPI_ABORT was invoked on rank 0 [31m']);
  expect(quoteErrors('WARNING: Read bytes is 0')).toBe('');
});

it('detects impossible combinations of mean, maximum, minimum and standard deviation', () => {
  const row = { mean: 5, max: 6, min: 4, stddev: 1 };
  const explainSpread = (spread: typeof row) => findImpossible([{ metric: 'rate', spread }]);
  expect(explainSpread(row)).toBeNull();
  expect(explainSpread({ mean: 4211.02, max: 4211, min: 4211, stddev: 0 })).toBeNull();
  for (const wrong of [{ mean: 60 }, { mean: 0.5 }, { stddev: -1 }, { max: Number.NaN }, { max: Infinity }])
    expect(explainSpread({ ...row, ...wrong })).toMatch(/^rate is impossible: /);
  expect(
    toFigures({ metric: 'rate', spread: row }, 'bytes/s', 2).map(({ statistic, value }) => [statistic, value]),
  ).toEqual([
    ['mean', 10],
    ['max', 12],
    ['min', 8],
    ['stddev', 2],
  ]);
  expect(toFigures({ metric: 'rate', spread: { ...row, max: Infinity } }, 'bytes/s')).toEqual([]);
});
