/** What managed hosts need in place of a boot script: what runs commands there, and what takes everything away again. */
import { sha256 } from '../../../shapes/canonical';
import type { Script, ScriptFiles, Step } from '../../../workloads/contract';
import { renderScript } from '../../../workloads/shell';
import type { RigInput } from './draft';

/** Name of the step. */
export const CLEAN_STEP = 'clean';

/** Assumed: mounts and folders go at once; what holds data on a store takes longer. */
const EXPECTED_SECONDS = 5;
/**
 * A host has so long to clean, seconds: teardown waits for it; what it does not manage, its timer or whoever comes next
 * does.
 */
const CLEAN_SECONDS = 900;

/** Functions that both scripts are made of; paths are below `workloads/`. */
const FILES = [
  'shell/clock.sh',
  'shell/host.sh',
  'shell/status.sh',
  'shell/package.sh',
  'fixtures/slots.sh',
  'fixtures/lasting.sh',
  'fixtures/apply.sh',
  'host/clean.sh',
];

/** The step that takes everything off the hosts of a rig. */
export function cleanStep(roles: readonly string[], scripts: ScriptFiles): Step {
  return {
    name: CLEAN_STEP,
    roles,
    script: whole(
      rendered('Takes everything off a managed host.', scripts, [
        `status_begin ${CLEAN_STEP} "$FSXBENCH_ROOT"`,
        'status_version 1',
        'mkdir -p -- "$FSXBENCH_OUT/raw"',
        'clean_take',
        // Its wrapper does the rest, once this has stored its results.
        ': >"$FSXBENCH_ROOT/leave"',
      ]),
    ),
    barrier: false,
    expectedSeconds: EXPECTED_SECONDS,
    timeoutSeconds: CLEAN_SECONDS,
  };
}

/** What runs commands of an execution on managed hosts: it keeps there what cleans them, and sets the timer first. */
export function managedWrapper({
  scripts,
  executionId,
  expiresAt,
}: Pick<RigInput, 'scripts' | 'executionId' | 'expiresAt'>): Script {
  const runs = renderScript(
    {
      comment: ['What a host does with a command.'],
      variables: {},
      files: ['attempts.sh', 'output.sh', 'run-script.sh'].map((name) => `host/${name}`),
    },
    scripts,
  );
  const cleans = rendered('Takes everything off this host: bash clean.sh away', scripts, ['clean_alone']);
  const head = {
    comment: ['What a managed host does with a command.'],
    variables: { FSXBENCH_EXECUTION: executionId, FSXBENCH_EXPIRES_AT: String(expiresAt) },
    files: ['host/managed.sh'],
  };
  const lines = [
    renderScript(head, scripts).trimEnd(),
    'managed_keep() {',
    keptAs('run-script.sh', runs),
    keptAs('clean.sh', cleans),
    '}',
    'managed_main',
    '',
  ];
  return whole(lines.join('\n'));
}

function whole(text: string): Script {
  return { head: text, body: '' };
}

function rendered(comment: string, scripts: ScriptFiles, lines: readonly string[]): string {
  const text = renderScript({ comment: [comment], variables: {}, files: FILES }, scripts);
  return [text.trimEnd(), 'set -euo pipefail', ...lines, ''].join('\n');
}

/** As a document that a shell reads without looking into it. */
function keptAs(name: string, text: string): string {
  const end = `END-${sha256(text).slice(0, 16)}`;
  return `kept ${name} <<'${end}' || return\n${text}${end}`;
}
