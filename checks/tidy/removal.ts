/**
 * Folders are removed by one function in each language, which never goes through a mount: any other way may remove what
 * a script of a user has mounted.
 */
import { type Fault, isScript, type Source } from './source';

/** Where such a function is, and what it is called. */
const SHELL = { path: 'workloads/shell/remove.sh', name: 'remove_tree' };
const SCRIPT = { path: 'lib/local/remove-tree.ts', name: 'removeTree' };

const REMOVES_IN_SHELL =
  /\brm\s+(?:-\S+\s+)*-(?:[a-zA-Z]*[rR]|-recursive)|\bfind\b(?!.*\s-empty\b).*\s-delete\b|\brmtree\b/;
const REMOVES_IN_SCRIPT = /\b(?:rm|rmSync|rmdir|rmdirSync)\((?:[^;](?!\b(?:rm|rmSync)\())*?\brecursive\b/g;

/** Lines below `workloads/`, `lib/`, `lambdas/` and `bin/` that remove folders by themselves. */
export function removalFaults({ path, text }: Source): Fault[] {
  if (path.startsWith('workloads/') && path !== SHELL.path)
    return text
      .split('\n')
      .flatMap((line, index) => (REMOVES_IN_SHELL.test(line) ? [faultAt(path, index + 1, SHELL)] : []));
  if (!/^(lib|lambdas|bin)\//.test(path) || !isScript(path) || path === SCRIPT.path) return [];
  return [...text.matchAll(REMOVES_IN_SCRIPT)].map(({ index }) =>
    faultAt(path, text.slice(0, index).split('\n').length, SCRIPT),
  );
}

function faultAt(path: string, line: number, { path: where, name }: typeof SHELL): Fault {
  return { path, line, message: `removes a folder with all that is in it; call ${name} of ${where}` };
}
