/** Folders of the user in a generated spec: quoted paths, and names of their targets. */

/** Quotes a path for the spec: a leading dollar sign would be a factor. */
export function quotePath(path: string): string {
  if (path.startsWith('$')) return JSON.stringify(`$${path}`);
  return /^[\w.-]*\/[\w./-]*$/.test(path) ? path : JSON.stringify(path);
}

/** A unique name per path: its last part, with invalid characters as `-`, numbered if needed. */
export function makeTargetNames(paths: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const path of paths) {
    const part = path.split('/').findLast((one) => one !== '' && one !== '.' && one !== '..') ?? '';
    const plain = part.replace(/[^A-Za-z0-9-]+/g, '-').replace(/^[^A-Za-z]+|-+$/g, '') || 'folder';
    let name = plain.slice(0, 32);
    for (let n = 2; names.includes(name); n += 1) name = `${plain.slice(0, 28)}-${n}`;
    names.push(name);
  }
  return names;
}
