package dev.heddle.engine.worker;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Reads the rows that other jobs keep, where tasks run: part by part what a map has written.
 *
 * @param kept returns the exchange that a job keeps, by its number, while a task runs that reads it
 * @param maps returns how many tasks have written an exchange
 * @param exchanges leads to them
 */
public record PersistedRowsReader(
    LongFunction<ExchangeId> kept,
    ToIntFunction<ExchangeId> maps,
    Supplier<ExchangeBackend> exchanges)
    implements PinnedRows {
  @Override
  public SplitReader open(
      PinnedTable table, int part, List<Integer> columns, MemoryAccount account) {
    ExchangeId exchange = kept.apply(table.job());
    ExchangeBackend backend = exchanges.get();
    backend.create(
        exchange,
        new ExchangeShape(
            table.schema().fields().stream().map(Field::type).toList(),
            maps.applyAsInt(exchange),
            1,
            true));
    ExchangeReader reader =
        backend.openReader(exchange, new ExchangePart(0, 1, part, part + 1, columns), account);
    return new SplitReader() {
      @Override
      public Optional<Batch> next() {
        return reader.next();
      }

      @Override
      public void close() {
        reader.close();
      }
    };
  }
}
