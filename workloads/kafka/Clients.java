// The producers and consumers of the load program, see Load.java.
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.*;

/**
 * Each writer numbers its messages per partition: a sequence. A message is: writer (2 bytes), number (6), intended time
 * (8, ns since the epoch), payload of which half is random. Each thread has counters of its own.
 */
class Clients {
  /** Counts per second, with those before (index 0) and after (last) the window. Each thread has its own. */
  static class Counts {
    final long[] perSecond = new long[Load.BUCKETS + 2];
    synchronized void add(long at) { perSecond[Load.bucket(at) + 1]++; }
    static long[] sum(Stream<Counts> all) {
      long[] sum = new long[Load.BUCKETS + 2];
      all.forEach(one -> Arrays.setAll(sum, at -> sum[at] + one.perSecond[at]));
      return sum;
    }
  }

  /** Latencies of messages whose intended time is in the window. */
  static class Latency {
    /** 128 bins a decade from 1 us, as in lib/workloads/kafka/parse.ts. */
    static final int DECADE = 128, BINS = 12 * DECADE;
    final long[] bins = new long[BINS];
    double sum, max;
    void add(double us) {
      bins[(int) Math.min(BINS - 1, Math.floor(Math.log10(Math.max(us, 1)) * DECADE + 1e-9))]++;
      sum += us;
      max = Math.max(max, us);
    }
    static String json(Stream<Latency> all) {
      Latency whole = new Latency();
      all.forEach(one -> {
        Arrays.setAll(whole.bins, at -> whole.bins[at] + one.bins[at]);
        whole.sum += one.sum;
        whole.max = Math.max(whole.max, one.max);
      });
      int[] used = IntStream.range(0, BINS).filter(at -> whole.bins[at] > 0).toArray();
      int from = used.length == 0 ? 0 : used[0], to = used.length == 0 ? 0 : used[used.length - 1] + 1;
      double mean = used.length == 0 ? 0 : whole.sum / LongStream.of(whole.bins).sum();
      return String.format(Locale.ROOT, "{\"meanUs\":%.1f,\"maxUs\":%.1f,\"bins\":{\"first\":%d,\"counts\":%s}}",
          mean, whole.max, from, Load.list(Arrays.copyOfRange(whole.bins, from, to)));
    }
  }

  /** Messages of one writer in one partition. */
  static class Sequence {
    final int writer;
    long next;
    final BitSet acknowledged = new BitSet(), seen = new BitSet();
    long duplicated;
    Sequence(int writer) { this.writer = writer; }
  }

  static class Partition {
    final TopicPartition at;
    final List<Sequence> sequences = new ArrayList<>();
    volatile boolean drained;
    Partition(TopicPartition at) { this.at = at; }
  }

  static class Writer extends Thread {
    final List<Partition> partitions;
    final List<Sequence> sequences = new ArrayList<>();
    final Counts acknowledged = new Counts(), failed = new Counts(), refused = new Counts();
    final double[] sumUs = new double[Load.BUCKETS + 2];
    final Latency latency = new Latency();
    final KafkaProducer<byte[], byte[]> producer;
    long first, taken;
    double interval;

    Writer(List<Partition> partitions, int local) {
      this.partitions = partitions;
      for (Partition one : partitions) {
        sequences.add(new Sequence(one.sequences.size()));
        one.sequences.add(sequences.get(sequences.size() - 1));
      }
      long buffer = Math.max(8 << 20, Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 2 / local));
      producer = new KafkaProducer<>(settings(Map.of("acks", "all", "enable.idempotence", true, "linger.ms", 1,
          "batch.size", 1 << 20, "buffer.memory", Math.max(buffer, Load.BYTES * 4L), "max.block.ms", 120_000,
          "max.request.size", Load.BYTES + (2 << 20))), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override public void run() {
      byte[][] pool = new byte[100][Load.BYTES];
      Random random = new Random();
      for (byte[] one : pool) {
        byte[] half = new byte[Load.BYTES / 2];
        random.nextBytes(half);
        System.arraycopy(half, 0, one, Load.BYTES - half.length, half.length);
      }
      long intended = first;
      for (long n = 0; !isInterrupted(); n++) {
        if (Load.RATE > 0) {
          intended = first + (long) (n * interval);
          while (intended < Load.END && Load.now() < intended) LockSupport.parkNanos(intended - Load.now());
        } else {
          intended = Load.now();
        }
        if (intended >= Load.END || Load.now() >= Load.END) return;
        try {
          send((int) (n % partitions.size()), pool[(int) (n % 100)], intended);
        } catch (InterruptException error) {
          return;
        } catch (KafkaException | IllegalStateException error) {
          refused.add(Load.now());
          Load.problem("messages were not accepted: " + Load.first(error));
        }
        taken++;
      }
    }

    /** Messages of before the end that the producer did not take; known after this thread has ended. */
    long unsent() {
      return Load.RATE > 0 ? Math.max(0, (long) Math.ceil((Load.END - first) / interval) - taken) : 0;
    }

    /** Waits for all answers; messages without one by then have failed. */
    void end() {
      interrupt();
      Thread flush = new Thread(producer::flush);
      flush.setDaemon(true);
      flush.start();
      try {
        join(1000);
        flush.join(Load.END_SECONDS * 1000L);
      } catch (InterruptedException error) {
        currentThread().interrupt();
      }
      producer.close(Duration.ofSeconds(2));
    }

    void send(int at, byte[] message, long intended) {
      Sequence sequence = sequences.get(at);
      TopicPartition to = partitions.get(at).at;
      long number = sequence.next++;
      // The producer copies the message before it returns: the same array serves again.
      ByteBuffer.wrap(message).putLong((long) sequence.writer << 48 | number).putLong(intended);
      producer.send(new ProducerRecord<>(to.topic(), to.partition(), null, message), (metadata, error) -> {
        long done = Load.now();
        if (error != null) {
          failed.add(done);
          Load.problem("messages failed: " + Load.first(error));
          return;
        }
        sequence.acknowledged.set((int) number);
        acknowledged.add(done);
        sumUs[Load.bucket(done) + 1] += (done - intended) / 1e3;
        if (Load.bucket(intended) >= 0) latency.add((done - intended) / 1e3);
        if (done >= Load.START && done < Load.END) stall(done);
      });
    }
  }

  static void stall(long at) {
    long gap = at - Load.lastAck.getAndSet(at);
    if (gap > Load.longestStall.get()) Load.longestStall.accumulateAndGet(gap, Math::max);
  }

  static class Reader extends Thread {
    final Map<TopicPartition, Partition> partitions = new HashMap<>();
    final Counts consumed = new Counts();
    final Latency latency = new Latency();
    final KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings(Map.of("auto.offset.reset", "earliest",
        "enable.auto.commit", false, "max.poll.records", 5000, "max.partition.fetch.bytes", Load.BYTES + (2 << 20))),
        new ByteArrayDeserializer(), new ByteArrayDeserializer());

    Reader(List<Partition> all) {
      for (Partition one : all) partitions.put(one.at, one);
    }

    // The other method with a time limit exists from Kafka 4.1 on.
    @SuppressWarnings("deprecation")
    @Override public void run() {
      consumer.assign(partitions.keySet());
      consumer.seekToBeginning(partitions.keySet());
      Map<TopicPartition, Long> ends = null;
      long limit = Long.MAX_VALUE;
      while (Load.now() < limit) {
        try {
          take(consumer.poll(Duration.ofMillis(100)));
          if (Load.flushed.getCount() > 0) continue;
          if (limit == Long.MAX_VALUE) limit = Load.now() + Load.END_SECONDS * 1_000_000_000L;
          if (ends == null) ends = consumer.endOffsets(partitions.keySet(), Duration.ofSeconds(10));
          boolean drained = true;
          for (Partition one : partitions.values()) {
            if (!one.drained) one.drained = consumer.position(one.at, Duration.ofSeconds(5)) >= ends.get(one.at);
            drained &= one.drained;
          }
          if (drained) break;
        } catch (KafkaException error) {
          if (Load.flushed.getCount() > 0) Load.problem("messages could not be read: " + Load.first(error));
          LockSupport.parkNanos(100_000_000);
        }
      }
      consumer.close(Duration.ofSeconds(5));
    }

    void take(ConsumerRecords<byte[], byte[]> records) {
      long at = Load.now();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        ByteBuffer message = ByteBuffer.wrap(record.value());
        long head = message.getLong(), intended = message.getLong();
        Sequence sequence = partitions.get(new TopicPartition(record.topic(), record.partition())).sequences
            .get((int) (head >>> 48));
        int number = (int) head;
        if (sequence.seen.get(number)) {
          sequence.duplicated++;
          continue;
        }
        sequence.seen.set(number);
        consumed.add(at);
        if (Load.bucket(intended) >= 0 && Load.bucket(intended) < Load.BUCKETS) latency.add((at - intended) / 1e3);
      }
    }
  }

  static Map<String, Object> settings(Map<String, Object> more) {
    Map<String, Object> all = new HashMap<>(more);
    all.put("bootstrap.servers", Load.text("BOOTSTRAP"));
    all.put("metadata.recovery.strategy", Load.text("RECOVERY"));
    all.put("client.id", "fsxbench");
    return all;
  }
}
