package dev.heddle.io.catalog;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * Rows that a job has left where its tasks ran: in parts, each on a host. Immutable and
 * thread-safe; knows where the rows are, and does not own them.
 *
 * <p>A share of it is a range of adjacent parts; parts of a host are adjacent.
 */
public final class PinnedTable implements Table {
  private final String name;
  private final Schema schema;
  private final long job;
  private final List<Part> parts;
  private final Count count;
  private final PinnedRows rows;

  /**
   * A part.
   *
   * @param number its number among those that were written
   * @param host where it lay when it was written
   */
  public record Part(int number, String host) {}

  /**
   * How many rows there are in all.
   *
   * @param rows none if that is not known
   * @param isExact whether they have been counted
   */
  public record Count(OptionalLong rows, boolean isExact) {
    /** Returns a number of rows that have been counted. */
    public static Count exact(long rows) {
      return new Count(OptionalLong.of(rows), true);
    }
  }

  /**
   * Describes rows.
   *
   * @param job number of the job that keeps them
   * @param parts in the order in which they are read
   * @param rows leads to them
   */
  public PinnedTable(
      String name, Schema schema, long job, List<Part> parts, Count count, PinnedRows rows) {
    this.name = name;
    this.schema = schema;
    this.job = job;
    this.parts = List.copyOf(parts);
    this.count = count;
    this.rows = rows;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  /** Returns the number of the job that keeps the rows. */
  public long job() {
    return job;
  }

  /** Returns the parts, in the order in which they are read. */
  public List<Part> parts() {
    return parts;
  }

  /** Returns how many rows there are. */
  public Count count() {
    return count;
  }

  /** Returns the parts that a task reads. */
  public List<Part> parts(Share share) {
    return parts.subList((int) share.from(parts.size()), (int) share.to(parts.size()));
  }

  @Override
  public TableStatistics statistics() {
    return new TableStatistics(
        count.rows(),
        count.isExact(),
        Collections.nCopies(schema.size(), TableStatistics.ColumnStatistics.UNKNOWN));
  }

  @Override
  public TableScan scan(ScanRequest request) {
    return new Scan(request, parts);
  }

  @Override
  public TableScan scan(ScanRequest request, Share share) {
    return new Scan(request, parts(share));
  }

  private record PartSplit(Part part, long rows) implements Split {
    @Override
    public long bytes() {
      return 0;
    }
  }

  private final class Scan implements TableScan {
    private final ScanRequest request;
    private final List<Part> read;
    private final ScanMetrics metrics = new ScanMetrics();

    Scan(ScanRequest request, List<Part> read) {
      this.request = request;
      this.read = read;
    }

    @Override
    public List<Split> splits() {
      List<Split> splits = new ArrayList<>();
      for (Part part : read) {
        splits.add(new PartSplit(part, count.rows().orElse(0) / parts.size()));
      }
      return splits;
    }

    @Override
    public SplitReader open(Split split, MemoryAccount account) {
      int number = ((PartSplit) split).part().number();
      return new PinnedReader(
          () -> rows.open(PinnedTable.this, number, request.columns(), account),
          request,
          account,
          metrics);
    }

    @Override
    public ScanMetrics metrics() {
      return metrics;
    }
  }
}
