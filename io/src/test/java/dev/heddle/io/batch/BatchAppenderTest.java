package dev.heddle.io.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchAppenderTest {
  private static final List<DataType> TYPES =
      List.of(
          DataType.FLOAT64,
          DataType.STRING,
          new DataType.ListOf(new DataType.ListOf(DataType.INT32)),
          new DataType.ListOf(DataType.STRING));

  @Test
  void freesAllMemoryWhicheverAllocationIsRefused() {
    int refused = 0;
    while (isRefused(refused)) {
      refused++;
    }
    assertThat(refused).isGreaterThan(TYPES.size());
  }

  @Test
  void appendsTextsOfAllLengthsFromAnyPositions() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      boolean hasNulls = random.nextBoolean();
      List<String> source = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        int length = random.nextInt(20) == 0 ? random.nextInt(9_000) : random.nextInt(40);
        boolean isNull = hasNulls && random.nextInt(4) == 0;
        source.add(isNull ? null : "x".repeat(length) + i);
      }
      List<String> expected = new ArrayList<>();
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("texts");
          ColumnBuilder builder = new ColumnBuilder(DataType.STRING, account);
          ColumnAppender appender = new ColumnAppender(DataType.STRING, account)) {
        source.forEach(
            text -> {
              if (text == null) {
                builder.appendNull();
              } else {
                builder.appendString(text);
              }
            });
        Column texts = builder.build();
        for (int part = 0; part < 12; part++) {
          appendSome(texts, source, random, account, appender, expected);
        }
        texts.release();
        Column all = appender.build();
        for (int row = 0; row < expected.size(); row++) {
          String found =
              all.isNull(row) ? null : new String(all.bytesAt(row), StandardCharsets.UTF_8);
          assertThat(found).as("row " + row + " of seed " + seed).isEqualTo(expected.get(row));
        }
        all.release();
      }
    }
  }

  @Test
  void allocatesNoMoreThanItSays() {
    List<DataType> types =
        List.of(DataType.INT64, DataType.STRING, DataType.BOOL, DataType.INT32, DataType.STRING);
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      MemoryLedger ledger = new MemoryLedger(1L << 30);
      try (MemoryAccount sources = ledger.open("source");
          MemoryAccount account = ledger.open("appended");
          Batch source = batch(types, 1_300, 13 + random.nextInt(50), sources);
          BatchAppender appender = new BatchAppender(types, account)) {
        appender.append(source, 0, 1 + random.nextInt(1_300));
        for (int part = 0; part < 60; part++) {
          int count = 900 + random.nextInt(400);
          long most =
              Math.max(account.peakBytes(), account.usedBytes() + appender.jumpBytes(count));
          appender.append(source, 0, count);
          assertThat(account.peakBytes())
              .as("part " + part + " of seed " + seed)
              .isLessThanOrEqualTo(most);
        }
      }
    }
  }

  private static Batch batch(
      List<DataType> types, int rows, int textLength, MemoryAccount account) {
    return Batch.of(
        account,
        rows,
        Column.makeAll(
            types.size(),
            i -> {
              try (ColumnBuilder builder = new ColumnBuilder(types.get(i), account)) {
                for (int row = 0; row < rows; row++) {
                  if (types.get(i) == DataType.STRING) {
                    builder.appendString("x".repeat(textLength));
                  } else if (row % 9 == i) {
                    builder.appendNull();
                  } else if (types.get(i) == DataType.BOOL) {
                    builder.appendBoolean(row % 2 == 0);
                  } else {
                    builder.appendLong(row);
                  }
                }
                return builder.build();
              }
            }));
  }

  private static void appendSome(
      Column texts,
      List<String> source,
      Random random,
      MemoryAccount account,
      ColumnAppender appender,
      List<String> expected) {
    int count = 1 + random.nextInt(source.size());
    if (random.nextInt(4) == 0) {
      appender.append(texts, 0, count);
      expected.addAll(source.subList(0, count));
      return;
    }
    Buffer positions = account.allocate(4L * count);
    for (int i = 0; i < count; i++) {
      int row = random.nextInt(source.size());
      Memory.putInt(positions.address() + 4L * i, row);
      expected.add(source.get(row));
    }
    appender.append(texts, positions.address(), count);
    positions.release();
  }

  /** Returns whether an allocation after some others failed, and all memory is free then. */
  private static boolean isRefused(int allocations) {
    MemoryLedger ledger = new MemoryLedger(1L << 30);
    boolean isRefused = false;
    try (MemoryAccount account = ledger.open("appended")) {
      try (Batch batch = batch(account);
          BatchAppender appender = new BatchAppender(TYPES, account)) {
        ledger.refuseAfter(allocations);
        appender.append(batch);
        appender.build().close();
      } catch (HeddleException e) {
        isRefused = true;
      } finally {
        ledger.endRefusing();
      }
      assertThat(account.usedBytes()).as("after " + allocations + " allocations").isZero();
    }
    return isRefused;
  }

  private static Batch batch(MemoryAccount account) {
    RandomBatches random = RandomBatches.seed(1);
    return Batch.of(
        account, 3, Column.makeAll(TYPES.size(), i -> random.column(TYPES.get(i), 3, account)));
  }
}
