// The result of the load program, see Load.java.
import java.io.*;
import java.util.*;
import java.util.stream.*;
import org.apache.kafka.clients.admin.Admin;

/** The file raw/kafka.json, after the load has ended. */
class Report {
  /** Messages of the whole run. Those that a consumer had no time to read are not lost. */
  private static long acknowledged, consumed, lost, duplicated, unread;

  private static void compare() {
    for (Clients.Partition partition : Load.partitions) {
      for (Clients.Sequence sequence : partition.sequences) {
        acknowledged += sequence.acknowledged.cardinality();
        consumed += sequence.seen.cardinality() + sequence.duplicated;
        duplicated += sequence.duplicated;
        BitSet missing = (BitSet) sequence.acknowledged.clone();
        missing.andNot(sequence.seen);
        // A consumer reads the messages of a writer in their order.
        int last = sequence.seen.length();
        lost += partition.drained ? missing.cardinality() : missing.get(0, last).cardinality();
        unread += partition.drained ? 0 : missing.cardinality() - missing.get(0, last).cardinality();
      }
    }
    if (unread > 0)
      Load.problem(unread + " messages were not read within " + Load.END_SECONDS + " s after the load");
    if (Load.writers.isEmpty()) Load.problem("this worker has no partition: there are more workers than producers");
  }

  private static String quote(String text) {
    return '"' + text.replaceAll("[\\\\\"\\p{Cntrl}]", " ") + '"';
  }

  /** Version of the clients, from their jar: the class that reads it is not public, and has moved. */
  private static String version() throws IOException {
    Properties properties = new Properties();
    try (InputStream file = Admin.class.getResourceAsStream("/kafka/kafka-version.properties")) {
      properties.load(file);
    }
    return properties.getProperty("version");
  }

  private static long sum(long[] perSecond) {
    return LongStream.of(perSecond).sum();
  }

  private static long[] window(long[] all) {
    return Arrays.copyOfRange(all, 1, all.length - 1);
  }

  /** At the end of each second. */
  private static long[] backlog(long[] acknowledged, long[] consumed) {
    long[] backlog = new long[Load.BUCKETS];
    long left = acknowledged[0] - consumed[0];
    for (int at = 0; at < backlog.length; at++) {
      left += acknowledged[at + 1] - consumed[at + 1];
      backlog[at] = Math.max(0, left);
    }
    return backlog;
  }

  private static String means(long[] acknowledged) {
    return IntStream.range(1, acknowledged.length - 1).mapToObj(at -> {
      double sum = Load.writers.stream().mapToDouble(one -> one.sumUs[at]).sum();
      return String.format(Locale.ROOT, "%.1f", acknowledged[at] == 0 ? 0 : sum / acknowledged[at]);
    }).collect(Collectors.joining(",", "[", "]"));
  }

  /** All but the problems, which the end of the topics may add to. */
  static String json() throws IOException {
    compare();
    long[] acks = Clients.Counts.sum(Load.writers.stream().map(one -> one.acknowledged));
    long[] fails = Clients.Counts.sum(Load.writers.stream().flatMap(one -> Stream.of(one.failed, one.refused)));
    long[] reads = Clients.Counts.sum(Load.readers.stream().map(one -> one.consumed));
    String requested = String.format(Locale.ROOT, "{\"topics\":%d,\"partitions\":%d,\"messageBytes\":%d,"
        + "\"producers\":%d,\"consumers\":%d,\"rate\":%s,\"warmUpSeconds\":%s,\"seconds\":%s,"
        + "\"replicationFactor\":%d,\"workers\":%d}", Load.TOPICS, Load.PARTITIONS, Load.BYTES,
        Load.PRODUCERS * Load.TOPICS, Load.CONSUMERS * Load.TOPICS, Load.RATE > 0 ? Load.text("RATE") : "null",
        Load.text("WARMUP"), Load.text("SECONDS"), Load.RF, Load.WORKERS);
    String series = String.format(Locale.ROOT,
        "{\"acknowledged\":%s,\"consumed\":%s,\"backlog\":%s,\"publishMeanUs\":%s}",
        Load.list(window(acks)), Load.list(window(reads)),
        Load.list(backlog(acks, reads)), means(acks));
    return String.format(Locale.ROOT, "{\"tool\":\"kafka\",\"version\":2,\"kafka\":%s,\"java\":%s,\"requested\":%s,"
        + "\n\"start\":%.6f,\"seconds\":%.6f,\"acknowledged\":%d,\"failed\":%d,\"consumed\":%d,"
        + "\n\"series\":%s,\n\"publishLatency\":%s,\n\"endToEndLatency\":%s,"
        + "\n\"segmentBytes\":%d,\"longestStallSeconds\":%.6f,"
        + "\"total\":{\"acknowledged\":%d,\"consumed\":%d,\"lost\":%d,\"duplicated\":%d}",
        quote(version()), quote(System.getProperty("java.version")), requested,
        Load.START / 1e9, Load.WINDOW / 1e9, sum(window(acks)), sum(window(fails)),
        sum(window(reads)), series, Clients.Latency.json(Load.writers.stream().map(one -> one.latency)),
        Clients.Latency.json(Load.readers.stream().map(one -> one.latency)), Load.segment,
        Load.longestStall.get() / 1e9,
        acknowledged, consumed, lost, duplicated);
  }

  static String problems() {
    return Load.problems.stream().map(Report::quote).collect(Collectors.joining(",", ",\n\"problems\":[", "]}\n"));
  }
}

/** Ends with 0 if the cluster has a controller and all brokers. Arguments: number of brokers. */
class Ready {
  public static void main(String[] args) {
    int code = 1;
    String said;
    Map<String, Object> settings = Map.of("bootstrap.servers", System.getenv("KAFKA_BOOTSTRAP"),
        "default.api.timeout.ms", 5000, "request.timeout.ms", 3000);
    try (Admin admin = Admin.create(settings)) {
      int nodes = admin.describeCluster().nodes().get().size();
      int leader = admin.describeMetadataQuorum().quorumInfo().get().leaderId();
      said = nodes + " of " + args[0] + " brokers are registered; the controller is " + leader;
      code = leader >= 0 && nodes == Integer.parseInt(args[0]) ? 0 : 1;
    } catch (Exception error) {
      said = "the cluster does not answer: " + error.getMessage();
    }
    System.err.println(said);
    Runtime.getRuntime().halt(code);
  }
}
