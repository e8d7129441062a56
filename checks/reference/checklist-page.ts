/** `docs/aws-checklist.md`, from the table of guesses. */
import type { Assumption, ProofMethod } from '../../lib/aws/doctor/guesses/assumptions';
import { ASSUMPTION_GROUPS } from '../../lib/aws/doctor/guesses/assumptions';

/** The whole page. */
export function checklistPage(): string {
  const parts = ASSUMPTION_GROUPS.map(({ title, guesses }) => `## ${title}\n\n${table(guesses)}`);
  return `# What only AWS can prove

Made by \`npm run reference\` from \`lib/aws/doctor/guesses/\`; how to add a line stands in its \`table.ts\`.

Nothing in this project was tried on AWS yet. The twin rests on public documents and recordings; what it had to guess
stands here. Until a line is proven, a machine must not depend on it for safety: where it does, the line says what
happens if the guess is wrong.

\`npx fsxbench doctor\` proves what it can with your credentials and says of every line whether it holds, does not hold
(and what to change), or could not be tried (and why). The column _doctor_ says how:

- _looks_: describes, dry runs, simulated policies and single tested states. Costs nothing; some need no deployment.
- _before_: AWS reads what \`npx cdk synth\` made: \`npx fsxbench doctor --before\`. Nothing stays, nothing is paid for.
- _experiment_: read off the newest finished experiments of the deployment. \`experiments/doctor.yaml\` is a small one.
- _by hand_: not at all, for the reason beside it. The last column is the command.

${parts.join('\n\n')}
`;
}

function table(guesses: readonly Assumption[]): string {
  const rows = guesses.map(({ id, guess, where, ifWrong, change, byHand, proof }) =>
    [`\`${id}\``, guess, where, ifWrong, change, proofText(proof), byHand].map((cell) => cell.replaceAll('|', '\\|')),
  );
  const head = ['id', 'guess', 'where', 'if wrong', 'then change', 'doctor', 'by hand'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function proofText(proof: ProofMethod): string {
  switch (proof.by) {
    case 'looking':
      return 'looks';
    case 'assembly':
      return 'before';
    case 'experiment':
      return 'experiment';
    case 'hand':
      return `by hand: ${proof.because}`;
  }
}
