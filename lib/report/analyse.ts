/** From what lies in the bucket to the summary and the page: shared by the command line and the lambdas. */
import { type Summary, type SummaryInput, summarize } from '../results/summary';
import { renderReport, type ReportOptions } from './render';

export interface Analysis {
  readonly summary: Summary;
  /** The report, one self-contained HTML file. */
  readonly html: string;
}

/** Summarizes and renders. Pure: same input, same bytes. */
export function analyse(input: SummaryInput, options: ReportOptions = {}): Analysis {
  const summary = summarize(input);
  return {
    summary,
    html: renderReport(summary, { series: input.series ?? [], distributions: input.distributions ?? [], ...options }),
  };
}
