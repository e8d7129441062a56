/** What every modelled service that holds storage offers beside its actions. */
import type { StorageKind } from '../../shapes/resources';
import type { Service } from './service';

type Tags = Readonly<Record<string, string>>;

/** Something that exists, as checkers see it. Root volumes are part of their file system. */
export interface StoredResource {
  readonly kind: StorageKind | 'fsx:backup';
  readonly id: string;
  /** The service's own word. */
  readonly state: string;
  /** Its own, or those of what it exists in where it cannot be tagged. */
  readonly tags: Tags;
  /** The file system that it is, or was, of. */
  readonly fileSystemId: string;
}

export interface Stored {
  readonly service: Service;
  /** All that exists now and costs or blocks something, in order of creation. What is gone is not in it. */
  left(): readonly StoredResource[];
  /** What somebody does by hand: another set of tags in the place of what something has. */
  retag(change: (tags: Tags) => Tags): void;
}
