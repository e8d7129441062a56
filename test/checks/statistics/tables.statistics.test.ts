import { upper } from '../../../checks/statistics/world';
import { TABLES } from '../../../checks/statistics/tables';

/** Of the executions of the page: enough to notice a rule that is broken, and not one that is worn. */
const SHARE = 0.25;

it.each(Object.entries(TABLES))('keeps %s below what is allowed', (_, make) => {
  const { lines, most } = make(SHARE);
  for (const { label, rates } of lines)
    for (const rate of rates) {
      expect(rate.runs).toBeGreaterThan(0);
      // The lower end of what the share may truly be.
      const low = 1 - upper({ runs: rate.runs, hits: rate.runs - rate.hits });
      if (most !== undefined) expect([label, low > most]).toEqual([label, false]);
    }
});
