/** The clean receipt of a local execution, and complaints, for tests. */
import type { Receipt } from '../../lib/shapes/receipt';
import type { Complaint } from '../../lib/twin/checkers/facts';

export const RECEIPT: Receipt = {
  schemaVersion: 1,
  executionId: 'e1',
  experiment: 'tiny',
  outcome: 'SUCCEEDED',
  fencedAt: '2026-01-01T00:00:00Z',
  clean: true,
  verifiedAt: '2026-01-01T00:00:00Z',
  resources: [],
  remaining: [],
  covered: [],
  unlisted: [],
};
export const LIVES: Complaint = { checker: 'nothing-left', code: 'Alive', text: 'process 7 lives' };
export const ROWS: Complaint = { checker: 'rows-complete', code: 'RowCount', text: 'trial t0001 has 0 rows' };
export const NO_RECEIPT: Complaint = { checker: 'receipt-true', code: 'NoReceipt', text: 'there is no receipt' };
