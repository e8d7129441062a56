import { askText, type Folder, withServers } from '../../lib/cli/servers';
import type { TrialResult } from '../../lib/results/trial/judge-trial';
import type { Plan } from '../../lib/shapes/plan';
import { LIKE, ENDPOINTS, NINE, RIGS, row, TRIALS } from '../results/servers/world';

const PLAN = { experiment: 'e', executionId: 'x', rigs: RIGS, trials: TRIALS, metrics: {} } as unknown as Plan;
const RESULT: TrialResult = {
  row: row('t0001', '2026-03-02T09:00:00Z', '2026-03-02T09:05:00Z'),
  observations: [LIKE],
  series: [],
  distributions: [],
};
const ROOT = 'executions/e/x/';

function folder(files: Readonly<Record<string, string>>): Folder & { readonly written: Record<string, string> } {
  const written: Record<string, string> = {};
  return {
    written,
    read: (key) => files[key] ?? '',
    list: (key) => Object.keys(files).flatMap((name) => (name.startsWith(key) ? [name.slice(key.length)] : [])),
    write: (key, text) => {
      written[key] = text;
    },
  };
}

const MADE = { [`${ROOT}endpoints/r1.txt`]: ENDPOINTS.get('r1') ?? '' };

describe('withServers', () => {
  it('writes what is to be asked where no answer is there', () => {
    const files = folder(MADE);
    expect(withServers(PLAN, [RESULT], files)).toEqual({ results: [RESULT], metrics: {}, ask: 1, problem: null });
    const request = JSON.parse(files.written[`${ROOT}servers/ask-1.json`] ?? '') as { MetricDataQueries: unknown[] };
    expect(request.MetricDataQueries.length).toBeGreaterThan(10);
  });

  it('asks nothing where nothing was made', () => {
    const files = folder({});
    expect(withServers(PLAN, [RESULT], files).ask).toBe(0);
    expect(files.written).toEqual({});
  });

  it('reads the answers that are there, and nothing else of their folder', () => {
    const at = [0, 1, 2, 3, 4].map((minute) => NINE + 60 * minute);
    const told = { Id: 'r1_c1_0_server_network', Timestamps: at, Values: [90, 92, 94, 96, 98] };
    const files = folder({
      ...MADE,
      [`${ROOT}servers/answer-1.json`]: JSON.stringify({ MetricDataResults: [told] }),
      [`${ROOT}servers/ask-1.json`]: '{}',
    });
    const { results, metrics, ask } = withServers(PLAN, [RESULT], files);
    expect(results[0]?.observations.slice(1)).toMatchObject([{ metric: 'server_network', value: 94, unit: '%' }]);
    expect(results[0]?.series).toMatchObject([{ metric: 'server_network', values: [90, 92, 94, 96, 98] }]);
    expect(metrics['server_network']?.words).toBe('network of its servers in use');
    expect([ask, files.written]).toEqual([0, {}]);
  });
});

it('says how to ask, with names that a shell takes', () => {
  expect(askText('a folder/', 2)).toEqual([
    'servers   not asked yet; 10 minutes after the last trial or later, within 15 days, and so on to ask-2:',
    "            aws cloudwatch get-metric-data --cli-input-json file://'a folder/servers/ask-1.json' > " +
      "'a folder/servers/answer-1.json'",
    "          then fsxbench report 'a folder/'",
  ]);
});
