/** Makes the result record (`result.json`) of an execution. Pure. */
import type { Contender } from '../results/answer/contender';
import { toUsdPerMonth } from '../results/format';
import { computeSpendBound } from '../results/rig-cost';
import type { Summary } from '../results/summary';
import { countUnread } from '../results/trial/rows';
import { layout } from '../shapes/layout';
import {
  CHANGES_MAX,
  type ExecutionEnd,
  type ExecutionResult,
  LEFT_RESOURCES_MAX,
  LEVELS_MAX,
  RESULT_SCHEMA,
  type ResultLinks,
} from '../shapes/result';
import type { MailFacts, ExecutionLocation } from './mail/facts';

export interface ResultFacts extends Omit<MailFacts, 'place' | 'why' | 'outcome' | 'clean'> {
  readonly outcome: ExecutionResult['outcome'];
  /** Null before the cleanup receipt is written. */
  readonly clean: boolean | null;
  readonly stack: string;
  readonly links: ResultLinks;
}

/** Makes the record. Same input, same bytes. */
export function makeResult(facts: ResultFacts): ExecutionResult {
  const { stack, executionId, experiment, outcome, error, cause, clean, plan, summary, receipt, links } = facts;
  const { history = null } = facts;
  return {
    schema: RESULT_SCHEMA,
    end: findEndState(facts),
    stack,
    executionId,
    experiment,
    outcome,
    error: error === null ? null : { name: error, message: cause ?? '' },
    answer: summary === null ? null : makeAnswer(summary),
    trials:
      summary === null
        ? null
        : {
            planned: plan?.trials.length ?? summary.trials.length,
            valid: countTrials(summary),
            unread: countUnread(summary.trials),
            verdicts: summary.verdicts,
          },
    cost:
      plan === null
        ? null
        : {
            estimateUsd: plan.estimate.usd,
            spentUsd: summary === null ? null : computeSpendBound(plan, summary, receipt),
            maxUsd: plan.spec.limits.maxUsd,
          },
    clean,
    receipt:
      receipt === null
        ? null
        : {
            verifiedAt: receipt.verifiedAt,
            remaining: receipt.remaining.slice(0, LEFT_RESOURCES_MAX).map(({ kind, id }) => ({ kind, id })),
          },
    history:
      history === null
        ? null
        : { ...history, levels: history.levels.slice(0, LEVELS_MAX), changes: history.changes.slice(0, CHANGES_MAX) },
    links,
  };
}

/** Answer fields for an experiment that was only planned; the headline is separate. */
export const NO_ANSWER = {
  met: null,
  reason: null,
  evidence: [],
  cautions: [],
  details: [],
  settle: null,
  winner: null,
} as const;

function makeAnswer({ answer }: Summary): NonNullable<ExecutionResult['answer']> {
  const { outcome, met, reason, headline, evidence, cautions, details, settle } = answer;
  const winner = answer.winner === null ? null : makeWinner(answer.winner);
  return { outcome, met, reason, headline, evidence, cautions, details, settle, winner };
}

function makeWinner({ label, value, unit, interval, storageUsdPerHour }: Contender) {
  const storageUsdPerMonth = storageUsdPerHour === null ? null : toUsdPerMonth(storageUsdPerHour);
  return { label, value, unit, interval, storageUsdPerMonth };
}

export function countTrials({ trials }: Pick<Summary, 'trials'>): number {
  return trials.filter(({ excludedFor: out }) => out === null).length;
}

/** The first state that applies. Resources that may still cost money come before results. */
function findEndState({ outcome, clean, summary }: ResultFacts): ExecutionEnd {
  if (outcome === 'PLANNED') return 'PlannedOnly';
  if (outcome === 'REFUSED') return 'Refused';
  if (clean === false) return 'CleanupIncomplete';
  if (outcome === 'ABORTED') return 'Stopped';
  if (summary === null) return 'Failed';
  if (countTrials(summary) === 0) return countUnread(summary.trials) > 0 ? 'Failed' : 'TooLittleMeasured';
  return outcome === 'SUCCEEDED' ? 'Answered' : 'Failed';
}

export function makeLinks({ executionId, experiment, summary, place }: Omit<MailFacts, 'why' | 'outcome' | 'clean'>) {
  const { region, bucket, executionArn } = place;
  const states = `https://${region}.console.aws.amazon.com/states/home?region=${region}`;
  const execution = `${states}#/v2/executions/details/${executionArn}`;
  if (experiment === null) return { execution, report: null, files: null };
  const { report, root } = layout(experiment, executionId);
  return { execution, report: summary === null ? null : linkObject(place, report), files: `s3://${bucket}/${root}` };
}

function linkObject({ region, bucket }: ExecutionLocation, key: string): string {
  return `https://s3.console.aws.amazon.com/s3/object/${bucket}?region=${region}&prefix=${encodeURIComponent(key)}`;
}
