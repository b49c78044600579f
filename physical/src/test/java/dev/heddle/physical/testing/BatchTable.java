package dev.heddle.physical.testing;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** A table for tests: splits of ready batches, with their selections and dictionaries. */
public final class BatchTable implements Table, AutoCloseable {
  private final Schema schema;
  private final List<List<Batch>> splits;

  /** Takes the batches over. */
  BatchTable(Schema schema, List<List<Batch>> splits) {
    this.schema = schema;
    this.splits = splits;
  }

  /** Returns all batches in order, still owned by the table. */
  public List<Batch> batches() {
    return splits.stream().flatMap(List::stream).toList();
  }

  /** Returns the plan that reads all columns. */
  public PhysicalPlan.Scan scan() {
    List<Integer> columns = IntStream.range(0, schema.size()).boxed().toList();
    ScanRequest request = new ScanRequest(columns, columns, ScanFilter.NONE, OptionalLong.empty());
    return new PhysicalPlan.Scan(this, request, schema, Estimate.UNKNOWN);
  }

  @Override
  public String name() {
    return "batches";
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public TableStatistics statistics() {
    return TableStatistics.unknown(schema.size());
  }

  private record Part(int number) implements Split {
    @Override
    public long bytes() {
      return 1;
    }

    @Override
    public long rows() {
      return -1;
    }
  }

  @Override
  public TableScan scan(ScanRequest request) {
    return new TableScan() {
      @Override
      public List<Split> splits() {
        List<Split> parts = new ArrayList<>();
        for (int i = 0; i < splits.size(); i++) {
          parts.add(new Part(i));
        }
        return parts;
      }

      @Override
      public SplitReader open(Split split, MemoryAccount account) {
        Iterator<Batch> batches = splits.get(((Part) split).number()).iterator();
        return new SplitReader() {
          @Override
          public Optional<Batch> next() {
            while (batches.hasNext()) {
              Batch batch = batches.next();
              if (batch.rowCount() > 0) {
                return Optional.of(copy(batch));
              }
            }
            return Optional.empty();
          }

          @Override
          public void close() {}
        };
      }

      @Override
      public ScanMetrics metrics() {
        return new ScanMetrics();
      }
    };
  }

  private static Batch copy(Batch batch) {
    Column[] columns = new Column[batch.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = batch.physicalColumn(i).retain();
    }
    return batch.withColumns(columns);
  }

  @Override
  public void close() {
    batches().forEach(Batch::close);
  }
}
