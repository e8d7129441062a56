/** The `tree-copy` workload: a tree of many small files, copied by one or many workers. */
import type { KnownWorkload } from '../contract';
import { type Demand, ZERO_IOS, createMetadataDemand } from '../demand';
import { judgeScript, parseScript, readScriptHost } from '../tools/script-result';
import { COPY_OPERATION, TREE_COPY_FACT_LABELS, listLimits, TREE_COPY_METRICS } from './metrics';
import { TREE_COPY_RESULT } from './parse';
import { checkParams, treeCopySchema, type TreeCopyParams } from './schema';
import { SCRIPT_LAYOUT_STEP, SCRIPT_MEASURE_STEP } from '../tools/script-steps';
import { estimateDuration, WRITES_PER_FILE, listFixtures, listStoredData, buildTrialSteps } from './steps';

/** CPU time per file, seconds: cp copied 38,000 files in 2.4 s of one CPU on an in-memory file system. */
const CPU_SECONDS_PER_FILE = 63e-6;
/** CPU time per directory. Assumed. */
const CPU_SECONDS_PER_DIRECTORY = 50e-6;

export const treeCopy: KnownWorkload<'tree-copy', TreeCopyParams> = {
  kind: 'tree-copy',
  summary: 'tree-copy: time to copy a tree of many small files, with one or many workers',
  schema: treeCopySchema,
  metrics: TREE_COPY_METRICS,
  factWords: TREE_COPY_FACT_LABELS,
  listMetrics: () => [{ operation: COPY_OPERATION, metrics: Object.keys(TREE_COPY_METRICS) }],
  roles: ({ role }) => [{ role, mounts: true, measures: true }],
  check: checkParams,
  fixtures: listFixtures,
  script: buildTrialSteps,
  duration: estimateDuration,
  traffic: { listStoredData, limits: listLimits },
  parse: (text) => parseScript(TREE_COPY_RESULT, text),
  readHost: (raw) => readScriptHost(TREE_COPY_RESULT, raw),
  judge: (_reading, hosts, params) => judgeScript(TREE_COPY_RESULT, hosts, params),
  demand: computeDemand,
};

function computeDemand({ files, size, dirs, workers }: TreeCopyParams): Readonly<Record<string, Demand>> {
  return {
    [SCRIPT_LAYOUT_STEP]: createMetadataDemand({ mkdir: 1 }, CPU_SECONDS_PER_DIRECTORY, 1, {
      until: 'done',
      units: dirs,
    }),
    [SCRIPT_MEASURE_STEP]: {
      unit: {
        reads: ZERO_IOS,
        writes: { count: WRITES_PER_FILE, bytes: size / files / WRITES_PER_FILE },
        atClose: true,
        // Each worker writes one file after another; writeback merges the writes.
        sequential: true,
        metadata: { stat: 1, create: 1 },
        cpuSeconds: CPU_SECONDS_PER_FILE,
      },
      threads: workers,
      pace: { loop: 'closed', depth: 1 },
      extent: { until: 'done', units: files },
      workingBytes: 0,
      buffered: false,
    },
  };
}
