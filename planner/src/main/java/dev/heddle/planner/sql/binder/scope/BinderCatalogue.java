package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.planner.sql.DescribedColumns;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.SessionValue;
import dev.heddle.planner.sql.SqlRules;
import dev.heddle.planner.sql.tree.Macro;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables and functions that SQL text can name; implemented by the owner of the catalogue. */
public interface BinderCatalogue {
  /** Returns all names of tables and views, as they were given. */
  List<String> names();

  /** Returns the rows of an exact name of {@link #names}. */
  LogicalPlan plan(String name);

  /** Returns the schemas of all databases, without those that are {@code information_schema}. */
  default List<SchemaName> schemas() {
    return List.of(SchemaName.SESSION);
  }

  /** Returns the schema in which what is created without one is made. */
  default SchemaName schema() {
    return SchemaName.SESSION;
  }

  /** Returns the schema that an exact name of {@link #names()} is found in. */
  default SchemaName home(String name) {
    return schema();
  }

  /** Returns the names of a schema's tables and views, without what only one text gives a name. */
  List<String> names(SchemaName schema);

  /** Returns the rows of an exact name of {@link #names(SchemaName)}. */
  LogicalPlan plan(SchemaName schema, String name);

  /** Returns what DESCRIBE says of tables besides their columns. */
  default DescribedColumns.Tables described() {
    return DescribedColumns.Tables.NONE;
  }

  /** Returns what the text's session says of itself. */
  String value(SessionValue value);

  /** Returns the functions of the user's own; no two are equal but for case. */
  List<UserFunction> functions();

  /** Returns the aggregates of the user's own; none has the name of another or of a function. */
  default List<UserAggregate> aggregates() {
    return List.of();
  }

  /**
   * Returns the rows of a file, folder or glob that the text names in quotes.
   *
   * @throws dev.heddle.frame.error.HeddleException if it cannot be read
   */
  LogicalPlan file(Source source);

  /**
   * Runs a query whose rows decide what the text means, such as the values of PIVOT without IN.
   *
   * @throws dev.heddle.frame.error.HeddleException if the query fails
   */
  List<List<@Nullable Object>> rows(LogicalPlan plan);

  /**
   * Returns the macro of a name, whatever its case; null if there is none.
   *
   * @param schema where it is; null to look where names without a schema are found
   */
  default @Nullable Macro macro(@Nullable SchemaName schema, String name) {
    return null;
  }

  /** Returns the macro of a name likewise that is called in FROM. */
  default @Nullable Macro tableMacro(@Nullable SchemaName schema, String name) {
    return null;
  }

  /** Returns the types that have names of the session's. */
  default NamedTypes types() {
    return NamedTypes.NONE;
  }

  /** Returns the value of a variable, whatever its case; null if there is none. */
  default @Nullable Expr variable(String name) {
    return null;
  }

  /**
   * Returns the value of a setting of the session, a Long or a text.
   *
   * @throws dev.heddle.frame.error.HeddleException if there is none of the name
   */
  default Object setting(String name) {
    throw new IllegalStateException("No session has the setting " + name);
  }

  /** Returns the names of functions in FROM that tell of the catalogue. */
  default List<String> systemFunctions() {
    return List.of();
  }

  /** Returns the rows of one of {@link #systemFunctions}. */
  default LogicalPlan systemRows(String function) {
    throw new IllegalStateException("No such function: " + function);
  }

  /** Returns what a choice at random follows from that is to be another one each time. */
  long randomSeed();

  /** Returns a catalogue of plans by name, without functions or files. */
  static BinderCatalogue of(Map<String, ? extends LogicalPlan> plans) {
    Map<String, LogicalPlan> byName = new LinkedHashMap<>(plans);
    return new BinderCatalogue() {
      @Override
      public List<String> names() {
        return List.copyOf(byName.keySet());
      }

      @Override
      public LogicalPlan plan(String name) {
        LogicalPlan plan = byName.get(name);
        if (plan == null) {
          throw new IllegalStateException("No table: " + name);
        }
        return plan;
      }

      @Override
      public List<String> names(SchemaName schema) {
        return schema.isInformation() ? List.of() : names();
      }

      @Override
      public LogicalPlan plan(SchemaName schema, String name) {
        return plan(name);
      }

      @Override
      public String value(SessionValue value) {
        throw new IllegalStateException("No session: " + value);
      }

      @Override
      public List<UserFunction> functions() {
        return List.of();
      }

      @Override
      public LogicalPlan file(Source source) {
        throw new IllegalStateException("No file: " + source);
      }

      @Override
      public List<List<@Nullable Object>> rows(LogicalPlan plan) {
        throw new IllegalStateException("No session runs " + plan);
      }

      @Override
      public long randomSeed() {
        return 0;
      }
    };
  }

  /** Returns what the session has chosen about the meaning of its texts. */
  default SqlRules rules() {
    return SqlRules.DEFAULT;
  }
}
