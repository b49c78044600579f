package dev.heddle.physical.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.codec.RecordCodec;
import dev.heddle.io.scan.ScanCounts;
import dev.heddle.io.scan.ScanMetrics;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class ScanCountsTest {
  @Test
  void everyCountTravels() throws IllegalAccessException {
    ScanMetrics metrics = new ScanMetrics();
    fill(metrics, 100);
    fill(metrics.conjunct("a < 1"), 1_000);
    metrics.conjunct("a < 1").noteDecidedByFolders();
    metrics.conjunct("b > 2").noteObstacle("no bounds");
    RecordCodec<ScanCounts> codec = RecordCodec.of(ScanCounts.class);
    ScanCounts counts = codec.decode(codec.encode(metrics.counts()));
    ScanMetrics sum = new ScanMetrics();
    sum.add(counts);
    sum.add(counts);
    checkTwice(sum, 100);
    checkTwice(sum.conjunct("a < 1"), 1_000);
    assertThat(sum.conjunct("a < 1").isDecidedByFolders()).isTrue();
    assertThat(sum.conjunct("b > 2").isDecidedByFolders()).isFalse();
    assertThat(sum.conjunct("b > 2").obstacles()).containsEntry("no bounds", 2L);
  }

  private static void fill(Object metrics, int from) throws IllegalAccessException {
    int next = from;
    for (Field field : metrics.getClass().getFields()) {
      ((LongAdder) field.get(metrics)).add(next++);
    }
    assertThat(next).isGreaterThan(from);
  }

  private static void checkTwice(Object metrics, int from) throws IllegalAccessException {
    int next = from;
    for (Field field : metrics.getClass().getFields()) {
      assertThat(((LongAdder) field.get(metrics)).sum()).as(field.getName()).isEqualTo(2L * next++);
    }
  }
}
