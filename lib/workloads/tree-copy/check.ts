/** Rules beyond the schema: trees that cannot be, and such as measure something else than one thinks. */
import type { Problem } from '../../shapes/problem';
import { formatBytes } from '../../shapes/quantity';
import type { TreeCopyParams } from './schema';

/** Below, starting processes and looking at clocks weigh as much as the copy. */
const FEW_FILES = 1000;

/** Findings with paths relative to the workload's entry. */
export function check({ files, size, workers, dirs }: TreeCopyParams): readonly Problem[] {
  const found: Problem[] = [];
  const error = (code: string, name: string, message: string): void => {
    found.push({ severity: 'error', code, path: [name], message });
  };
  if (size < files) {
    const least = `${formatBytes(size)} are less than a byte for each of ${files} files`;
    error('SizeBelowFiles', 'size', `${least}; allowed: ${files} B and more`);
  }
  if (dirs > files)
    error('EmptyDirectories', 'dirs', `${dirs} directories are more than there are files; allowed: 1 to ${files}`);
  if (workers > files)
    error('IdleWorkers', 'workers', `${workers} workers are more than there are files; allowed: 1 to ${files}`);
  if (files < FEW_FILES && found.length === 0) {
    const message = `a copy of ${files} files is over in no time, and starting it weighs as much; give some thousands`;
    found.push({ severity: 'advice', code: 'FewFiles', path: ['files'], message });
  }
  return found;
}
