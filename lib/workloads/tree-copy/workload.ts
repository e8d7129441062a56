/** The `tree-copy` workload: a tree of many small files, copied by one or many workers. */
import type { KnownWorkload } from '../contract';
import { type Demand, NO_IOS, toFileDemand } from '../demand';
import { parseScript, readScriptHost } from '../tools/script-result';
import { COPY, FACT_WORDS, limits, METRICS } from './metrics';
import { judge, RESULT } from './parse';
import { check, schema, type TreeCopyParams } from './schema';
import { LAYOUT, MEASURE } from '../tools/script-steps';
import { duration, FILE_WRITES, fixtures, listStoredData, trialSteps } from './steps';

/** CPU time per file, seconds: cp copied 38,000 files in 2.4 s of one CPU on an in-memory file system. */
const FILE_SECONDS = 63e-6;
/** CPU time per directory. Assumed. */
const DIRECTORY_SECONDS = 50e-6;

export const treeCopy: KnownWorkload<'tree-copy', TreeCopyParams> = {
  kind: 'tree-copy',
  summary: 'tree-copy: time to copy a tree of many small files, with one or many workers',
  schema,
  metrics: METRICS,
  factWords: FACT_WORDS,
  listMetrics: () => [{ operation: COPY, metrics: Object.keys(METRICS) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check,
  fixtures,
  listStoredData,
  script: trialSteps,
  duration,
  limits,
  parse: (text) => parseScript(RESULT, text),
  readHost: (raw) => readScriptHost(RESULT, raw),
  judge,
  demand,
};

function demand({ files, size, dirs, workers }: TreeCopyParams): Readonly<Record<string, Demand>> {
  return {
    [LAYOUT]: toFileDemand({ mkdir: 1 }, DIRECTORY_SECONDS, 1, { until: 'done', units: dirs }),
    [MEASURE]: {
      unit: {
        reads: NO_IOS,
        writes: { count: FILE_WRITES, bytes: size / files / FILE_WRITES },
        atClose: true,
        // Each worker writes one file after another; writeback merges the writes.
        sequential: true,
        metadata: { stat: 1, create: 1 },
        cpuSeconds: FILE_SECONDS,
      },
      threads: workers,
      pace: { loop: 'closed', depth: 1 },
      extent: { until: 'done', units: files },
      workingBytes: 0,
      buffered: false,
    },
  };
}
