import { reachOf } from '../../../lib/targets/prometheus/setting';

it.each([
  ['up', 0],
  ['sum(rate(x[1m]))', 60],
  ['sum(rate(x[1m])) / sum(rate(y[5m]))', 300],
  ['max_over_time(rate(x[1m])[10m:30s])', 660],
  ['max_over_time(rate(x[1m])[10m:])', 660],
  ['rate(x[1h30m] offset 5m)', 5700],
  ['rate(x[90])', 90],
  ['rate(x[500ms])', 0.5],
  ['rate(x{path=~"/[a-z]+[5m]", other=\'[1h]\'}[15s]) # [1d]', 15],
  ['x[', 0],
])('%s looks back %d s', (query, seconds) => expect(reachOf(query)).toBe(seconds));
