/** The tables of `docs/aws-checklist.md`, from that of assumptions. */
import type { Assumption, ProofMethod } from '../../lib/aws/doctor/assumptions/assumptions';
import { ASSUMPTION_GROUPS } from '../../lib/aws/doctor/assumptions/assumptions';
import { markdownTable, replacePart } from '../tables';

const HEAD = ['id', 'assumption', 'used by', 'if wrong', 'then change', 'doctor', 'by hand'];
const METHODS: Readonly<Record<Exclude<ProofMethod['by'], 'hand'>, string>> = {
  looking: 'read-only',
  assembly: 'before',
  experiment: 'experiment',
};

export function checklistPage(now: string): string {
  const toRow = ({ id, text, where, ifWrong, change, byHand, proof }: Assumption): string[] => {
    const method = proof.by === 'hand' ? `by hand: ${proof.because}` : METHODS[proof.by];
    return [`\`${id}\``, text, where, ifWrong, change, method, byHand];
  };
  const groups = ASSUMPTION_GROUPS.map(
    ({ title, assumptions }) => `## ${title}\n\n${markdownTable(HEAD, assumptions.map(toRow))}`,
  );
  return replacePart(now, 'assumptions', groups.join('\n\n'));
}
