package dev.heddle.shuffle.store;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of a number and a text, which may be null. */
public final class KeyedRows {
  /** Their types. */
  public static final List<DataType> TYPES = List.of(DataType.INT64, DataType.STRING);

  private KeyedRows() {}

  /** Returns rows with numbers from one on. */
  public static Batch of(long first, int rows, MemoryAccount account) {
    try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, account);
        ColumnBuilder texts = new ColumnBuilder(DataType.STRING, account)) {
      for (int i = 0; i < rows; i++) {
        numbers.appendLong(first + i);
        String text = text(first + i);
        if (text == null) {
          texts.appendNull();
        } else {
          texts.appendString(text);
        }
      }
      return Batch.of(account, rows, numbers.build(), texts.build());
    }
  }

  private static String text(long number) {
    return number % 5 == 0 ? null : "a text that is too long to lie inline: " + number * 31;
  }

  /** Returns a row as a text. */
  public static String row(long number) {
    return number + ":" + text(number);
  }

  /** Returns the rows of a partition. */
  public static List<String> read(
      ExchangeBackend backend, ExchangeId exchange, int partition, MemoryAccount account) {
    return read(backend.openReader(exchange, partition, account));
  }

  /** Returns what a reader reads, and closes it. */
  public static List<String> read(ExchangeReader opened) {
    List<String> rows = new ArrayList<>();
    try (ExchangeReader reader = opened) {
      for (Optional<Batch> next = reader.next(); next.isPresent(); next = reader.next()) {
        try (Batch batch = next.get()) {
          for (int i = 0; i < batch.rowCount(); i++) {
            String text =
                batch.column(1).isNull(i)
                    ? "null"
                    : new String(batch.column(1).bytesAt(i), StandardCharsets.UTF_8);
            rows.add(batch.column(0).longAt(i) + ":" + text);
          }
        }
      }
    }
    return rows;
  }
}
