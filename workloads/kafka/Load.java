// The load program of Kafka, for Java 11 or later; install.sh compiles it. Its settings are the KAFKA_* variables of
// measure.sh.
import java.nio.file.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Produces to and consumes from the partitions of this worker. No other worker uses them: latencies and losses need
 * only the clock of this host. Times are ns since the epoch.
 */
public class Load {
  static final long ZERO = Duration.between(Instant.EPOCH, Instant.now()).toNanos() - System.nanoTime();
  static final int TOPICS = number("TOPICS"), PARTITIONS = number("PARTITIONS"), BYTES = number("MESSAGE_BYTES");
  /** Of one topic, on all workers. */
  static final int PRODUCERS = number("PRODUCERS") / TOPICS, CONSUMERS = number("CONSUMERS") / TOPICS;
  static final int WORKERS = number("WORKERS"), INDEX = number("INDEX"), RF = number("RF");
  /** Messages per second of all workers; 0: as many as possible. */
  static final double RATE = text("RATE").equals("max") ? 0 : Double.parseDouble(text("RATE"));
  static final long WINDOW = nanos("SECONDS"), START = nanos("START") + nanos("WARMUP"), END = START + WINDOW;
  /** Limits in seconds: for each change of topics, and for the end of producers and of consumers. */
  static final int TOPIC_SECONDS = 60, END_SECONDS = 30;
  /** After an earlier attempt: brokers remove files of deleted topics after a second (log.segment.delete.delay.ms). */
  static final int DELETED_SECONDS = 5;
  /** Largest share of the messages that may be unsent. */
  static final double UNSENT_SHARE = 0.005;
  /** Share of the free space, and bytes, that brokers keep messages on at most; the least bytes of a partition. */
  static final double KEPT_SHARE = Double.parseDouble(text("KEPT_SHARE"));
  static final long KEPT_BYTES = Long.parseLong(text("KEPT_BYTES"));
  static final long PARTITION_BYTES = Long.parseLong(text("PARTITION_BYTES"));
  static final String PREFIX = "fsxbench-", NAME = PREFIX + System.getenv("FSXBENCH_ATTEMPT").replace('.', '-') + "-";
  static final int BUCKETS = (int) Math.ceil(WINDOW / 1e9);
  /** Bytes of a segment; 0: another worker has created the topics. */
  static long segment = 0;

  static final AtomicLong lastAck = new AtomicLong(START), longestStall = new AtomicLong();
  static final CountDownLatch flushed = new CountDownLatch(1);
  static final Set<String> problems = Collections.synchronizedSet(new LinkedHashSet<>());
  static final List<Clients.Partition> partitions = new ArrayList<>();
  static final List<Clients.Writer> writers = new ArrayList<>();
  static final List<Clients.Reader> readers = new ArrayList<>();

  static String text(String name) { return System.getenv("KAFKA_" + name); }
  static int number(String name) { return Integer.parseInt(text(name)); }
  static long nanos(String name) { return (long) (Double.parseDouble(text(name)) * 1e9); }
  static long now() { return ZERO + System.nanoTime(); }
  /** Second of the window; -1 before it, BUCKETS after it. */
  static int bucket(long at) { return at < START ? -1 : at >= END ? BUCKETS : (int) ((at - START) / 1_000_000_000L); }
  static void problem(String said) { if (problems.size() < 20) problems.add(said); }
  static void pause() { LockSupport.parkNanos(100_000_000); }

  static String first(Throwable error) {
    while (error instanceof ExecutionException && error.getCause() != null) error = error.getCause();
    String name = error.getClass().getSimpleName().replaceFirst("Exception$", "");
    return error.getMessage() == null ? name : name + ": " + error.getMessage().split("\n")[0];
  }

  static String list(long[] values) {
    return Arrays.stream(values).mapToObj(Long::toString).collect(Collectors.joining(",", "[", "]"));
  }

  static <T> T get(KafkaFuture<T> future) throws Exception { return future.get(TOPIC_SECONDS, TimeUnit.SECONDS); }

  interface Check { boolean holds() throws Exception; }

  /** Waits until the check holds. @throws Exception with `what` and the last error at the limit */
  static void await(String what, int seconds, Check check) throws Exception {
    long limit = now() + seconds * 1_000_000_000L;
    String said = "";
    while (now() < limit) {
      try {
        if (check.holds()) return;
      } catch (Exception error) {
        said = " (" + first(error) + ")";
      }
      pause();
    }
    throw new Exception(what + " within " + seconds + " s" + said);
  }

  static List<String> topics() {
    return IntStream.range(0, TOPICS).mapToObj(one -> NAME + one).collect(Collectors.toList());
  }

  /** Deletes topics; brokers remove their files a little later. */
  static void deleteTopics(Admin admin, String prefix) throws Exception {
    Callable<List<String>> left = () -> get(admin.listTopics().names()).stream()
        .filter(one -> one.startsWith(prefix)).collect(Collectors.toList());
    await("the topics " + prefix + "* are not deleted", TOPIC_SECONDS, () -> {
      List<String> names = left.call();
      if (!names.isEmpty()) get(admin.deleteTopics(names).all());
      return names.isEmpty();
    });
  }

  /**
   * Brokers delete old segments: at the maximum rate, hours of messages would fill every disk. Partitions are spread
   * evenly over the log folders; folders of equal size may share one file system.
   */
  static Map<String, String> retention(Admin admin) throws Exception {
    List<Integer> brokers = get(admin.describeCluster().nodes()).stream().map(Node::id).collect(Collectors.toList());
    List<LogDirDescription> folders = get(admin.describeLogDirs(brokers).allDescriptions()).values().stream()
        .flatMap(one -> one.values().stream()).collect(Collectors.toList());
    long free = folders.stream().mapToLong(one -> one.usableBytes().orElse(Long.MAX_VALUE)
        / folders.stream().filter(other -> other.totalBytes().equals(one.totalBytes())).count()).min().orElseThrow();
    long partitions = (long) TOPICS * PARTITIONS * RF, ofFolder = (partitions + folders.size() - 1) / folders.size();
    long each = Math.min(KEPT_BYTES / partitions, (long) (KEPT_SHARE * free / ofFolder));
    if (each < PARTITION_BYTES)
      throw new Exception("the fullest log folder has " + (free >> 20) + " MiB for " + ofFolder + " partitions, which"
          + " need " + (long) (ofFolder * PARTITION_BYTES / KEPT_SHARE) / (1 << 20) + ": provision more storage, or use"
          + " fewer partitions");
    segment = Math.min(1L << 30, each / 4);
    return Map.of("retention.bytes", Long.toString(each - segment), "segment.bytes", Long.toString(segment));
  }

  /** The first worker creates the topics, after those that an earlier attempt left; all wait for their leaders. */
  static void createTopics(Admin admin) throws Exception {
    if (INDEX == 0) {
      await("no broker answers at " + text("BOOTSTRAP"), TOPIC_SECONDS, () -> get(admin.listTopics().names()) != null);
      if (get(admin.listTopics().names()).stream().anyMatch(one -> one.startsWith(PREFIX))) {
        deleteTopics(admin, PREFIX);
        TimeUnit.SECONDS.sleep(DELETED_SECONDS);
      }
      Map<String, String> retention = retention(admin);
      List<NewTopic> wanted = new ArrayList<>();
      for (String name : topics()) wanted.add(new NewTopic(name, PARTITIONS, (short) RF).configs(retention));
      // Each worker says there that it has ended.
      if (WORKERS > 1) wanted.add(new NewTopic(NAME + "end", WORKERS, (short) RF));
      get(admin.createTopics(wanted).all());
    }
    await("not all partitions have a leader and " + RF + " replicas in sync", TOPIC_SECONDS, () ->
        get(admin.describeTopics(topics()).allTopicNames()).values().stream().flatMap(one -> one.partitions().stream())
            .filter(one -> one.leader() != null && !one.leader().isEmpty() && one.isr().size() >= RF).count()
            == (long) TOPICS * PARTITIONS);
  }

  /** Workers with producers of a topic: all producers are spread over the workers, one topic after the other. */
  static List<Integer> hosts(int topic) {
    return IntStream.range(topic * PRODUCERS, (topic + 1) * PRODUCERS).map(one -> one % WORKERS).distinct().boxed()
        .collect(Collectors.toList());
  }

  /** Partitions of a topic take turns on its workers, and there on the producers and the consumers. */
  static void createClients() {
    int active = 0, share = (TOPICS * PRODUCERS + WORKERS - 1) / WORKERS;
    List<Integer> ranks = new ArrayList<>();
    for (int topic = 0; topic < TOPICS; topic++) {
      List<Integer> hosts = hosts(topic);
      int position = hosts.indexOf(INDEX), count = hosts.size();
      List<Clients.Partition> own = new ArrayList<>();
      for (int one = position; position >= 0 && one < PARTITIONS; one += count)
        own.add(new Clients.Partition(new TopicPartition(NAME + topic, one)));
      partitions.addAll(own);
      List<Integer> mine = new ArrayList<>();
      for (int one = topic * PRODUCERS; one < (topic + 1) * PRODUCERS; one++) {
        if (hosts.indexOf(one % WORKERS) >= PARTITIONS) continue;
        if (one % WORKERS == INDEX) mine.add(active);
        active++;
      }
      for (int at = 0; at < mine.size(); at++)
        writers.add(new Clients.Writer(every(own, at, mine.size()), share));
      ranks.addAll(mine);
      int consumers = position < 0 ? 0 : Math.max(1, (CONSUMERS - position + count - 1) / count);
      for (int at = 0; at < Math.min(consumers, own.size()); at++)
        readers.add(new Clients.Reader(every(own, at, consumers)));
    }
    long from = Math.max(nanos("START"), now());
    for (int at = 0; at < writers.size(); at++) {
      writers.get(at).interval = RATE > 0 ? active / RATE * 1e9 : 0;
      writers.get(at).first = from + (long) (writers.get(at).interval * ranks.get(at) / active);
    }
  }

  /** Every `step`-th one; one alone where there are fewer. */
  static <T> List<T> every(List<T> all, int from, int step) {
    return IntStream.range(0, all.size()).filter(one -> one % step == from % Math.min(step, all.size()))
        .mapToObj(all::get).collect(Collectors.toList());
  }

  static void runLoad() throws Exception {
    createClients();
    long late = now() - START;
    if (late > 0)
      problem(String.format(Locale.ROOT, "the load began %.1f s late: increase the warm-up", late / 1e9));
    readers.forEach(Thread::start);
    writers.forEach(Thread::start);
    while (now() < END) LockSupport.parkNanos(END - now());
    Clients.stall(END);
    List<Thread> closing = new ArrayList<>();
    for (Clients.Writer one : writers) {
      closing.add(new Thread(one::end));
      closing.get(closing.size() - 1).start();
    }
    for (Thread one : closing) one.join((END_SECONDS + 10) * 1000L);
    long unsent = writers.stream().mapToLong(Clients.Writer::unsent).sum();
    // A few at the very end are no outage.
    if (unsent > UNSENT_SHARE * RATE * WINDOW / 1e9 / WORKERS)
      problem(unsent + " messages were not sent before the end: the latencies lack their slowest");
    flushed.countDown();
    for (Clients.Reader one : readers) one.join((END_SECONDS + 20) * 1000L);
  }

  /** All workers say that they have ended; then the first deletes the topics. */
  static void endTopics(Admin admin) throws Exception {
    String end = NAME + "end";
    if (WORKERS > 1) {
      try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
          Clients.settings(Map.of("acks", "all", "max.block.ms", 10_000, "delivery.timeout.ms", 40_000)),
          new ByteArraySerializer(), new ByteArraySerializer())) {
        producer.send(new ProducerRecord<>(end, INDEX, null, new byte[1])).get(TOPIC_SECONDS, TimeUnit.SECONDS);
      }
    }
    if (INDEX > 0) return;
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (int one = 0; WORKERS > 1 && one < WORKERS; one++) asked.put(new TopicPartition(end, one), OffsetSpec.latest());
    await("not all workers have ended", 2 * END_SECONDS + 20, () ->
        get(admin.listOffsets(asked).all()).values().stream().allMatch(one -> one.offset() > 0));
    deleteTopics(admin, PREFIX);
  }

  public static void main(String[] args) {
    int code = 0;
    try (Admin admin = Admin.create(Clients.settings(Map.of("default.api.timeout.ms", 30_000)))) {
      createTopics(admin);
      runLoad();
      String result = Report.json();
      try {
        endTopics(admin);
      } catch (Exception error) {
        problem(error.getClass() == Exception.class ? error.getMessage() : first(error));
      }
      Files.writeString(Path.of(text("OUT")), result + Report.problems());
    } catch (Throwable error) {
      System.err.println(error.getClass() == Exception.class ? error.getMessage() : first(error));
      code = 1;
    }
    Runtime.getRuntime().halt(code);
  }
}
