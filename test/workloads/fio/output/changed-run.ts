/** The first run of recorded output with changed jobs, as the input for tests of findings. */
import { readDocument } from '../../../../lib/workloads/fio/output/document';
import { groupRuns } from '../../../../lib/workloads/fio/output/runs';
import { type RecordedDocument, type RecordedJob, recordedDocument } from '../recorded-outputs';

export type Change = (job: RecordedJob) => void;

/** The recorded document, each of its jobs changed. */
export function changeDocument(change: Change): RecordedDocument {
  const json = recordedDocument('host-a.json');
  for (const job of json.jobs) change(job);
  return json;
}

/** Its first run; that of the original document where the change leaves none. */
export function changeRun(change: Change): ReturnType<typeof groupRuns>[number] | undefined {
  const readFirstRun = (json: RecordedDocument) => groupRuns(readDocument(json).jobs)[0];
  return readFirstRun(changeDocument(change)) ?? readFirstRun(recordedDocument('host-a.json'));
}

/** A change of the options of a job. */
export function changeOptions(more: object): Change {
  return (job) => Object.assign(job, { 'job options': { ...job['job options'], ...more } });
}
