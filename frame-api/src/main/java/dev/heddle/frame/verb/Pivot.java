package dev.heddle.frame.verb;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The columns that each aggregate of a pivoted group-by is divided among: those of given values, or
 * of the values that a query finds. Immutable.
 */
public final class Pivot {
  /** More columns make no table that is read by anyone. */
  public static final int MAX_COLUMNS = 10_000;

  private static final String ACTION = "Cannot pivot";

  private final Expr key;
  private final Optional<List<Cell>> cells;

  /**
   * A column.
   *
   * @param name its name, or the start of it
   * @param condition true for its rows
   */
  private record Cell(String name, Expr condition) {}

  private Pivot(Expr key, Optional<List<Cell>> cells) {
    this.key = key;
    this.cells = cells;
  }

  /** Returns a pivot whose values are found when it is expanded. */
  public static Pivot found(DataFrame frame, Expr key) {
    return new Pivot(checked(frame, key), Optional.empty());
  }

  /** Returns a pivot of some values. */
  public static Pivot of(DataFrame frame, Expr key, @Nullable Comparable<?>[] values) {
    Expr checked = checked(frame, key);
    ExprTyper typer = new ExprTyper(frame.schema(), ACTION);
    if (values.length == 0) {
      throw new AnalysisException(ACTION + ": no value is given; pivot(key) finds them");
    }
    requireFewer(values.length);
    List<Cell> cells = new ArrayList<>();
    for (Comparable<?> value : values) {
      Expr condition = value == null ? checked.isNull() : checked.eqTo(value);
      typer.requireBoolean(condition);
      cells.add(new Cell(name(value), condition));
    }
    return new Pivot(checked, Optional.of(cells));
  }

  private static Expr checked(DataFrame frame, Expr key) {
    ExprTyper typer = new ExprTyper(frame.schema(), ACTION);
    Expr bound = ExprChecks.bound(typer, key);
    ExprChecks.requireScalar(typer, bound);
    typer.type(bound);
    return bound;
  }

  private static String name(@Nullable Comparable<?> value) {
    return switch (value) {
      case null -> "NULL";
      case BigDecimal number -> number.toPlainString();
      case Enum<?> constant -> constant.name();
      default -> value.toString();
    };
  }

  private static void requireFewer(long columns) {
    if (columns > MAX_COLUMNS) {
      throw new AnalysisException(
          ACTION
              + ": there would be more than "
              + MAX_COLUMNS
              + " columns; give the values, or group by the key");
    }
  }

  /** Returns the aggregates over the rows of each value, named. */
  public List<Expr> expand(DataFrame frame, List<Expr> aggregates) {
    List<Cell> columns = cells.orElseGet(() -> present(frame));
    requireFewer((long) columns.size() * aggregates.size());
    if (columns.isEmpty()) {
      throw new AnalysisException(ACTION + ": " + key + " has no value in any row");
    }
    List<Expr> all = new ArrayList<>();
    for (Cell cell : columns) {
      for (Expr aggregate : aggregates) {
        String suffix =
            aggregate instanceof Expr.Alias alias
                ? "_" + alias.name()
                : aggregates.size() == 1 ? "" : "_" + aggregate.outputName();
        all.add(filtered(aggregate, cell.condition()).named(cell.name() + suffix));
      }
    }
    return all;
  }

  private List<Cell> present(DataFrame frame) {
    DataFrame values =
        frame
            .filter(key.isNotNull())
            .select(key.named("key"), key.cast(DataType.STRING).named("text"))
            .distinct()
            .sort("key")
            .limit(MAX_COLUMNS + 1L);
    List<Cell> found = new ArrayList<>();
    try (QueryResult result = values.collect()) {
      for (Row row : result) {
        String text = row.text("text");
        found.add(new Cell(text, key.cast(DataType.STRING).eqTo(text)));
      }
    }
    requireFewer(found.size());
    return found;
  }

  private static Expr filtered(Expr expr, Expr condition) {
    return ExprRewriter.replace(
        expr,
        part ->
            part instanceof Expr.Aggregate call
                ? call.filter(
                    call.condition() == null ? condition : call.condition().and(condition))
                : null);
  }
}
