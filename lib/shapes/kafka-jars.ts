/**
 * Jars of Apache Kafka with its dependencies on Maven Central, by version: `mvn dependency:copy-dependencies` of
 * `org.apache.kafka:kafka_2.13`, and `slf4j-reload4j`, without which brokers write no log. Users download them:
 * fsxbench does not distribute them.
 */
import data from './kafka-jars.json';

/** A jar, as its line in `kafka-jars.json` has it. */
export interface KafkaJar {
  /** File name, e.g. `kafka_2.13-3.9.1.jar`. */
  readonly file: string;
  /** Path in a Maven repository. */
  readonly path: string;
  readonly bytes: number;
  /** Hex digits. */
  readonly sha256: string;
  /** SPDX identifier. */
  readonly licence: string;
}

const LINES: Readonly<Record<string, readonly string[]>> = data;

/** Licence of jars whose line names none. */
const DEFAULT_LICENCE = 'Apache-2.0';

/** Versions of Kafka that can be downloaded, newest first. */
export const KAFKA_VERSIONS: readonly string[] = Object.keys(LINES);

/** The newest one. */
export const DEFAULT_KAFKA_VERSION = KAFKA_VERSIONS[0] ?? '';

/** All jars of a version; empty if it is unknown. Lines: `group:artifact:version bytes sha256 [licence]`. */
export function listKafkaJars(version: string): readonly KafkaJar[] {
  return (KAFKA_VERSIONS.includes(version) ? (LINES[version] ?? []) : []).map((line) => {
    const [coordinates = '', bytes = '', sha256 = '', licence = DEFAULT_LICENCE] = line.split(' ');
    const [group = '', artifact = '', release = ''] = coordinates.split(':');
    const file = `${artifact}-${release}.jar`;
    const path = `${group.replaceAll('.', '/')}/${artifact}/${release}/${file}`;
    return { file, path, bytes: Number(bytes), sha256, licence };
  });
}
