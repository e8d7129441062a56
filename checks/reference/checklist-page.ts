/** `docs/aws-checklist.md`, from the table of assumptions. */
import type { Assumption, ProofMethod } from '../../lib/aws/doctor/assumptions/assumptions';
import { ASSUMPTION_GROUPS } from '../../lib/aws/doctor/assumptions/assumptions';

/** The whole page. */
export function checklistPage(): string {
  const parts = ASSUMPTION_GROUPS.map(({ title, assumptions }) => `## ${title}\n\n${table(assumptions)}`);
  return `# What only AWS can prove

fsxbench has never run on AWS. Its code relies on the assumptions below. Check them in your account, free of charge:

\`\`\`sh
npx fsxbench doctor
\`\`\`

The doctor uses your credentials. For each assumption it prints _holds_, _does not hold_ (with the change to make) or
_not tried_ (with the reason). The column _doctor_ names the method:

- _read-only_: describe calls, dry runs, policy simulation and tests of single states. Some need no deployment.
- _before_: AWS checks the output of \`npx cdk synth\`: \`npx fsxbench doctor --before\`. Free, leaves no resources.
- _experiment_: the newest finished experiments of the deployment show it. \`experiments/doctor.yaml\` is a small one.
- _by hand_: the doctor cannot prove it, for the given reason. Run the command in the last column.

The simulated account follows public documents and recordings; an assumption fills each gap. Until it is proven, cleanup
must not depend on it. If it does, the column _if wrong_ says what happens.

\`npm run reference\` writes this page from \`lib/aws/doctor/assumptions/\`; \`assumptions.ts\` says how to add a line.

${parts.join('\n\n')}
`;
}

function table(assumptions: readonly Assumption[]): string {
  const rows = assumptions.map(({ id, text, where, ifWrong, change, byHand, proof }) =>
    [`\`${id}\``, text, where, ifWrong, change, proofText(proof), byHand].map((cell) => cell.replaceAll('|', '\\|')),
  );
  const head = ['id', 'assumption', 'used by', 'if wrong', 'then change', 'doctor', 'by hand'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function proofText(proof: ProofMethod): string {
  switch (proof.by) {
    case 'looking':
      return 'read-only';
    case 'assembly':
      return 'before';
    case 'experiment':
      return 'experiment';
    case 'hand':
      return `by hand: ${proof.because}`;
  }
}
