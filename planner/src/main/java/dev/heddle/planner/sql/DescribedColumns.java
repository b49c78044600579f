package dev.heddle.planner.sql;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What DESCRIBE says of a plan's columns. Stateless. */
public final class DescribedColumns {
  public static final Schema SCHEMA =
      Schema.of(
          new Field("column_name", DataType.STRING, false),
          new Field("column_type", DataType.STRING, false),
          new Field("null", DataType.STRING, false),
          new Field("key", DataType.STRING, true),
          new Field("default", DataType.STRING, true),
          new Field("extra", DataType.STRING, true));

  /** The columns of {@code PRAGMA table_info}. */
  public static final Schema NUMBERED =
      Schema.of(
          new Field("cid", DataType.INT32, false),
          new Field("name", DataType.STRING, false),
          new Field("type", DataType.STRING, false),
          new Field("notnull", DataType.BOOL, false),
          new Field("dflt_value", DataType.STRING, true),
          new Field("pk", DataType.BOOL, false));

  private DescribedColumns() {}

  /** What is known of the tables of a session besides their columns. */
  @FunctionalInterface
  public interface Tables {
    /** That of nothing. */
    Tables NONE = (table, column) -> Facts.NONE;

    /** Returns what is known of a column. */
    Facts facts(Source.Memory table, String column);
  }

  /**
   * What is known of a column of a table.
   *
   * @param key PRI in a primary key, UNI in another; null in none
   * @param defaultText an expression; null without
   * @param generatedText the expression of a generated column; null of others
   */
  public record Facts(
      @Nullable String key, @Nullable String defaultText, @Nullable String generatedText) {
    /** That of a column in no key and without a default. */
    public static final Facts NONE = new Facts(null, null, null);

    boolean isPrimary() {
      return "PRI".equals(key);
    }
  }

  /**
   * Returns a row for each column. Keys, defaults and that a column has no nulls are said of
   * columns of a table that are handed on, through joins too that add no nulls to them.
   */
  public static List<@Nullable Object[]> of(LogicalPlan plan, Tables tables) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < plan.schema().size(); i++) {
      Field field = plan.schema().field(i);
      String type = unreadable(plan, field).orElse(field.type().sqlName());
      Origin origin = origin(plan, i);
      Facts facts =
          origin == null ? Facts.NONE : tables.facts(origin.table(), origin.field().name());
      boolean hasNulls = origin == null || (origin.field().nullable() && !facts.isPrimary());
      String nullable = hasNulls ? "YES" : "NO";
      rows.add(new Object[] {field.name(), type, nullable, facts.key(), facts.defaultText(), null});
    }
    return rows;
  }

  /**
   * Returns a numbered row for each column, of {@link #NUMBERED}. Keys, defaults and that a column
   * has no nulls are said of tables themselves, not of views.
   */
  public static List<@Nullable Object[]> numbered(LogicalPlan plan, Tables tables) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Object[] column : of(plan, Tables.NONE)) {
      Origin origin = plan instanceof LogicalPlan.Scan ? origin(plan, rows.size()) : null;
      Facts facts =
          origin == null ? Facts.NONE : tables.facts(origin.table(), origin.field().name());
      boolean isNotNull = facts.isPrimary() || (origin != null && !origin.field().nullable());
      String value = facts.generatedText() == null ? facts.defaultText() : facts.generatedText();
      rows.add(
          new Object[] {
            (long) rows.size(), column[0], column[1], isNotNull, value, facts.isPrimary()
          });
    }
    return rows;
  }

  /** A column of a table of the session. */
  private record Origin(Source.Memory table, Field field) {}

  private static @Nullable Origin origin(LogicalPlan plan, int index) {
    return switch (plan) {
      case LogicalPlan.Scan scan when scan.source() instanceof Source.Memory table ->
          new Origin(table, scan.schema().field(index));
      case LogicalPlan.Project project -> {
        OptionalInt below = column(project, index);
        yield below.isEmpty() ? null : origin(project.input(), below.getAsInt());
      }
      case LogicalPlan.Filter filter -> origin(filter.input(), index);
      case LogicalPlan.Distinct distinct -> origin(distinct.input(), index);
      case LogicalPlan.Sort sort -> origin(sort.input(), index);
      case LogicalPlan.Limit limit -> origin(limit.input(), index);
      case LogicalPlan.Sample sample -> origin(sample.input(), index);
      case LogicalPlan.Join join -> origin(join, index);
      case LogicalPlan.AsOfJoin join when index < join.left().schema().size() ->
          origin(join.left(), index);
      default -> null;
    };
  }

  /** The origin of a column of a side that the join does not fill up with nulls. */
  private static @Nullable Origin origin(LogicalPlan.Join join, int index) {
    int width = join.left().schema().size();
    JoinKind kind = join.kind();
    return switch (kind) {
      case FULL -> null;
      case LEFT -> index < width ? origin(join.left(), index) : null;
      case RIGHT -> index < width ? null : origin(join.right(), index - width);
      default -> index < width ? origin(join.left(), index) : origin(join.right(), index - width);
    };
  }

  /**
   * Returns why a column cannot be read that is one of a source, perhaps by another name: its type
   * only fills the place.
   */
  private static Optional<String> unreadable(LogicalPlan plan, Field field) {
    Schema schema = plan.schema();
    if (plan instanceof LogicalPlan.Scan && schema.whyUnreadable(field.name()).isPresent()) {
      return schema.indexOf(field.name()).stream()
          .filter(i -> schema.field(i).type().equals(field.type()))
          .mapToObj(schema::typeText)
          .findFirst();
    }
    Field below = field;
    if (plan instanceof LogicalPlan.Project project) {
      OptionalInt position = schema.indexOf(field.name());
      OptionalInt column = position.isEmpty() ? position : column(project, position.getAsInt());
      if (column.isEmpty()) {
        return Optional.empty();
      }
      String name = project.input().schema().field(column.getAsInt()).name();
      below = Field.of(name, field.type());
    }
    for (LogicalPlan input : plan.inputs()) {
      Optional<String> why = unreadable(input, below);
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  /** Returns the column that a projection passes on, with a name of its own or without. */
  private static OptionalInt column(LogicalPlan.Project project, int position) {
    Expr expr = project.columns().get(position).expr();
    while (expr instanceof Expr.Alias alias) {
      expr = alias.operand();
    }
    return switch (expr) {
      case Expr.Column column -> project.input().schema().indexOf(column.name());
      case Expr.BoundColumn column -> OptionalInt.of(column.index());
      default -> OptionalInt.empty();
    };
  }
}
