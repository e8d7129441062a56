import { eachAlike } from '../../../lib/workloads/tools/mpi-ranks';

describe('processes of a job', () => {
  it.each([
    [8, 4, []],
    [4, 4, []],
    [1, 1, []],
    [2, 4, ['found 2; allowed: multiples of 4: as many processes on each host']],
    [9, 4, ['found 9; allowed: multiples of 4: as many processes on each host']],
  ])('%d on %d hosts', (ranks, hosts, messages) =>
    expect(eachAlike(ranks, hosts).map(({ message }) => message)).toEqual(messages),
  );
});
