/** Commands that ask an account of AWS. */
import { type Entry, JSON_OPTION } from '../entry';

/** In the order of the help. */
export const ACCOUNT_ENTRIES: readonly Entry[] = [
  {
    usage: 'doctor',
    group: 'Your AWS account',
    text: 'prove in your AWS account what only an account can prove: docs/aws-checklist.md as a program',
    options: [
      JSON_OPTION,
      { flags: '--region <region>', text: 'default: AWS_REGION, AWS_DEFAULT_REGION, else that of the profile' },
      { flags: '--stack <name>', text: 'the setting stackName of the deployment; default: fsxbench' },
      { flags: '--only <id...>', text: 'only these lines of the checklist' },
      {
        flags: '--spend <usd>',
        text: 'gone: doctor makes nothing; start experiments/doctor.yaml, and run it again',
      },
    ],
    help:
      'fsxbench doctor\n\n' +
      'Takes the credentials that the AWS CLI takes, and only looks: describes, dry runs, simulated\n' +
      'policies, tested states. A line holds only where something proves it; what could not be looked at was not\n' +
      'tried. Before a deployment it tells whether account and Region are fit for one.\n\n' +
      'fsxbench doctor --json > doctor.json\n\n' +
      'is the document to send back. What only an experiment shows is read off the newest that have ended;\n' +
      'where none has, it says the command that starts experiments/doctor.yaml.\n' +
      'Exit code 0: nothing fails; 1: something does not hold; 2: wrong usage, no credentials.',
    load: () => import('../commands/doctor'),
  },
  {
    usage: 'confirm [execution]',
    group: 'Your AWS account',
    text: 'list what executions wait for a person for, and say that it is done',
    options: [
      JSON_OPTION,
      { flags: '--no', text: 'it cannot be done: what needs it is not run' },
      { flags: '--region <region>', text: 'default: AWS_REGION, else that of the profile' },
      { flags: '--stack <name>', text: 'the setting stackName of the deployment; default: fsxbench' },
    ],
    help:
      'fsxbench confirm\n\n' +
      'Without the name of an execution it lists what waits, since when and until when. With it, the oldest\n' +
      'question of that execution is answered, in the name of whoever the credentials are of.\n' +
      'Exit code 0: listed, or answered; 2: nothing of it waits any more, wrong usage, no credentials.',
    load: () => import('./confirm'),
  },
];
