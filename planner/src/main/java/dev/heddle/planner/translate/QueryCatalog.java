package dev.heddle.planner.translate;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.plan.BoundFrame;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.planner.sql.FileReferences;
import dev.heddle.planner.sql.SqlPositionException;
import dev.heddle.planner.sql.SqlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/** The tables of one SQL text, found when the validator asks for them; remembers which were. */
final class QueryCatalog extends CalciteCatalogReader {
  private final TableLookup lookup;

  private QueryCatalog(
      CalciteSchema root, QueryNames matcher, TableLookup lookup, RelDataTypeFactory typeFactory) {
    super(
        root,
        matcher,
        List.of(List.of()),
        typeFactory,
        new CalciteConnectionConfigImpl(new Properties()));
    this.lookup = lookup;
  }

  /**
   * Makes a catalogue.
   *
   * @param text the query, which tells paths from names by their quotes
   * @param rows how the plan behind a name becomes relational; not called while text is only
   *     validated
   */
  static QueryCatalog create(
      SqlNames names,
      QueryNames matcher,
      SqlText text,
      RelDataTypeFactory typeFactory,
      Function<LogicalPlan, RelNode> rows) {
    TableLookup lookup = new TableLookup(names, matcher, text, typeFactory, rows);
    CalciteSchema root =
        CalciteSchema.createRootSchema(
            false,
            false,
            "",
            new AbstractSchema() {
              @Override
              public Lookup<Table> tables() {
                return lookup;
              }
            });
    return new QueryCatalog(root, matcher, lookup, typeFactory);
  }

  /** Returns the names that were found so far and their plans, in the order in which they were. */
  List<BoundFrame> bound() {
    List<BoundFrame> frames = new ArrayList<>();
    lookup.found.forEach((name, table) -> frames.add(new BoundFrame(name, table.plan())));
    return frames;
  }

  List<String> tableNames() {
    return lookup.names.names();
  }

  /**
   * Finds tables by name; first in the catalogue, then, if it looks like one or is a text, as a
   * path.
   */
  private static final class TableLookup implements Lookup<Table> {
    private final SqlNames names;
    private final QueryNames matcher;
    private final SqlText text;
    private final RelDataTypeFactory typeFactory;
    private final Function<LogicalPlan, RelNode> rows;
    private final Map<String, PlanTable> found = new LinkedHashMap<>();

    TableLookup(
        SqlNames names,
        QueryNames matcher,
        SqlText text,
        RelDataTypeFactory typeFactory,
        Function<LogicalPlan, RelNode> rows) {
      this.names = names;
      this.matcher = matcher;
      this.text = text;
      this.typeFactory = typeFactory;
      this.rows = rows;
    }

    @Override
    public @Nullable Table get(String name) {
      return find(name);
    }

    @Override
    public @Nullable Named<Table> getIgnoreCase(String name) {
      PlanTable table = find(name);
      return table == null ? null : new Named<>(table.name(), table);
    }

    private @Nullable PlanTable find(String name) {
      String exact = matcher.resolve("table", names.names(), name);
      if (exact != null) {
        return found.computeIfAbsent(exact, n -> table(n, names.plan(n)));
      }
      List<Source> sources;
      try {
        sources = FileReferences.sources(name, matcher.isText(name, text));
      } catch (IllegalArgumentException e) {
        throw new SqlPositionException(String.valueOf(e.getMessage()), matcher.position(name));
      }
      if (sources == null) {
        throw new SqlPositionException(
            NearestNames.missing("table", name, names.names()), matcher.position(name));
      }
      return found.computeIfAbsent(name, n -> table(n, Source.firstFound(sources, names::file)));
    }

    private PlanTable table(String name, LogicalPlan plan) {
      matcher.tellApart(plan.schema().names());
      return new PlanTable(name, plan, TypeMapping.rowType(typeFactory, plan.schema()), rows);
    }

    @Override
    public Set<String> getNames(LikePattern pattern) {
      return Set.of();
    }
  }
}
