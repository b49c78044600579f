package dev.heddle.io.parquet;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.TableOrder;
import dev.heddle.io.parquet.footer.ChunkStatistics;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.ParquetFooter;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.SortedColumn;
import dev.heddle.io.parquet.footer.StoredBounds;
import dev.heddle.io.scan.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Finds the order in which the rows of files come, by what their footers declare of each row group
 * and by the bounds of neighbouring ones. Used by one thread, once.
 */
final class StoredOrder {
  private final Schema schema;
  private final List<ParquetFooter> footers;
  private final List<Group> groups = new ArrayList<>();

  /** A row group that has rows. */
  private record Group(ParquetFooter footer, RowGroupInfo info) {}

  /**
   * What is known of a key in a row group.
   *
   * @param nulls the number of nulls, or -1
   */
  private record KeyFacts(long rows, long nulls, Bounds bounds) {
    boolean mayHaveNulls() {
      return nulls != 0;
    }

    boolean isAllNull() {
      return nulls == rows;
    }

    boolean isConstant() {
      return nulls == 0
          && !bounds.mayHaveNan()
          && bounds.minimum() != null
          && bounds.maximum() != null
          && Bounds.compare(bounds.minimum(), bounds.maximum()).orElse(1) == 0;
    }
  }

  /** How the rows of a row group are placed to those of the next one, by one key. */
  private enum Step {
    /** Each precedes all of them. */
    BEFORE,
    /** None follows any of them; some may be peers. */
    NOT_AFTER,
    /** All are peers. */
    PEERS,
    /** That is not known. */
    UNKNOWN
  }

  /**
   * Takes the files.
   *
   * @param schema of the table
   * @param footers in table order
   */
  StoredOrder(Schema schema, List<ParquetFooter> footers) {
    this.schema = schema;
    this.footers = footers;
  }

  /** Returns the order, with the keys that are proved; empty if there are none. */
  Optional<TableOrder> find() {
    List<TableOrder.Key> keys = null;
    for (ParquetFooter footer : footers) {
      for (RowGroupInfo group : footer.rowGroups()) {
        if (group.rows() > 0) {
          groups.add(new Group(footer, group));
          keys = common(keys, declared(footer, group));
        }
      }
    }
    if (keys == null) {
      return Optional.empty();
    }
    int proved = keys.size();
    for (int i = 1; i < groups.size() && proved > 0; i++) {
      proved = proved(keys, proved, groups.get(i - 1), groups.get(i));
    }
    return proved == 0
        ? Optional.empty()
        : Optional.of(new TableOrder(keys.subList(0, proved), parts(keys.getFirst())));
  }

  /** Returns what a row group declares, in columns of the table that are stored as they are. */
  private List<TableOrder.Key> declared(ParquetFooter footer, RowGroupInfo group) {
    List<TableOrder.Key> keys = new ArrayList<>();
    for (SortedColumn sorted : group.order()) {
      ParquetColumn column = footer.columns().get(sorted.column());
      OptionalInt position = schema.indexOf(column.name());
      if (position.isEmpty()
          || !schema.field(position.getAsInt()).type().equals(column.type())
          || column.type().isNested()) {
        return keys;
      }
      keys.add(
          new TableOrder.Key(position.getAsInt(), sorted.isDescending(), sorted.isNullsFirst()));
    }
    return keys;
  }

  private static List<TableOrder.Key> common(
      @Nullable List<TableOrder.Key> known, List<TableOrder.Key> more) {
    if (known == null) {
      return more;
    }
    int same = 0;
    while (same < known.size() && same < more.size() && known.get(same).equals(more.get(same))) {
      same++;
    }
    return known.subList(0, same);
  }

  /** Returns by how many of the first keys no row of a group follows one of the next group. */
  private int proved(List<TableOrder.Key> keys, int wanted, Group group, Group next) {
    for (int i = 0; i < wanted; i++) {
      switch (step(keys.get(i), facts(group, keys.get(i)), facts(next, keys.get(i)))) {
        case BEFORE -> {
          return wanted;
        }
        case NOT_AFTER -> {
          return i + 1; // among peers by this key, nothing is known of those behind it
        }
        case UNKNOWN -> {
          return i;
        }
        case PEERS -> {}
      }
    }
    return wanted;
  }

  private static Step step(TableOrder.Key key, KeyFacts group, KeyFacts next) {
    if (group.isAllNull() && next.isAllNull()) {
      return Step.PEERS;
    }
    // where both may have nulls, or those of one are not at the border, nothing follows
    if (key.isNullsFirst() ? next.mayHaveNulls() : group.mayHaveNulls()) {
      boolean isApart = key.isNullsFirst() ? group.isAllNull() : next.isAllNull();
      return isApart ? Step.NOT_AFTER : Step.UNKNOWN;
    }
    if (key.isNullsFirst() ? group.isAllNull() : next.isAllNull()) {
      return Step.BEFORE; // the others have no nulls
    }
    Bounds low = key.isDescending() ? next.bounds : group.bounds;
    Bounds high = key.isDescending() ? group.bounds : next.bounds;
    if (low.mayHaveNan() || low.maximum() == null || high.minimum() == null) {
      return Step.UNKNOWN;
    }
    int order = Bounds.compare(low.maximum(), high.minimum()).orElse(1);
    if (order < 0) {
      return Step.BEFORE;
    }
    if (order > 0) {
      return Step.UNKNOWN;
    }
    return group.isConstant() && next.isConstant() ? Step.PEERS : Step.NOT_AFTER;
  }

  private KeyFacts facts(Group group, TableOrder.Key key) {
    int position = group.footer.schema().indexOf(schema.field(key.column()).name()).orElseThrow();
    ChunkStatistics statistics = group.info.chunks().get(position).statistics();
    return new KeyFacts(
        group.info.rows(),
        statistics.nullCount(),
        StoredBounds.of(group.footer.columns().get(position), statistics));
  }

  private List<TableOrder.Part> parts(TableOrder.Key first) {
    List<TableOrder.Part> parts = new ArrayList<>();
    for (Group group : groups) {
      parts.add(
          new TableOrder.Part(
              group.info.rows(), Optional.ofNullable(facts(group, first).bounds.minimum())));
    }
    return parts;
  }
}
