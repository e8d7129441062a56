/** The command for tools that nobody publishes for hosts. */
import { BUNDLE_NAMES, BUNDLES } from '../../shapes/tool-bundles';
import { type Entry, JSON_OPTION } from '../entry';
import { wrapText } from '../text/columns';

const GETS = BUNDLE_NAMES.map((name) => `${name}: ${BUNDLES[name].get}.`);

export const TOOLS_ENTRIES: readonly Entry[] = [
  {
    usage: 'tools <action> [archive]',
    group: 'Your AWS account',
    text: 'bring tools that nobody publishes (mdtest, IOR) to hosts: add, list, check',
    options: [
      JSON_OPTION,
      { flags: '--name <bundle>', text: `add: what it is; ${BUNDLE_NAMES.join(', ')}` },
      { flags: '--version <text>', text: 'add: what the tools print of themselves, e.g. 4.0.0' },
      { flags: '--os <system>', text: 'add: made for; an image (al2023), or <ID>-<VERSION_ID> of os-release' },
      { flags: '--arch <arch>', text: 'add: x86_64 or aarch64; default: that of the files' },
      { flags: '--local', text: 'of executions on this machine: .fsxbench/bucket; default: the results bucket' },
      { flags: '--region <region>', text: 'default: AWS_REGION, else that of the profile' },
      { flags: '--stack <name>', text: 'the setting stackName of the deployment; default: fsxbench' },
    ],
    help: [
      'fsxbench tools add ior.tar.gz --name ior --version 4.0.0 --os al2023',
      '',
      'A tool bundle is the install prefix of a tool as .tar.gz or .tar.xz, made on the system of the hosts and packed',
      'from inside (tar -C PREFIX -czf ior.tar.gz .). It is looked into, never run, stored under its SHA-256, and',
      'hosts of that system unpack it where a workload needs it. Another one for the same system takes its place;',
      'executions whose hosts have none are refused before anything is made.',
      ...GETS.flatMap((line) => wrapText(line, '', 112)),
      '',
      'fsxbench tools list     what there is, by system',
      'fsxbench tools check    whether every archive is there, and still the one that was added',
      'Exit code 0: done; 1: check found something wrong; 2: wrong usage or archive, no credentials.',
    ].join('\n'),
    load: () => import('./tools'),
  },
];
