import { decide } from '../../../checks/statistics/contest';
import type { Decide } from '../../../lib/shapes/decide';
import {
  aboveNotes,
  caveatNotes,
  priceWords,
  provisionedText,
  wholePriceWords,
} from '../../../lib/results/answer/caveat-text';
import { caveatsOf } from '../../../lib/results/answer/caveats';
import type { Contender } from '../../../lib/results/answer/contender';
import { contender } from './contenders';

const MB = 1e6;
const DECIDE: Decide = decide({ prefer: 'cheapest' });

function partsOf(decide: Decide, ...ranking: Contender[]) {
  const [winner = null] = ranking.filter(({ qualifies }) => qualifies !== 'no');
  return {
    status: 'decided' as const,
    met: 'yes' as const,
    metric: decide.metric,
    prefer: decide.prefer,
    winner,
    runnerUp: null,
    tied: [],
    compared: [],
    open: [],
    resolution: null,
    reason: null,
    scope: null,
    ranking,
    leftOut: [],
    caveats: caveatsOf(decide, winner, ranking),
  };
}

const burst = contender('small', 590 * MB, { provisioned: 150 * MB, usdPerHour: 1.1, storageUsdPerHour: 0.24 });
const lasting = contender('large', 595 * MB, { provisioned: 600 * MB, usdPerHour: 1.42, storageUsdPerHour: 0.56 });
const GOAL: Decide = { ...DECIDE, atLeast: 250 * MB };

describe('what is provisioned', () => {
  it('is not spoken of where the winner keeps within it', () => {
    expect(provisionedText(partsOf(GOAL, lasting, burst), 'It')).toBe('');
  });

  it('is set against what was measured', () => {
    expect(provisionedText(partsOf(DECIDE, burst, lasting), 'It')).toBe(
      " It measured 3.93 times the 150 MB/s provisioned: burst credits or a server's cache; " +
        'a load that lasts gets less.',
    );
  });

  it('says for whom the most is, where the highest is asked', () => {
    const highest = { ...DECIDE, prefer: 'highest' } as const;
    expect(provisionedText(partsOf(highest, burst, lasting), 'It')).toMatch(
      / gets less\. Most is provisioned for large: 600 MB\/s \(it measured 595 MB\/s\)\.$/,
    );
    expect(provisionedText(partsOf(highest, burst), 'It')).toMatch(/ gets less\.$/);
  });

  it('is that of the load where a time was asked', () => {
    const time = contender('small', 800, { unit: 'us', ofProvisioned: 4 });
    expect(provisionedText(partsOf(DECIDE, time), 'It')).toMatch(
      /^ It was measured under 4\.00 times the load that is provisioned: burst credits/,
    );
  });
});

describe('caveatNotes', () => {
  it('lists the others that measured more than they have', () => {
    expect(caveatNotes(partsOf(DECIDE, lasting, burst))).toEqual([
      'Measured above what is provisioned: small 3.93 times 150 MB/s.',
    ]);
    const many = ['b', 'c', 'd', 'e'].map((label) => contender(label, 400, { provisioned: 100 }));
    // Where the text says it of the winner, the others are for the report.
    expect(caveatNotes(partsOf(DECIDE, burst, ...many))).toEqual([]);
    expect(aboveNotes(partsOf(DECIDE, burst, ...many))).toEqual([
      'Also measured above what is provisioned: ' +
        'b 4.00 times 100 B/s; c 4.00 times 100 B/s; d 4.00 times 100 B/s; 1 more.',
    ]);
    expect(caveatNotes(partsOf(DECIDE, burst))).toEqual([]);
  });
});

it('splits a price where its parts are known', () => {
  expect([priceWords(burst), wholePriceWords(burst)]).toEqual([
    ' at $1.10 an hour (storage $0.24)',
    ' at $1.10 an hour (storage $0.24, hosts $0.86)',
  ]);
  const unknown = contender('x', 1, { usdPerHour: 2 });
  expect([priceWords(unknown), wholePriceWords(unknown)]).toEqual([' at $2.00 an hour', ' at $2.00 an hour']);
  const free = contender('x', 1, { usdPerHour: 0, storageUsdPerHour: 0 });
  expect([priceWords(free), wholePriceWords(free)]).toEqual(['', '']);
});

describe('what is known of the cells', () => {
  const labels = ['a', 'b', 'c', 'd', 'e'];
  const ranking = labels.map((label) => contender(label, 100 * MB, {}));
  const notes = (names: readonly string[], caveats: object) =>
    caveatNotes({
      ...partsOf(DECIDE, ...ranking),
      caveats: caveatsOf(
        DECIDE,
        ranking[0]!,
        ranking,
        names.map((label) => ({
          cell: `cell-${label}`,
          label,
          levels: {},
          usdPerHour: 1,
          measures: [],
          caveats: { trials: 5, bound: [], remarks: [], ...caveats },
        })),
      ),
    });

  it('names whose figures are lower bounds, and by what', () => {
    expect(notes(['a'], { bound: [{ code: 'ClientBound', trials: 2 }] })).toEqual([
      'The hosts, not the storage, limited a (ClientBound in 2 of 5 trials): what was measured there is the least ' +
        'that it gives.',
    ]);
    // Of hosts the middle trial stands for all.
    expect(notes(['a'], { bound: [{ code: 'host CPU', trials: null }] })[0]).toContain('limited a (host CPU): what');
  });

  it('says what figures do not promise, of all or of some', () => {
    const remarks = [{ text: 'copied into memory', of: null }];
    expect(notes(['a', 'b'], { remarks })).toEqual(['a; b: copied into memory.']);
    expect(notes(labels.slice(0, 4), { remarks })).toEqual(['a; b; c; 1 more: copied into memory.']);
    expect(notes(labels, { remarks })).toEqual(['All of them: copied into memory.']);
  });
});
