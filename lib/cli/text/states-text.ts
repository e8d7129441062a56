/** What an execution did, as text. */
import type { Transcript } from '../../asl/interpreter/history/transcript';

/** Longest value that is shown. */
const SHOWN = 160;

/** Status, result, then one line for each state that was left and each attempt of a task. */
export function transcriptText(told: Transcript): string {
  const lines = [`status       ${told.status}`];
  if ('output' in told) lines.push(`output       ${short(told.output)}`);
  if (told.error !== undefined) lines.push(`error        ${told.error}`);
  if (told.cause !== undefined) lines.push(`cause        ${told.cause}`);
  lines.push(`transitions  ${told.transitions}`, `events       ${told.eventTypes.length}`);
  if (told.stateExits.length > 0) lines.push('', 'states, as they were left');
  for (const { name, output, assigned } of told.stateExits) {
    lines.push(`  ${name}: ${short(output)}${assigned === undefined ? '' : `, assigned ${short(assigned)}`}`);
  }
  if (told.taskCalls.length > 0) lines.push('', 'attempts of tasks');
  for (const { state, arguments: args, timeoutInSeconds, heartbeatInSeconds, credentials } of told.taskCalls) {
    const more = [
      timeoutInSeconds === undefined ? '' : `, time-out ${timeoutInSeconds} s`,
      heartbeatInSeconds === undefined ? '' : `, heartbeat ${heartbeatInSeconds} s`,
      credentials === undefined ? '' : `, as ${credentials.roleArn}`,
    ];
    lines.push(`  ${state}: ${short(args)}${more.join('')}`);
  }
  return `${lines.join('\n')}\n`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 3)}...` : text;
}
