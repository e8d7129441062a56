/** What a command plans with beside the spec, read once: the working folder, the prices and the texts of scripts. */
import { join } from 'node:path';
import { readScripts } from '../aws/scripts';
import type { PriceBook } from '../shapes/price';
import type { ScriptFiles } from '../workloads/contract';
import type { Cli } from './command';

/** Handed on to whoever checks, plans or rehearses a spec. */
export interface Workspace {
  /** Paths of a spec are relative to it. */
  readonly folder: string;
  readonly prices: PriceBook;
  /** Texts of `workloads/`, by path below it. */
  readonly scripts: ScriptFiles;
}

/** The workspace of a command. */
export async function openWorkspace({ cwd, root }: Pick<Cli, 'cwd' | 'root'>, prices: PriceBook): Promise<Workspace> {
  return { folder: cwd, prices, scripts: await readScripts(join(root, 'workloads')) };
}
