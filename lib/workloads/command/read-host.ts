/** What one host left of a script of one's own. */
import type { Reason } from '../../shapes/verdict';
import type { HostRaw, HostReading } from '../contract';
import type { ToolResult } from '../../shapes/tool-result';
import { declared } from './declared';
import { OUTPUT_FILE, readResults } from './output';
import type { CommandParams } from './schema';

/** Figures, window and problems of one host. */
export function readHost(raw: HostRaw, params: CommandParams): HostReading {
  const { host, status } = raw;
  const file = raw.files.find(({ name }) => name === OUTPUT_FILE);
  const none = { source: file?.source ?? null, figures: [], window: null };
  if (status === null) {
    const text = `${host} left no readable status.json: its script was killed, or its results were lost`;
    return { ...none, reasons: [{ level: 'invalid', code: 'StatusMissing', text }] };
  }
  // Where the script failed, the verdict already says why there is nothing.
  if (status.rc !== 0) return { ...none, reasons: [] };
  if (file === undefined)
    return { ...none, reasons: [{ level: 'invalid', code: 'NoResult', text: `${host} left no ${OUTPUT_FILE}` }] };
  const { values, problems, others } = readResults(file.text, declared({ metrics: params.metrics }));
  const reasons: readonly Reason[] = [
    ...problems.map(
      (text): Reason => ({ level: 'invalid', code: 'BadFigures', text: `${host}: ${OUTPUT_FILE}: ${text}` }),
    ),
    ...(others.length === 0
      ? []
      : [
          {
            level: 'note' as const,
            code: 'UnknownMetric',
            text: `${host}: ${OUTPUT_FILE} tells ${others.join(', ')}, which \`metrics\` does not declare`,
          },
        ]),
  ];
  if (problems.length > 0) return { ...none, reasons };
  const { started, ended } = status;
  return {
    source: file.source,
    figures: [{ operation: null, values, weight: 1, histograms: {} }],
    window: ended > started ? { from: started, to: ended } : null,
    reasons,
  };
}

const TOOL = 'command';

/** For `fsxbench parse`: names and numbers as they stand, since only a spec says what they are. */
export function parseOutput(text: string): ToolResult {
  const names = [...text.matchAll(/^\s*([a-z][a-z0-9_]{0,39})[\s=:]/gm)].map(([, name = '']) => name);
  const counted = { unit: 'count', better: 'higher', words: '', column: true, overHosts: 'sum' } as const;
  const { values, problems } = readResults(text, Object.fromEntries(names.map((name) => [name, counted])));
  const observations = Object.entries(values).map(([metric, value]) => ({
    metric,
    operation: null,
    statistic: 'value',
    unit: 'count' as const,
    value,
  }));
  const none = observations.length === 0 && problems.length === 0 ? ['it tells no metric'] : [];
  return {
    tool: TOOL,
    toolVersion: null,
    status: problems.length + none.length > 0 ? 'failed' : 'ok',
    problems: [...problems, ...none],
    runs: observations.length === 0 ? [] : [{ label: TOOL, observations }],
  };
}
