import type { Decide } from '../../../lib/shapes/decide';
import { COPIES, type Entry, FOLDERS, type How } from '../../../checks/statistics/contest';
import { about, answer, MB } from './answers';

const of = (name: string, mean: number, usdPerHour = 1, more: Partial<Entry> = {}): Entry => ({
  name,
  turns: about(mean, 0.002, 6),
  usdPerHour,
  ...more,
});
const how = { atLeast: 250 * MB, prefer: 'cheapest' } as const;
const text = (asked: Partial<Decide>, entries: readonly Entry[], place: How = FOLDERS): string =>
  answer(asked, entries, place).text;

it('says of the best its value, price and ratio to the next', () => {
  expect(text({}, [of('a', 150), of('b', 100)])).toBe(
    'a has the highest typical bandwidth: 150 MB/s (90 % interval 149–151, n = 6) at $1.00 an hour. ' +
      'It was 1.50 times (1.50–1.50 at 96 %) b: 100 MB/s (90 % interval 99.5–100, n = 6) at $1.00 an hour.',
  );
});

it('says what is assumed, and up to what the answer holds', () => {
  const { notes } = answer({}, [of('a', 150), of('b', 100)], COPIES);
  expect(notes).toContain(
    'Each target was made once: other instances are assumed to differ by 5 %; the answer holds up to 14 %.',
  );
  const stage = (name: string, period: number, mean: number): Entry => ({
    ...of(name, mean, 1, { copy: 'c' }),
    turns: about(mean, 0.002, 6).map((turn, at) => ({ ...turn, period, round: 6 * period + at, place: 0 })),
  });
  const stages = answer({}, [stage('s', 1, 100), stage('t', 2, 130)], COPIES);
  expect(stages).toMatchObject({ status: 'decided', scope: { assumedHour: expect.closeTo(0.05, 9) as number } });
  expect(stages.notes.join(' ')).toContain(
    'Some were measured one after the other: hours are assumed to differ by 5 %; the answer holds up to 9',
  );
  expect(answer({}, [stage('s', 1, 100), stage('t', 2, 110)], COPIES).text).toContain(
    'that may be what differs between hours, as one came after the other (assumed 5 %). Several blocks would tell.',
  );
});

it.each([
  [
    'equal',
    [of('a', 100.1), of('b', 100, 1, { turns: about(100, -0.001, 6) })],
    'are equal in typical bandwidth to within 2 %:',
  ],
  [
    'a safe choice',
    [of('a', 101.2, 1, { turns: about(101.2, 0.006, 6) }), of('b', 100, 1, { turns: about(100, -0.006, 6) })],
    ': no other is better by more than 2 %.',
  ],
  [
    'noise',
    [of('a', 103, 1, { turns: about(103, 0.05, 6) }), of('b', 100)],
    'a and b cannot be told apart in typical bandwidth:',
  ],
  ['noise', [of('a', 103, 1, { turns: about(103, 0.05, 6) }), of('b', 100)], '6 replicates find a difference of '],
  [
    'few',
    [of('a', 120), of('b', 100, 1, { turns: about(100, 0.01, 2) })],
    'it takes 3 replicates in which both count to compare it with b',
  ],
  [
    'bound',
    [of('a', 120), of('b', 100, 1, { bound: [{ code: 'ClientBound', trials: 6 }] })],
    'b was not limited by its storage, and may be better. Larger or more hosts for b, or a higher rate, would tell.',
  ],
  [
    'unmeasured',
    [of('a', 120), of('b', 100, 1, { turns: [{ value: 1, out: 'HostLost' }] })],
    'Of what was measured a leads in typical bandwidth: 120 MB/s',
  ],
] as const)('says what is %s', (_, entries, part) => {
  expect(text({}, entries)).toContain(part);
});

it('says of a limit who keeps to it, who may, who does not, and who only by burst', () => {
  const entries = [
    of('no', 100, 0.5),
    of('A', 300, 2),
    of('B', 500, 5),
    of('small', 884, 1, { provisioned: 150 * MB }),
  ];
  expect(text(how, entries)).toBe(
    'A is the cheapest that reaches 250 MB/s in typical bandwidth: 300 MB/s (at least 298 at 95 %, n = 6) at $2.00 ' +
      'an hour. small reaches it only by burst: 884 MB/s, 5.89 times the 150 MB/s provisioned (n = 6) at $1.00 an ' +
      'hour. no does not reach it: 100 MB/s (at most 100 at 95 %, n = 6) at $0.50 an hour. B reaches it too: 500 ' +
      'MB/s (at least 497 at 95 %, n = 6) at $5.00 an hour.',
  );
  expect(text(how, [of('small', 884, 1, { provisioned: 150 * MB })])).toBe(
    'Nothing reaches 250 MB/s in typical bandwidth for good: small, bs 4k reaches it only by burst, 884 MB/s, 5.89 ' +
      'times the 150 MB/s provisioned (n = 6) at $1.00 an hour. decide.burst: allowed would count it.',
  );
  const may = of('may', 251, 1, { turns: about(251, 0.01, 6) });
  expect(text(how, [may, of('B', 500, 5)])).toMatch(
    /^B surely reaches 250 MB\/s in typical bandwidth: .* For less, may at \$1\.00 an hour may, with 251 MB\/s/,
  );
  expect(text(how, [may])).toMatch(
    /^Whether may, bs 4k reaches 250 MB\/s in typical bandwidth is open: 251 MB\/s .* takes/,
  );
  expect(text({ ...how, atLeast: 900 * MB }, entries.slice(0, 2))).toMatch(
    /^Nothing reaches 900 MB\/s in typical bandwidth: the best, A, has 300 MB\/s \(at most 302 at 95 %, n = 6\)/,
  );
});

it('says in how many trials the winner kept to a limit that is near, and how many others may not', () => {
  expect(answer(how, [of('A', 270)]).notes).toContain(
    '6 of 6 trials of A, bs 4k kept to 250 MB/s: so few cannot exclude that up to 39 % of further trials do not.',
  );
  expect(answer(how, [of('A', 400)]).notes.join()).not.toContain('trials of A');
});

it('says that neither of two was limited by its storage', () => {
  const bound = [{ code: 'ClientBound', trials: 6 }];
  expect(text({}, [of('a', 120, 1, { bound }), of('b', 100, 1, { bound })])).toContain(
    'neither was limited by its storage, and either may be better.',
  );
});

it('counts those that would do as well where they are many', () => {
  const others = ['B', 'C', 'D', 'E'].map((name) => of(name, 500, 5));
  expect(text(how, [of('A', 300), ...others])).toMatch(/ at \$1\.00 an hour\. 4 more reach it too\.$/);
});

it('says of several blocks what counts once', () => {
  const inBlocks = (name: string, times: number): Entry => ({
    name,
    turns: [100, 120, 90].flatMap((hour, at) =>
      [1, 2].map((round) => ({
        value: hour * times * MB * (1 + 0.001 * ((at * times + round) % 3)),
        block: at + 1,
        round,
      })),
    ),
  });
  const found = answer({}, [inBlocks('a', 2), inBlocks('b', 1)], COPIES);
  expect(found.text).toContain('n = 6 in 3 blocks)');
  expect(found.reading.join(' ')).toContain('each block counts once, however many trials it has');
});

it('says of two alone that something periodic may do it, where they differ by little and no third one is there', () => {
  const periodic = expect.stringContaining('Only two took turns') as string;
  const near = [of('a', 110), of('b', 100)];
  expect(answer({}, near).notes).toContainEqual(periodic);
  expect(answer({}, [...near, of('c', 90)]).notes).not.toContainEqual(periodic);
  expect(answer({}, [of('a', 150), of('b', 100)]).notes).not.toContainEqual(periodic);
});
