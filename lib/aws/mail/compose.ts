/** Composes the mail about an execution. A missing object never fails the mail. */
import type { MailFacts } from '../../report/mail/facts';
import { writeMail } from '../../report/mail/mail';
import type { Summary } from '../../results/summary';
import { EXECUTION_ID_PATTERN, toExecutionId } from '../../shapes/execution-names';
import { readErrorMessage } from '../../shapes/function-error';
import { layout, getPointerKey, getProofKey, getResultKey } from '../../shapes/layout';
import type { Mail, MailReason } from '../../shapes/mail';
import type { Plan } from '../../shapes/plan';
import type { Receipt } from '../../shapes/receipt';
import type { ExecutionHistory } from '../../shapes/result';
import { readJson, readText, writeOnce, writeText } from '../bucket';
import type { Context } from '../context';
import { isTransient } from '../handler';
import { locateExecution } from '../executions';
import { findName, type Pointer } from '../recovery/pointer';

export interface MailEvent {
  /** The requested name, which may be invalid for a refused execution. */
  readonly executionId: string;
  readonly experiment: string | null;
  readonly why: MailReason;
  readonly outcome: MailFacts['outcome'];
  readonly clean: boolean;
  readonly error: string | null;
  readonly cause: string | null;
}

export async function composeMail(event: MailEvent, context: Context): Promise<Mail> {
  const { why } = event;
  // The mail about a refused execution uses its name, which may be longer than its id.
  const executionId = toExecutionId(event.executionId);
  const nothing = { plan: null, summary: null, receipt: null, experiment: event.experiment };
  // Ignores objects of an earlier execution that has the name of a refused one.
  const known =
    why === 'refused' || !EXECUTION_ID_PATTERN.test(executionId)
      ? nothing
      : await readMailFacts({ ...event, executionId }, context);
  const name = why === 'refused' ? event.executionId : await findName(executionId, context);
  const place = locateExecution(name, context);
  const error = event.error === '' ? null : event.error;
  const mail = writeMail({
    ...event,
    ...known,
    executionId,
    error,
    cause: event.cause === null ? null : readErrorMessage(event.cause),
    place,
  });
  await writeResult(mail, context);
  return mail;
}

/**
 * A failed write does not stop the mail. A refusal never replaces the result of an earlier execution. A mail during
 * teardown never replaces the proof of a clean end.
 */
async function writeResult({ detail }: Mail, context: Context): Promise<void> {
  const { kind: _kind, why, ...result } = detail;
  const key = getResultKey(result.executionId);
  const text = `${JSON.stringify(result)}\n`;
  try {
    if (why === 'refused') {
      const isFirst = await writeOnce(context, key, text);
      if (isFirst) context.log.writeMetrics?.({ RefusedStarts: 1 });
    } else if (result.clean || (await readText(context, getProofKey(result.executionId))) === null)
      await writeText(context, key, text);
  } catch (error) {
    if (isTransient(error)) throw error;
    context.log.error('the result could not be written', { key, error: String(error) });
  }
}

async function readMailFacts(
  { executionId, experiment: given }: MailEvent,
  context: Context,
): Promise<Pick<MailFacts, 'plan' | 'summary' | 'receipt' | 'history' | 'experiment'>> {
  const read = async <T>(key: string): Promise<T | null> => {
    try {
      return await readJson<T>(context, key);
    } catch (error) {
      if (isTransient(error)) throw error;
      context.log.warn('a mail lacks this object', { key, error: String(error) });
      return null;
    }
  };
  const experiment = given ?? (await read<Pointer>(getPointerKey(executionId)))?.experiment ?? null;
  if (experiment === null) return { plan: null, summary: null, receipt: null, experiment };
  const keys = layout(experiment, executionId);
  const [plan, summary, receipt, history] = [
    await read<Plan>(keys.plan),
    await read<Summary>(keys.summary),
    await read<Receipt>(keys.receipt),
    await read<ExecutionHistory>(keys.history),
  ];
  return { plan, summary, receipt, history, experiment };
}
